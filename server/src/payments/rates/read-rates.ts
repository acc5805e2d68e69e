import type { DayRate } from '../../store/control/rates/exchange-rate-rows.ts'
import { currencyDecimals } from '../currencies.ts'

const months =
  'January February March April May June July August September October November December'
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const isRate = (text: string) => /^\d{1,9}(\.\d{1,9})?$/.test(text) && Number(text) > 0

/**
 * The rates in a file of the European Central Bank, one day's or its whole history, XML or CSV
 * (www.ecb.europa.eu/stats/eurofxref). Throws when it holds none, or something else.
 */
export function readRates(text: string): DayRate[] {
  const content = text.replace(/^\uFEFF/, '').trimStart()
  const rates = content.startsWith('<') ? readXml(content) : readCsv(content)
  if (rates.length === 0) throw new Error('no exchange rates in the format of the ECB were found')
  return rates
}

/** `<Cube time='2024-12-31'>` and below it `<Cube currency='USD' rate='1.0389'/>`. */
function readXml(content: string): DayRate[] {
  const rates: DayRate[] = []
  let day: string | undefined
  for (const [element] of content.matchAll(/<Cube\b[^>]*>/g)) {
    const attribute = (name: string) =>
      new RegExp(`\\b${name}=["']([^"']*)["']`).exec(element)?.[1] ?? ''
    const time = attribute('time')
    if (time !== '') day = isDay(time) ? time : undefined
    const currency = attribute('currency')
    if (day !== undefined && currency !== '')
      add(rates, { day, currency, perEur: attribute('rate') })
  }
  return rates
}

/** A header `Date,USD,JPY,…` and a line for each day; a currency without a rate that day is `N/A`. */
function readCsv(content: string): DayRate[] {
  const [header = '', ...lines] = content.split(/\r?\n/)
  const [first, ...currencies] = header.split(',').map((cell) => cell.trim())
  if (first !== 'Date') return []
  const rates: DayRate[] = []
  for (const line of lines) {
    const [date = '', ...cells] = line.split(',').map((cell) => cell.trim())
    const day = dayOf(date)
    if (day === undefined) continue
    for (const [index, perEur] of cells.entries()) {
      add(rates, { day, currency: currencies[index] ?? '', perEur })
    }
  }
  return rates
}

/** The history has `2024-12-31`, the daily file `31 December 2024`. */
function dayOf(date: string): string | undefined {
  if (isDay(date)) return date
  const [day = '', name = '', year = ''] = date.split(' ')
  const month = months.split(' ').indexOf(name) + 1
  const text = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return month > 0 && isDay(text) ? text : undefined
}

function add(rates: DayRate[], rate: DayRate): void {
  // Currencies that are gone, such as LTL, are of no use to a ledger that cannot hold them.
  if (isRate(rate.perEur) && currencyDecimals.has(rate.currency)) rates.push(rate)
}

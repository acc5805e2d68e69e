import type { RateList } from './rate-list.ts'
import { UnreadableRates } from './unreadable-rates.ts'

const months =
  'January February March April May June July August September October November December'.split(' ')

/** A header `Date,USD,JPY,…` and a line for each day; a currency without a rate that day is `N/A`. */
export function readCsvRates(text: string, list: RateList): void {
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/)
  const [first, ...currencies] = cellsOf(header)
  if (first !== 'Date') throw new UnreadableRates('it is neither XML nor CSV of the ECB')
  for (const line of lines) {
    const [date = '', ...cells] = cellsOf(line)
    if (cells.length !== currencies.length)
      throw new UnreadableRates(`its line of ${JSON.stringify(date.slice(0, 20))} is cut off`)
    if (!list.begin(dayOf(date))) continue
    for (const [index, perEur] of cells.entries()) {
      if (perEur !== 'N/A' && perEur !== '') list.add(currencies[index] ?? '', perEur)
    }
  }
}

/** Without the last one if that is empty: the ECB ends its lines with a comma. */
function cellsOf(line: string): string[] {
  const cells = line.split(',').map((cell) => cell.trim())
  if (cells.at(-1) === '') cells.pop()
  return cells
}

/** The history has `2024-12-31`, the daily file `31 December 2024`. */
function dayOf(date: string): string {
  const [, day = '', name = '', year] = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/.exec(date) ?? []
  if (year === undefined) return date
  const month = months.indexOf(name) + 1
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}

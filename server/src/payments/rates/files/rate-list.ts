import { currencyDecimals } from '../../../money/currencies.ts'
import { isDay } from '../../../time/local-time.ts'
import type { DayRate } from '../../rows/exchange-rate-rows.ts'
import { UnreadableRates } from './unreadable-rates.ts'

/** Rates of the days from `since` on, and the first and last day in the file. */
export interface RateFile {
  rates: DayRate[]
  firstDay: string
  lastDay: string
}

/** Which days count: earlier ones are skipped, a later one makes the whole file invalid. */
export interface RateSpan {
  since: string
  until: string
}

/** Collects a file's rates and refuses implausible ones. */
export class RateList {
  readonly #span: RateSpan
  readonly #rates: DayRate[] = []
  readonly #days = new Set<string>()
  #day = ''
  #currencies = new Set<string>()

  constructor(span: RateSpan) {
    this.#span = span
  }

  /** Begins a day. Returns whether its rates are wanted. */
  begin(day: string): boolean {
    if (!isDay(day)) throw new UnreadableRates(`${quoted(day)} is not a day`)
    if (day > this.#span.until) throw new UnreadableRates(`${day} is in the future`)
    if (this.#days.has(day)) throw new UnreadableRates(`${day} occurs twice`)
    this.#days.add(day)
    this.#day = day
    this.#currencies = new Set()
    return day >= this.#span.since
  }

  /** One rate of the day that was begun. */
  add(currency: string, perEur: string): void {
    if (this.#day === '') throw new UnreadableRates('a rate has no day')
    if (!/^[A-Z]{3}$/.test(currency) || currency === 'EUR')
      throw new UnreadableRates(`${quoted(currency)} is not a currency`)
    if (!/^\d{1,9}(\.\d{1,9})?$/.test(perEur) || Number(perEur) === 0)
      throw new UnreadableRates(`${quoted(perEur)} is not a rate`)
    if (this.#currencies.has(currency))
      throw new UnreadableRates(`${currency} occurs twice on ${this.#day}`)
    this.#currencies.add(currency)
    // Former currencies, such as LTL, are of no use to a ledger that cannot hold them.
    if (this.#day >= this.#span.since && currencyDecimals.has(currency))
      this.#rates.push({ day: this.#day, currency, perEur })
  }

  finish(): RateFile {
    const days = [...this.#days].sort()
    const [firstDay, lastDay] = [days[0], days.at(-1)]
    if (firstDay === undefined || lastDay === undefined || this.#currencies.size === 0)
      throw new UnreadableRates('it holds no rates in the format of the ECB')
    return { rates: this.#rates, firstDay, lastDay }
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 20))
}

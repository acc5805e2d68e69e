import type { MoneyEntry } from '../store/events/queries/money-entries.ts'
import { localDay } from './local-time.ts'

/** A rate that was older than a week when a payment was made; as it was used, the answer names it. */
export interface StaleRate {
  currency: string
  rateDay: string
  /** The latest day of payments it was used for. */
  paidDay: string
}

const staleAfterDays = 7
const dayMs = 86_400_000

type Converted = Pick<MoneyEntry, 'paidCurrency' | 'paidAt' | 'rateDay'>

/** The rates used that were more than a week old when the payments were made, by currency and day. */
export function staleRates(movements: Iterable<Converted>, zone: string): StaleRate[] {
  const found = new Map<string, StaleRate>()
  const times = new Map<string, number>()
  const timeOf = (day: string) => {
    const known = times.get(day) ?? Date.parse(day)
    times.set(day, known)
    return known
  }
  for (const { paidCurrency: currency, paidAt, rateDay } of movements) {
    if (rateDay === '') continue
    // Zones are less than a day apart from UTC: most rates are fresh without asking the calendar.
    if (paidAt - timeOf(rateDay) <= (staleAfterDays - 1) * dayMs) continue
    const paidDay = localDay(paidAt, zone)
    if (Date.parse(paidDay) - Date.parse(rateDay) <= staleAfterDays * dayMs) continue
    const key = `${currency} ${rateDay}`
    const known = found.get(key)?.paidDay ?? ''
    if (paidDay > known) found.set(key, { currency, rateDay, paidDay })
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stale]) => stale)
}

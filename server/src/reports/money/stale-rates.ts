import { daysBetween, localDay } from '../../time/local-time.ts'
import type { MoneyEntry } from '../queries/money-entries.ts'

/** A rate that was older than a week when a payment was made. It was used nevertheless, so the answer lists it. */
export interface StaleRate {
  currency: string
  rateDay: string
  /** The latest day of payments it was used for. */
  paidDay: string
}

const staleAfterDays = 7

type Converted = Pick<MoneyEntry, 'paidCurrency' | 'paidAt' | 'rateDay'>

/** The rates used that were more than a week old when the payments were made, by currency and day. */
export function staleRates(movements: Iterable<Converted>, zone: string): StaleRate[] {
  const latest = new Map<string, Converted>()
  for (const movement of movements) {
    const { paidCurrency, paidAt, rateDay } = movement
    if (rateDay === '') continue
    const key = `${paidCurrency} ${rateDay}`
    if (paidAt > (latest.get(key)?.paidAt ?? 0)) latest.set(key, movement)
  }
  return [...latest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { paidCurrency, paidAt, rateDay }]) => ({
      ...{ currency: paidCurrency, rateDay, paidDay: localDay(paidAt, zone) },
    }))
    .filter(({ rateDay, paidDay }) => daysBetween(rateDay, paidDay) > staleAfterDays)
}

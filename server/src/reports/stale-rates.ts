import type { MoneyEntry } from '../store/events/queries/money-entries.ts'

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

const remembered = new WeakMap<readonly Converted[], StaleRate[]>()

/**
 * The rates used that were more than a week old when the payments were made, by currency and day; looked for
 * once in the same array.
 */
export function staleRates(movements: readonly Converted[]): StaleRate[] {
  const known = remembered.get(movements) ?? findStaleRates(movements)
  remembered.set(movements, known)
  return known
}

function findStaleRates(movements: readonly Converted[]): StaleRate[] {
  const found = new Map<string, StaleRate>()
  for (const { paidCurrency: currency, paidAt, rateDay } of movements) {
    if (rateDay === '') continue
    const paidDay = new Date(paidAt).toISOString().slice(0, 10)
    if (Date.parse(paidDay) - Date.parse(rateDay) <= staleAfterDays * dayMs) continue
    const key = `${currency} ${rateDay}`
    const known = found.get(key)?.paidDay ?? ''
    if (paidDay > known) found.set(key, { currency, rateDay, paidDay })
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stale]) => stale)
}

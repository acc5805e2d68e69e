import { dayMs, hourMs } from '../../../time/durations.ts'
import { monthlyAmount } from '../../subscriptions/monthly-amount.ts'
import type { BillingUnit, SubscriptionFact } from '../../subscriptions/subscription-fact.ts'
import { textOf } from './fields.ts'

const units: readonly BillingUnit[] = ['day', 'week', 'month', 'year']

/** A provider's word for a unit of time, in any case; null for other words. */
export function unitOf(value: unknown): BillingUnit | null {
  const word = textOf(value)?.toLowerCase()
  return units.find((unit) => unit === word) ?? null
}

/**
 * A subscription state with only the given fields. Throws if it or a discount has no amount that can be computed:
 * later, that would prevent the money of the same delivery, and all later states, from being recorded.
 */
export function subscriptionFact(
  known: Pick<SubscriptionFact, 'provider' | 'subscriptionId' | 'atMs' | 'state'> &
    Partial<SubscriptionFact>,
): SubscriptionFact {
  const none = { customerId: null, startedMs: null, trial: null, discounts: [] }
  const fact: SubscriptionFact = { ...none, how: 'event', ...known }
  const discounts = new Map(fact.discounts.map((discount) => [discount.id, discount]))
  const reduced = { currency: '', items: [], discountIds: [...discounts.keys()] }
  for (const state of [reduced, fact.state, fact.before]) {
    if (state) monthlyAmount(state, discounts, fact.atMs ?? 0)
  }
  return fact
}

/** A trial with known start and end. */
export function trialOf(startMs: number | null, endMs: number | null): SubscriptionFact['trial'] {
  return startMs === null || endMs === null || endMs <= startMs ? null : { startMs, endMs }
}

/** A period may begin and end on both sides of a change of clocks. */
const nearMs = 2 * hourMs
const mostMonths = 60

/**
 * The length of a period with known ends: whole years or months of the calendar, else weeks, else days. Null for
 * less than half a day.
 */
export function periodBetween(
  fromMs: number,
  toMs: number,
): { unit: BillingUnit; unitCount: number } | null {
  for (let months = 1; months <= mostMonths; months++) {
    if (Math.abs(monthsAfter(fromMs, months) - toMs) > nearMs) continue
    if (months % 12 === 0) return { unit: 'year', unitCount: months / 12 }
    return { unit: 'month', unitCount: months }
  }
  const days = Math.round((toMs - fromMs) / dayMs)
  if (days < 1) return null
  return days % 7 === 0 ? { unit: 'week', unitCount: days / 7 } : { unit: 'day', unitCount: days }
}

/** The same day some months later, or the last day of that month. */
export function monthsAfter(ms: number, months: number): number {
  const at = new Date(ms)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  return at.setUTCDate(Math.min(day, last))
}

/** The end of some consecutive periods. */
export function periodsAfter(ms: number, unit: BillingUnit, count: number): number {
  if (unit === 'month') return monthsAfter(ms, count)
  if (unit === 'year') return monthsAfter(ms, 12 * count)
  return ms + count * (unit === 'week' ? 7 : 1) * dayMs
}

const percentDigits = 16

/** A share in percent as decimal text, never more than it is. */
export function percentText(part: number, whole: number): string {
  const scaled = (BigInt(part) * 100n * 10n ** BigInt(percentDigits)) / BigInt(whole)
  const digits = String(scaled).padStart(percentDigits + 1, '0')
  return `${digits.slice(0, -percentDigits)}.${digits.slice(-percentDigits)}`
}

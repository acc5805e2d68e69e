import { dayMs } from '../../time/durations.ts'
import type { DuplicateOf, Payment } from '../rows/payment.ts'

/** How far apart two systems may date the same money. */
export const sameMoneyWithinMs = dayMs

/** A payment with all its ids, also those of the shop's order in its metadata. */
export interface Comparable {
  payment: Payment
  ids: ReadonlySet<string>
}

interface Pair {
  primary: Payment
  other: Payment
  by: DuplicateOf['by']
  apartMs: number
}

/**
 * Which payments repeat one of the primary provider, by payment id. Each payment of the primary provider is repeated
 * by at most one payment of every other provider, so that a customer who really pays twice is counted twice. Pairs
 * with a shared id come first, then the nearest in time: the pairs do not depend on the order of the payments.
 */
export function pairDuplicates(
  primary: string,
  payments: readonly Comparable[],
): Map<string, DuplicateOf> {
  const pairs = payments
    .filter(({ payment }) => payment.provider === primary)
    .flatMap((one) => payments.flatMap((other) => pairOf(one, other, primary) ?? []))
    .sort(byStrength)
  const found = new Map<string, DuplicateOf>()
  const repeated = new Set<string>()
  for (const { primary: one, other, by } of pairs) {
    const place = JSON.stringify([one.id, other.provider])
    if (found.has(other.id) || repeated.has(place)) continue
    found.set(other.id, { paymentId: one.id, by })
    repeated.add(place)
  }
  return found
}

function pairOf(one: Comparable, two: Comparable, primary: string): Pair | null {
  const { payment: other } = two
  if (other.provider === primary || other.isCountedByHand) return null
  const by = sameMoney(one, two)
  const apartMs = Math.abs(one.payment.paidAtMs - other.paidAtMs)
  return by === null ? null : { primary: one.payment, other, by, apartMs }
}

/** The evidence that two payments are the same money; null if there is none. */
export function sameMoney(a: Comparable, b: Comparable): DuplicateOf['by'] | null {
  const [one, other] = [a.payment, b.payment]
  const isEqual =
    one.provider !== other.provider &&
    one.amountMinor > 0 &&
    one.amountMinor === other.amountMinor &&
    one.currency === other.currency &&
    Math.abs(one.paidAtMs - other.paidAtMs) <= sameMoneyWithinMs
  if (!isEqual) return null
  if ([...a.ids].some((id) => b.ids.has(id))) return 'id'
  return one.emailHash !== null && one.emailHash === other.emailHash ? 'email' : null
}

/** Our own ids are random, so the provider's id breaks ties. */
function byStrength(a: Pair, b: Pair): number {
  const nameOf = (pair: Pair) =>
    JSON.stringify([
      pair.other.provider,
      pair.other.providerPaymentId,
      pair.primary.providerPaymentId,
    ])
  return (
    Number(a.by !== 'id') - Number(b.by !== 'id') ||
    a.apartMs - b.apartMs ||
    a.other.paidAtMs - b.other.paidAtMs ||
    (nameOf(a) < nameOf(b) ? -1 : 1)
  )
}

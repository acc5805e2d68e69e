import type { Discount, SubscriptionFact, SubscriptionState } from './subscription-fact.ts'

/** The discounts in all facts of a subscription, and of its customer. */
export interface KnownDiscounts {
  byId: ReadonlyMap<string, Discount>
  /** The customer's, in the order in which they began. */
  ofCustomer: readonly Discount[]
}

/** Reads the discounts of facts that are in order. */
export function knownDiscounts(ordered: readonly SubscriptionFact[]): KnownDiscounts {
  const byId = new Map<string, Discount>()
  for (const discount of ordered.flatMap((fact) => fact.discounts)) {
    byId.set(discount.id, merged(byId.get(discount.id), discount))
  }
  const ids = ordered.flatMap((fact) => (fact.isOfCustomer ? fact.discounts : []))
  const ofCustomer = [...new Set(ids.map(({ id }) => id))]
    .map((id) => byId.get(id) as Discount)
    .sort((a, b) => startOf(a) - startOf(b) || (a.id < b.id ? -1 : 1))
  return { byId, ofCustomer }
}

const startOf = ({ startMs }: Discount) => startMs ?? 0

/** The size that a coupon states takes precedence over the one seen on a bill, whichever came first. */
function merged(before: Discount | undefined, stated: Discount): Discount {
  if (before === undefined) return stated
  const sized = weightOf(stated) >= weightOf(before) ? stated : before
  const { percentOff, amountOffMinor, currency, size } = sized
  const measuredMs = Math.min(before.measuredMs ?? Infinity, stated.measuredMs ?? Infinity)
  const timed = stated.size === 'measured' ? before : stated
  const startMs = timed.startMs ?? before.startMs
  return {
    ...{ id: stated.id, endMs: timed.endMs },
    ...(startMs !== undefined && { startMs }),
    ...(percentOff !== undefined && { percentOff }),
    ...(amountOffMinor !== undefined && { amountOffMinor }),
    ...(currency !== undefined && { currency }),
    ...(size !== undefined && { size }),
    ...(size === 'measured' && Number.isFinite(measuredMs) && { measuredMs }),
  }
}

function weightOf({ size }: Discount): number {
  if (size === undefined) return 2
  return size === 'measured' ? 1 : 0
}

/** The ids of all discounts that reduce a state at a moment. */
export function discountIdsAt(
  { discountIds, hasItemDiscountsOnly }: SubscriptionState,
  { ofCustomer }: KnownDiscounts,
  atMs: number,
): readonly string[] {
  if (discountIds.length > 0 && hasItemDiscountsOnly !== true) return discountIds
  const latest = ofCustomer.findLast((one) => startOf(one) <= atMs)
  return latest === undefined ? discountIds : [...discountIds, latest.id]
}

/** When discounts begin or end without an event of the subscription, within a span whose ends are exclusive. */
export function discountChanges(
  { discountIds }: SubscriptionState,
  { byId, ofCustomer }: KnownDiscounts,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): number[] {
  const own = discountIds.flatMap((id) => byId.get(id) ?? [])
  const times = [
    ...own.map(({ endMs }) => endMs),
    ...[...byId.values()].map(({ measuredMs }) => measuredMs ?? null),
    ...ofCustomer.flatMap(({ startMs, endMs }) => [startMs ?? null, endMs]),
  ]
  const within = times.filter((ms): ms is number => ms !== null && ms > fromMs && ms < untilMs)
  return [...new Set(within)].sort((a, b) => a - b)
}

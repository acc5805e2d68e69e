import type {
  BillingUnit,
  Discount,
  SubscriptionItem,
  SubscriptionState,
} from './subscription-fact.ts'

/** How often each unit occurs in a year. Twelve months are a year, and 52 weeks are, as in `plan-of-payment.ts`. */
const perYear: Readonly<Record<BillingUnit, bigint>> = {
  day: 365n,
  week: 52n,
  month: 12n,
  year: 1n,
}

export interface MonthlyAmount {
  /** In minor units of the subscription's currency. */
  minor: number
  /** The share of each item, in their order; discounts reduce all items proportionally. */
  parts: number[]
  /** Items without a fixed price, which count 0. */
  unpriced: number
  /** Discounts that apply but whose size is unknown, which count 0. */
  unknownDiscounts: number
}

/** An exact fraction: what is added up is rounded once, at the end. */
interface Fraction {
  top: bigint
  bottom: bigint
}

/**
 * The monthly amount of a state, whatever its status: price × quantity of each item, per month, less the discounts
 * in force at `atMs`, never below 0. Half a minor unit is rounded up.
 */
export function monthlyAmount(
  { currency, items, discountIds }: Pick<SubscriptionState, 'currency' | 'items' | 'discountIds'>,
  known: ReadonlyMap<string, Discount>,
  atMs: number,
): MonthlyAmount {
  const amounts = items.map((item) =>
    item.unitMinor === null ? zero : ofItem(item, item.unitMinor),
  )
  let sum = amounts.reduce(add, zero)
  const unpriced = items.filter(({ unitMinor }) => unitMinor === null).length
  const period = items[0]
  let unknownDiscounts = 0
  for (const id of discountIds) {
    const discount = known.get(id)
    if (discount !== undefined && discount.endMs !== null && discount.endMs <= atMs) continue
    if (discount === undefined || !isSized(discount, atMs)) unknownDiscounts += 1
    else if ((discount.currency ?? currency) === currency) sum = less(sum, discount, period)
  }
  const minor = rounded(sum)
  return { minor, parts: split(minor, weightsOf(amounts)), unpriced, unknownDiscounts }
}

const zero: Fraction = { top: 0n, bottom: 1n }

/** Whole numbers in the ratio of some amounts. */
function weightsOf(amounts: readonly Fraction[]): bigint[] {
  const bottom = amounts.reduce((product, one) => product * one.bottom, 1n)
  return amounts.map((one) => (one.top > 0n ? (one.top * bottom) / one.bottom : 0n))
}

/**
 * Divides an amount in the ratio of some weights, to the last minor unit: the rest goes to the largest remainders.
 */
export function split(minor: number, weights: readonly bigint[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  if (all === 0n) return weights.map((_, index) => (index === 0 ? minor : 0))
  const exact = weights.map((weight) => BigInt(minor) * weight)
  const parts = exact.map((one) => Number(one / all))
  const left = minor - parts.reduce((sum, part) => sum + part, 0)
  const byRemainder = exact
    .map((one, index) => ({ index, remainder: one % all }))
    .sort((a, b) => Number(b.remainder - a.remainder > 0n) - Number(b.remainder - a.remainder < 0n))
  for (const { index } of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

function isSized({ size, measuredMs }: Discount, atMs: number): boolean {
  return size !== 'unknown' && (measuredMs === undefined || measuredMs <= atMs)
}

function ofItem({ quantity, unit, unitCount }: SubscriptionItem, unitMinor: string): Fraction {
  const { top, bottom } = decimal(unitMinor)
  return {
    top: top * BigInt(quantity) * perYear[unit],
    bottom: bottom * 12n * BigInt(unitCount),
  }
}

function less(sum: Fraction, discount: Discount, period: SubscriptionItem | undefined): Fraction {
  const { percentOff, amountOffMinor } = discount
  if (percentOff !== undefined) {
    const { top, bottom } = decimal(percentOff)
    return { top: sum.top * (100n * bottom - top), bottom: sum.bottom * 100n * bottom }
  }
  if (amountOffMinor === undefined || period === undefined) return sum
  const off = ofItem({ ...period, quantity: 1 }, String(-amountOffMinor))
  const left = add(sum, off)
  return left.top < 0n ? zero : left
}

function add(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom }
}

function rounded({ top, bottom }: Fraction): number {
  const minor = Number((2n * top + bottom) / (2n * bottom))
  if (!Number.isSafeInteger(minor))
    throw new RangeError('the amount of a subscription is too large')
  return Math.max(minor, 0)
}

function decimal(text: string): Fraction {
  const match = /^(-?)(\d{1,20})(?:\.(\d{1,20}))?$/.exec(text)
  if (match === null) throw new Error(`the amount ${text.slice(0, 40)} is no decimal number`)
  const [, sign, whole = '0', part = ''] = match
  const top = BigInt(whole + part)
  return { top: sign === '-' ? -top : top, bottom: 10n ** BigInt(part.length) }
}

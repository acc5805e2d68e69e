import type { Model } from '@tributary/contract/query.ts'
import { dayMs } from '../time/durations.ts'
import type { Touch } from './touches.ts'

/** Google's half-life for time decay, and its 40/20/40 for position (Google Ads AttributionModelEnum). */
const halfLifeMs = 7 * dayMs
/** Fractional weights are rounded to whole multiples of this. */
const realWeightScale = 2 ** 40
/** Rounds removal effects: a smaller difference is noise of the elimination. */
const effectScale = 2 ** 36

/** Context of a path that a model may use in addition to its touches. */
export interface Path {
  /**
   * Whether direct visits take part in the fractional models. Without it they only do if a path holds nothing else.
   * First and last touch always count them.
   */
  includeDirect?: boolean
  /** For Markov: the removal effect of each channel (removal-effects.ts). */
  removalEffects?: ReadonlyMap<string, number>
}

/**
 * The credit of each touch of a path, as whole numbers: a touch's share of a payment is its weight divided by the
 * sum of all. `touches` are in time order; the sum is 0 only if there are none.
 */
export function touchWeights(model: Model, touches: readonly Touch[], path: Path): number[] {
  switch (model) {
    case 'first':
      return touches.map((_, index) => Number(index === 0))
    case 'last':
      return touches.map((_, index) => Number(index === touches.length - 1))
    case 'last-non-direct': {
      const lastSource = touches.findLastIndex(({ isDirect }) => !isDirect)
      const credited = lastSource === -1 ? touches.length - 1 : lastSource
      return touches.map((_, index) => Number(index === credited))
    }
    case 'linear':
      return amongCounted(touches, path, (counted) => counted.map(() => 1))
    case 'time-decay':
      return amongCounted(touches, path, byAge)
    case 'position':
      return amongCounted(touches, path, byPosition)
    case 'shapley':
      return amongCounted(touches, path, (counted) => byChannel(counted, () => 1))
    case 'markov': {
      const effectOf = (channel: string) =>
        Math.round((path.removalEffects?.get(channel) ?? 0) * effectScale)
      return amongCounted(touches, path, (counted) =>
        counted.some(({ channel }) => effectOf(channel) > 0)
          ? byChannel(counted, effectOf)
          : counted.map(() => 1),
      )
    }
  }
}

/** Weighs the touches that take part and gives the others nothing. */
function amongCounted(
  touches: readonly Touch[],
  { includeDirect = false }: Path,
  weighCounted: (counted: readonly Touch[]) => number[],
): number[] {
  const onlyDirect = touches.every(({ isDirect }) => isDirect)
  const takesPart = (touch: Touch) => includeDirect || onlyDirect || !touch.isDirect
  const weights = weighCounted(touches.filter(takesPart))
  let next = 0
  return touches.map((touch) => (takesPart(touch) ? (weights[next++] ?? 0) : 0))
}

/** Half as much for each half-life before the last touch, which is equivalent to measuring from the payment. */
function byAge(touches: readonly Touch[]): number[] {
  const lastMs = touches.at(-1)?.atMs ?? 0
  return touches.map(({ atMs }) =>
    Math.round(realWeightScale * 2 ** (-(lastMs - atMs) / halfLifeMs)),
  )
}

/** 40 % each for the first and the last, the other 20 % evenly for those between. */
function byPosition({ length }: readonly Touch[]): number[] {
  const atEdge = length <= 2 ? 1 : 2 * (length - 2)
  return Array.from({ length }, (_, index) => (index === 0 || index === length - 1 ? atEdge : 1))
}

/**
 * Gives each channel of a path its worth once, however often it was touched, divided among its touches. With equal
 * worths this is the Shapley value of a game in which a set of channels is worth the conversions of the paths within
 * it (Zhao, Mahboobi, Bagheri 2018). `worthOf` returns whole numbers.
 */
function byChannel(touches: readonly Touch[], worthOf: (channel: string) => number): number[] {
  const counts = new Map<string, number>()
  for (const { channel } of touches) counts.set(channel, (counts.get(channel) ?? 0) + 1)
  const parts = commonMultiple([...counts.values()])
  const largest = Math.max(...[...counts.keys()].map(worthOf)) * parts
  // Beyond that (paths of hundreds of touches) the nearest whole weights are used.
  const isExact = largest * counts.size <= Number.MAX_SAFE_INTEGER
  const unit = isExact ? parts : (realWeightScale / largest) * parts
  return touches.map(({ channel }) =>
    Math.round((worthOf(channel) * unit) / (counts.get(channel) ?? 1)),
  )
}

/** The least common multiple; rounded where it is no longer exact. */
function commonMultiple(numbers: readonly number[]): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  return numbers.reduce((multiple, number) => multiple * (number / divisor(multiple, number)), 1)
}

/**
 * Splits whole minor units in proportion to whole weights so that the parts sum to the amount: each part is rounded
 * down, and what remains goes one by one to the largest remainders, ties to the earlier touch. A negative amount (a
 * refund) splits like its opposite, so that it takes back exactly what was given.
 */
export function splitMinor(amountMinor: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map(() => 0)
  const amount = Math.abs(amountMinor)
  const quotients = weights.map((weight) => divide(amount, weight, total))
  const parts = quotients.map(({ whole }) => whole)
  const left = amount - parts.reduce((sum, part) => sum + part, 0)
  if (left > 0) {
    const byRemainder = [...quotients.entries()].sort(
      ([a, { rest: ofA }], [b, { rest: ofB }]) => ofB - ofA || a - b,
    )
    for (const [index] of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  }
  return amountMinor < 0 ? parts.map((part) => (part === 0 ? 0 : -part)) : parts
}

/** `amount * weight / total` in whole numbers, exactly. */
function divide(amount: number, weight: number, total: number) {
  const product = amount * weight
  if (product <= Number.MAX_SAFE_INTEGER) {
    const rest = product % total
    return { whole: (product - rest) / total, rest }
  }
  const large = BigInt(amount) * BigInt(weight)
  const divisor = BigInt(total)
  return { whole: Number(large / divisor), rest: Number(large % divisor) }
}

import type { Model } from '@tributary/contract/query.ts'
import type { Touch } from './touches.ts'

const dayMs = 86_400_000
/** Google's half-life for time decay, and its 40/20/40 for position (Google Ads AttributionModelEnum). */
const halfLifeDays = 7
const edgeShare = 0.4
const weightScale = 2 ** 48

/** What a model may know of the path beside its touches. */
export interface Path {
  /** Where the path ends: the payment, or for a renewal its first payment. Milliseconds. */
  atMs: number
  /**
   * Whether direct visits take part in the models that share. Without it they only do where
   * a path holds nothing else. First and last touch always count them.
   */
  includeDirect?: boolean
  /** For Markov: what is lost without each channel, as removal-effects.ts works it out. */
  removalEffects?: ReadonlyMap<string, number>
}

/**
 * How much of a payment each touch of its path is credited with, shares that sum to 1. `touches` are
 * in time order; of none there is nothing to share and the answer is empty.
 */
export function shares(model: Model, touches: readonly Touch[], path: Path): number[] {
  const weights = weigh(model, touches, path)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

function weigh(model: Model, touches: readonly Touch[], path: Path): number[] {
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
      return amongCounted(touches, path, (counted) =>
        counted.map(({ atMs }) => 2 ** (-(path.atMs - atMs) / dayMs / halfLifeDays)),
      )
    case 'position':
      return amongCounted(touches, path, byPosition)
    case 'shapley':
      return amongCounted(touches, path, (counted) => byChannel(counted, () => 1))
    case 'markov': {
      const effectOf = (channel: string) => path.removalEffects?.get(channel) ?? 0
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

function byPosition({ length }: readonly Touch[]): number[] {
  if (length <= 2) return Array.from({ length }, () => 1)
  const middle = (1 - 2 * edgeShare) / (length - 2)
  return Array.from({ length }, (_, index) =>
    index === 0 || index === length - 1 ? edgeShare : middle,
  )
}

/**
 * Each channel of the path has its worth once, however often it was touched, and its touches share it.
 * With the same worth for all this is Shapley's value where a set of channels is worth the conversions
 * of the paths within it (Zhao, Mahboobi, Bagheri 2018).
 */
function byChannel(touches: readonly Touch[], worthOf: (channel: string) => number): number[] {
  const counts = new Map<string, number>()
  for (const { channel } of touches) counts.set(channel, (counts.get(channel) ?? 0) + 1)
  return touches.map(({ channel }) => worthOf(channel) / (counts.get(channel) ?? 1))
}

/**
 * Splits whole minor units by shares so that the parts sum to the amount: each gets what is whole,
 * what is left goes one by one to the largest remainders, ties to the earlier touch. A negative
 * amount (a refund) splits as its opposite does, so that it takes back exactly what was given.
 */
export function splitMinor(amountMinor: number, shares: readonly number[]): number[] {
  const whole = shares.indexOf(1)
  // Nearly every payment: nothing to split, and large integers are slow.
  if (whole !== -1) return shares.map((_, index) => (index === whole ? amountMinor : 0))
  // Whole weights, so that the arithmetic is exact and equal shares stay equal.
  const weights = shares.map((share) => BigInt(Math.round(share * weightScale)))
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  if (total === 0n) return shares.map(() => 0)
  const amount = BigInt(Math.abs(amountMinor))
  const parts = weights.map((weight) => (amount * weight) / total)
  let left = amount - parts.reduce((sum, part) => sum + part, 0n)
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % total }))
    .sort((a, b) =>
      a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
    )
  for (const { index } of byRemainder) {
    if (left === 0n) break
    parts[index] = (parts[index] ?? 0n) + 1n
    left -= 1n
  }
  return parts.map((part) => (amountMinor < 0 && part !== 0n ? -Number(part) : Number(part)))
}

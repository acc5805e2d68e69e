import type { Model } from '@tributary/contract/query.ts'
import type { Touch } from '../../attribution/touches.ts'

/* The attribution models computed with exact fractions, from their definitions alone. */

/** Numerator and denominator. */
type Fraction = readonly [bigint, bigint]

const zero: Fraction = [0n, 1n]
const whole = (value: number): Fraction => [BigInt(value), 1n]
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d]
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const over = (a: Fraction, [c, d]: Fraction): Fraction => times(a, [d, c])
const isLess = ([a, b]: Fraction, [c, d]: Fraction) => a * d < c * b
const floorOf = ([a, b]: Fraction) => a / b

const weekMs = 7 * 86_400_000

interface SlowPath {
  includeDirect: boolean
  /** Whole numbers in proportion to the effects. */
  effects?: Readonly<Record<string, number>>
}

/** Minor units for each touch, oldest first. Touches are whole weeks apart: time decay knows no other fractions. */
export function slowSplit(
  model: Model,
  touches: readonly Touch[],
  amountMinor: number,
  path: SlowPath,
): number[] {
  const shares = slowShares(model, touches, path)
  const exact = shares.map((share) => times(share, whole(amountMinor)))
  const parts = exact.map(floorOf)
  // Of all that were not increased yet, the first with the largest remainder, until nothing is left.
  const given = new Set<number>()
  const rest = (index: number) =>
    plus(exact[index] as Fraction, [-floorOf(exact[index] as Fraction), 1n])
  for (let left = BigInt(amountMinor) - parts.reduce((a, b) => a + b, 0n); left > 0n; left--) {
    const open = [...parts.keys()].filter((index) => !given.has(index))
    const best = open.reduce((a, b) => (isLess(rest(a), rest(b)) ? b : a))
    given.add(best)
    parts[best] = (parts[best] ?? 0n) + 1n
  }
  return parts.map(Number)
}

function slowShares(model: Model, touches: readonly Touch[], path: SlowPath): Fraction[] {
  const last = touches.length - 1
  const only = (credited: number) => touches.map((_, index) => whole(Number(index === credited)))
  if (model === 'first') return only(0)
  if (model === 'last') return only(last)
  const sources = [...touches.keys()].filter((index) => touches[index]?.isDirect === false)
  if (model === 'last-non-direct') return only(sources.at(-1) ?? last)
  const counted = path.includeDirect || sources.length === 0 ? [...touches.keys()] : sources
  const shares = sharesOf(
    model,
    counted.map((index) => touches[index] as Touch),
    path,
  )
  return touches.map((_, index) => shares[counted.indexOf(index)] ?? zero)
}

function sharesOf(model: Model, touches: readonly Touch[], { effects }: SlowPath): Fraction[] {
  const count = touches.length
  const even = touches.map((): Fraction => [1n, BigInt(count)])
  if (model === 'linear') return even
  if (model === 'position') {
    if (count <= 2) return even
    const middle: Fraction = [2n, 10n * BigInt(count - 2)]
    return touches.map((_, index) => (index % (count - 1) === 0 ? [4n, 10n] : middle))
  }
  if (model === 'time-decay') {
    const lastMs = touches.at(-1)?.atMs ?? 0
    return normalised(touches.map(({ atMs }) => [1n, 2n ** BigInt((lastMs - atMs) / weekMs)]))
  }
  const channels = [...new Set(touches.map(({ channel }) => channel))]
  const worth = (channel: string) => (model === 'shapley' ? 1 : (effects?.[channel] ?? 0))
  const sum = channels.reduce((total, channel) => total + worth(channel), 0)
  if (sum === 0) return even
  return touches.map(({ channel }) => {
    const alike = touches.filter((other) => other.channel === channel).length
    return over(whole(worth(channel)), whole(sum * alike))
  })
}

function normalised(weights: Fraction[]): Fraction[] {
  const total = weights.reduce(plus, zero)
  return weights.map((weight) => over(weight, total))
}

/** A path over channels, and how many took it with and without a conversion. */
export interface SlowJourney {
  path: readonly string[]
  converted: number
  lost: number
}

/**
 * The chance that a random walk over the journeys' steps converts if all who reach `removed` are lost: step by step,
 * until next to none are left.
 */
export function slowConversionChance(journeys: readonly SlowJourney[], removed?: string): number {
  const steps = journeys.flatMap(({ path, converted, lost }) => {
    const places = ['start', ...path.filter((place, index) => place !== path[index - 1])]
    const pairs = places.map((from, index) => ({ from, to: places[index + 1] }))
    return pairs.flatMap(({ from, to }) =>
      to === undefined
        ? [
            { from, to: 'converted', count: converted },
            { from, to: 'lost', count: lost },
          ]
        : [{ from, to, count: converted + lost }],
    )
  })
  let walkers = new Map([['start', 1]])
  let chance = 0
  for (let round = 0; round < 10_000 && walkers.size > 0; round++) {
    const next = new Map<string, number>()
    for (const [place, part] of walkers) {
      const leaving = steps.filter(({ from }) => from === place)
      const all = leaving.reduce((sum, { count }) => sum + count, 0)
      for (const { to, count } of leaving) {
        const arrived = (part * count) / all
        if (to === 'converted') chance += arrived
        else if (to !== 'lost' && to !== removed && arrived > 1e-18) {
          next.set(to, (next.get(to) ?? 0) + arrived)
        }
      }
    }
    walkers = next
  }
  return chance
}

/** Shapley's value of a channel by its definition: over every set of the others, by what it adds. */
export function slowShapley(journeys: readonly SlowJourney[], channel: string): number {
  const channels = [...new Set(journeys.flatMap(({ path }) => path))]
  const others = channels.filter((other) => other !== channel)
  const worthOf = (members: readonly string[]) =>
    journeys
      .filter(({ path }) => path.every((step) => members.includes(step)))
      .reduce((sum, { converted }) => sum + converted, 0)
  const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1))
  let value = 0
  for (let mask = 0; mask < 2 ** others.length; mask++) {
    const members = others.filter((_, index) => (mask >> index) % 2 === 1)
    const weight =
      (factorial(members.length) * factorial(channels.length - members.length - 1)) /
      factorial(channels.length)
    value += weight * (worthOf([...members, channel]) - worthOf(members))
  }
  return value
}

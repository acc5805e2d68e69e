import { type Model, models } from '@tributary/contract/query.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostMinor } from '../money/money.ts'
import { slowSplit } from '../test/slow-reports/slow-models.ts'
import { dayMs } from '../time/durations.ts'
import { splitMinor, touchWeights } from './models.ts'
import { creditableTouches, type Touch, touchesInWindow } from './touches.ts'

const payment = Date.UTC(2026, 10, 20)
const touch = (daysBefore: number, isDirect = false, channel = ''): Touch => ({
  atMs: payment - daysBefore * dayMs,
  isDirect,
  channel,
})
/** Social two weeks before, search one week before, mail yesterday, direct when paying. */
const path = [touch(14), touch(7), touch(1), touch(0, true)]
const split = (model: Model, includeDirect = false, touches = path) =>
  splitMinor(10_000, touchWeights(model, touches, { includeDirect }))

describe('models', () => {
  it.each<[Model, boolean, number[]]>([
    ['first', false, [10_000, 0, 0, 0]],
    ['last', false, [0, 0, 0, 10_000]],
    ['last-non-direct', false, [0, 0, 10_000, 0]],
    ['linear', true, [2500, 2500, 2500, 2500]],
    ['linear', false, [3334, 3333, 3333, 0]],
    ['time-decay', true, [941, 1883, 3411, 3765]],
    ['time-decay', false, [1510, 3020, 5470, 0]],
    ['position', true, [4000, 1000, 1000, 4000]],
    ['position', false, [4000, 2000, 4000, 0]],
  ])('splits 100.00 by %s (direct takes part: %s)', (model, includeDirect, expected) => {
    expect(split(model, includeDirect)).toEqual(expected)
  })

  it.each([...models])('credits direct by %s when there is nothing else', (model) => {
    expect(split(model, false, [touch(3, true)])).toEqual([10_000])
  })

  it('shares among channels and not among touches by shapley', () => {
    const touches = [touch(9, false, 'A'), touch(5, false, 'B'), touch(1, false, 'A')]
    expect(split('shapley', false, touches)).toEqual([2500, 5000, 2500])
  })

  it('shares by removal effects by markov, and evenly where all are zero', () => {
    const touches = [touch(9, false, 'A'), touch(5, false, 'B'), touch(1, false, 'A')]
    const by = (removalEffects: ReadonlyMap<string, number>) =>
      splitMinor(10_000, touchWeights('markov', touches, { removalEffects }))
    const effects = new Map(Object.entries({ A: 0.2, B: 0.6 }))
    expect(by(effects)).toEqual([1250, 7500, 1250])
    expect(by(new Map())).toEqual([3334, 3333, 3333])
  })

  it('gives the remainder to the earliest of ten touches by position', () => {
    const ten = Array.from({ length: 10 }, (_, index) => touch(10 - index))
    const middle = [...Array(3).fill(688), ...Array(5).fill(687)]
    expect(splitMinor(27_496, touchWeights('position', ten, {}))).toEqual([
      10_999,
      ...middle,
      10_998,
    ])
  })
})

/** Up to 40 touches, whole weeks apart, so that each model's shares are fractions. */
const weeklyTouches = fc
  .array(
    fc.record({ week: fc.nat(30), isDirect: fc.boolean(), channel: fc.constantFrom(...'ABCDE') }),
    { minLength: 1, maxLength: 40 },
  )
  .map((some) =>
    some
      .sort((a, b) => b.week - a.week)
      .map(({ week, isDirect, channel }) => touch(7 * week, isDirect, channel)),
  )

const anyTouches = fc.array(
  fc.record({
    atMs: fc.integer({ min: payment - 90 * dayMs, max: payment }),
    isDirect: fc.boolean(),
    channel: fc.constantFrom('A', 'B', 'C'),
  }),
  { minLength: 1, maxLength: 30 },
)

describe('splitting', () => {
  it('equals the definitions computed with exact fractions, whatever the model and the path', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...models),
        weeklyTouches,
        fc.oneof(fc.nat(200), fc.nat(5_000_000), fc.maxSafeNat()),
        fc.boolean(),
        (model, touches, amountMinor, includeDirect) => {
          const effects = { A: 3, B: 1, C: 0, D: 2, E: 2 }
          const removalEffects = new Map(
            Object.entries(effects).map(([name, effect]) => [name, effect / 8]),
          )
          const weights = touchWeights(model, touches, { includeDirect, removalEffects })
          expect(splitMinor(amountMinor, weights)).toEqual(
            slowSplit(model, touches, amountMinor, { includeDirect, effects }),
          )
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('sums to the amount to the cent, whatever the model, the path and the amount', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...models),
        anyTouches,
        fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }),
        fc.boolean(),
        (model, touches, amountMinor, includeDirect) => {
          const ordered = touches.sort((a, b) => a.atMs - b.atMs)
          const parts = splitMinor(amountMinor, touchWeights(model, ordered, { includeDirect }))
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amountMinor)
          expect(parts.every((part) => Number.isSafeInteger(part))).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('gives each channel its share of a path of hundreds of touches, and sums to the cent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 14 }),
        fc.constantFrom('shapley' as const, 'markov' as const),
        fc.oneof(fc.nat(5_000_000), fc.integer({ min: 0, max: mostMinor })),
        (counts, model, amountMinor) => {
          const touches = counts.flatMap((count, index) =>
            Array.from({ length: count }, () => touch(1, false, `channel ${index}`)),
          )
          const effectOf = (index: number) => (model === 'markov' ? (1 + (index % 4)) / 4 : 1)
          const removalEffects = new Map(
            counts.map((_, index) => [`channel ${index}`, effectOf(index)]),
          )
          const parts = splitMinor(amountMinor, touchWeights(model, touches, { removalEffects }))
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amountMinor)
          const all = counts.reduce((sum, _, index) => sum + effectOf(index), 0)
          let from = 0
          for (const [index, count] of counts.entries()) {
            const ideal = (amountMinor * effectOf(index)) / all / count
            for (const part of parts.slice(from, from + count)) {
              expect(Math.abs(part - ideal)).toBeLessThanOrEqual(1 + ideal / 1e9)
            }
            from += count
          }
        },
      ),
    )
  })

  it('takes back by a full refund exactly what each touch was given', () => {
    fc.assert(
      fc.property(anyTouches, fc.integer({ min: 1, max: 1_000_000 }), (touches, amountMinor) => {
        const weights = touchWeights('linear', touches, {})
        expect(splitMinor(-amountMinor, weights)).toEqual(
          splitMinor(amountMinor, weights).map((part) => (part === 0 ? 0 : -part)),
        )
      }),
    )
  })

  it('gives the odd cent to the earlier touch', () => {
    expect(splitMinor(100, [1, 1, 1])).toEqual([34, 33, 33])
  })
})

describe('the window', () => {
  it('counts a touch exactly at either edge and none beyond', () => {
    const touches = [touch(91), touch(90), touch(0), touch(-1)]
    expect(touchesInWindow(touches, payment, 90)).toEqual([touch(90), touch(0)])
  })

  it('lets first touch alone reach back to the last one before it', () => {
    const touches = [touch(200), touch(100)]
    const within = (model: Model) =>
      creditableTouches(touches, payment, { model, lookbackDays: 90 })
    expect(within('first')).toEqual([touch(100)])
    expect(within('last')).toEqual([])
    expect(within('linear')).toEqual([])
  })
})

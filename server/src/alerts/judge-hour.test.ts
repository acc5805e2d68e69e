import { alertSensitivities } from '@tributary/contract/app/alerts.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chanceOfMoney,
  chanceOfVisitors,
  judgeHour,
  leastWeeks,
  type UsualRule,
} from './judge-hour.ts'

const visitors = fc.integer({ min: 0, max: 100_000 })
const history = fc.array(visitors, { minLength: leastWeeks, maxLength: 8 })
const sensitivity = fc.constantFrom(...alertSensitivities)
const ofVisitors = (level: UsualRule['sensitivity'], minimum = 20): UsualRule => ({
  sensitivity: level,
  minimum,
  chance: chanceOfVisitors,
})

describe('an hour', () => {
  it.each([
    ['five times the usual', 500, [100, 110, 90, 100], 'spike'],
    ['a third of the usual', 30, [100, 110, 90, 100], 'drop'],
    ['nothing where there is always something', 0, [100, 110, 90, 100], 'drop'],
    ['a little more', 130, [100, 110, 90, 100], undefined],
    ['twice the usual of weeks that differ much', 200, [20, 300, 100, 180], undefined],
    ['twice of what is too little to tell', 12, [6, 6, 6, 6], undefined],
    ['nothing on a site that has hardly anybody', 0, [3, 2, 4, 3], undefined],
    ['the first crowd ever', 400, [0, 0, 0, 0], 'spike'],
    ['anything while two weeks are known', 10_000, [1, 1], undefined],
    ['a crowd like the one of a single week before', 480, [100, 500, 100, 100], 'spike'],
  ])('with %s is judged', (_what, value, weeksBefore, verdict) => {
    expect(judgeHour(value, weeksBefore, ofVisitors('medium'))?.verdict).toBe(verdict)
  })

  it('like every week before is never news', () => {
    fc.assert(
      fc.property(visitors, sensitivity, (value, level) => {
        const same = Array.from({ length: 8 }, () => value)
        expect(judgeHour(value, same, ofVisitors(level))).toBeUndefined()
      }),
    )
  })

  it('that is a spike is one with more visitors, too, and one that is a drop with fewer', () => {
    fc.assert(
      fc.property(visitors, history, sensitivity, fc.nat(10_000), (value, weeks, level, more) => {
        const verdict = judgeHour(value, weeks, ofVisitors(level))?.verdict
        if (verdict === 'spike') {
          expect(judgeHour(value + more, weeks, ofVisitors(level))?.verdict).toBe('spike')
        }
        if (verdict === 'drop') {
          const fewer = Math.max(0, value - more)
          expect(judgeHour(fewer, weeks, ofVisitors(level))?.verdict).toBe('drop')
        }
      }),
    )
  })

  it('below the minimum is no spike, and none is a drop where the usual is below it', () => {
    fc.assert(
      fc.property(visitors, history, sensitivity, visitors, (value, weeks, level, minimum) => {
        const judged = judgeHour(value, weeks, ofVisitors(level, minimum))
        if (judged?.verdict === 'spike') expect(value).toBeGreaterThanOrEqual(minimum)
        if (judged?.verdict === 'drop') expect(judged.usual).toBeGreaterThanOrEqual(minimum)
      }),
    )
  })

  it('is judged the same in any order of weeks, and a higher sensitivity never misses what a lower one finds', () => {
    fc.assert(
      fc.property(visitors, history, (value, weeks) => {
        const [low, medium, high] = alertSensitivities.map(
          (level) => judgeHour(value, weeks, ofVisitors(level))?.verdict,
        )
        expect(judgeHour(value, [...weeks].reverse(), ofVisitors('medium'))?.verdict).toBe(medium)
        if (low !== undefined) expect(medium).toBe(low)
        if (medium !== undefined) expect(high).toBe(medium)
      }),
    )
  })

  it('of money is judged the same in any currency', () => {
    const rule = (minimum: number): UsualRule => ({
      sensitivity: 'medium',
      minimum,
      chance: chanceOfMoney,
    })
    fc.assert(
      fc.property(visitors, history, (value, weeks) => {
        // By a power of two, so that the results are equal to the last bit.
        const scaled = weeks.map((one) => one * 128)
        expect(judgeHour(value * 128, scaled, rule(128 * 50))?.verdict).toBe(
          judgeHour(value, weeks, rule(50))?.verdict,
        )
      }),
    )
  })
})

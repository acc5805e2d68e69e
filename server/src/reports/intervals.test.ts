import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mean, wilson } from './intervals.ts'

describe('the interval of a rate', () => {
  // E. B. Wilson's formula, computed elsewhere: 10 of 100 and 0 of 20.
  it.each([
    [10, 100, 0.055229, 0.174366],
    [0, 20, 0, 0.161125],
    [20, 20, 0.838875, 1],
  ])('%i of %i lies from %f to %f', (part, whole, low, high) => {
    const interval = wilson(part, whole)
    expect(interval?.low).toBeCloseTo(low, 5)
    expect(interval?.high).toBeCloseTo(high, 5)
  })

  it('is wide with few visitors, and narrow with many', () => {
    expect(wilson(1, 30)?.uncertain).toBe(true)
    expect(wilson(300, 10_000)?.uncertain).toBe(false)
  })

  it('is absent without visitors, or with more payers than visitors', () => {
    expect(wilson(0, 0)).toBeUndefined()
    expect(wilson(3, 2)).toBeUndefined()
  })

  it('holds the rate', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.integer({ min: 1, max: 1000 }), (some, more) => {
        const [part, whole] = [some, some + more]
        const interval = wilson(part, whole)
        expect(interval?.low).toBeLessThanOrEqual(part / whole + 1e-6)
        expect(interval?.high).toBeGreaterThanOrEqual(part / whole - 1e-6)
      }),
    )
  })
})

describe('the interval of a mean', () => {
  it('is that of all amounts, those of nothing included', () => {
    // 2 and 4 of four people: mean 1.5, variance (4 + 16 - 36/4) / 3.
    const reach = 1.959964 * Math.sqrt(11 / 3 / 4)
    const interval = mean({ count: 2, sum: 6, squares: 20 }, 4)
    expect(interval?.low).toBeCloseTo(1.5 - reach, 9)
    expect(interval?.high).toBeCloseTo(1.5 + reach, 9)
    expect(interval?.uncertain).toBe(true)
  })

  it('is absent for one visitor', () => {
    expect(mean({ count: 1, sum: 5, squares: 25 }, 1)).toBeUndefined()
  })
})

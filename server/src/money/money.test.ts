import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyDecimals, findCurrency } from './currencies.ts'
import { formatMajorUnits, toMajorUnits, toMinorUnits } from './money.ts'

const anyCurrency = fc.constantFrom(...currencyDecimals.keys())

describe('currencies', () => {
  it('knows the number of decimals of unusual currencies', () => {
    const expected = { USD: 2, JPY: 0, ISK: 0, UGX: 0, KWD: 3, IQD: 3, HUF: 2, IDR: 2, CLF: 4 }
    for (const [code, decimals] of Object.entries(expected)) {
      expect([code, currencyDecimals.get(code)]).toEqual([code, decimals])
    }
  })

  it('lists each code once, in three capitals', () => {
    expect(currencyDecimals.size).toBe(17 + 145 + 7 + 2)
    for (const code of currencyDecimals.keys()) expect(code).toMatch(/^[A-Z]{3}$/)
  })

  it('finds a code in any case and refuses anything else', () => {
    expect(findCurrency(' eur ')).toBe('EUR')
    for (const text of ['', 'EURO', 'XXX', 'XAU', 'US', '€', 'constructor']) {
      expect(findCurrency(text)).toBeUndefined()
    }
  })
})

describe('toMinorUnits', () => {
  it.each([
    [19.99, 'USD', 1999],
    [0.1 + 0.7, 'USD', undefined],
    [1.005, 'USD', undefined],
    [1.005, 'KWD', 1005],
    [0, 'USD', 0],
    [-0, 'USD', 0],
    [-5.5, 'USD', -550],
    [1500, 'JPY', 1500],
    [1500.5, 'JPY', undefined],
    [1e5, 'EUR', 10_000_000],
    [1e-2, 'EUR', 1],
    [1e-7, 'EUR', undefined],
    [9999999999999.99, 'USD', 999999999999999],
    [10000000000000, 'USD', undefined],
    [90071992547409.91, 'USD', undefined],
    [0, 'CLF', 0],
    [0, 'JPY', 0],
    [1e21, 'JPY', undefined],
    [Number.MAX_VALUE, 'JPY', undefined],
    [Number.MIN_VALUE, 'JPY', undefined],
  ])('%d %s', (amount, currency, expected) => {
    const result = toMinorUnits(amount, currency)
    expect('amountMinor' in result ? result.amountMinor : undefined).toBe(expected)
  })

  it('says whether an amount is too large or too precise', () => {
    expect(toMinorUnits(1.999, 'USD')).toEqual({ problem: 'too-many-decimals' })
    expect(toMinorUnits(1e300, 'USD')).toEqual({ problem: 'too-large' })
  })

  it('round-trips every amount of up to 15 digits, in every currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 - 1e15, max: 1e15 - 1 }), anyCurrency, (minor, currency) => {
        expect(toMinorUnits(toMajorUnits(minor, currency), currency)).toEqual({
          amountMinor: minor,
        })
        expect(Number(formatMajorUnits(minor, currency))).toBe(toMajorUnits(minor, currency))
      }),
    )
  })

  it('agrees with decimal text wherever it accepts a double', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
        anyCurrency,
        (amount, currency) => {
          const result = toMinorUnits(amount, currency)
          if ('amountMinor' in result) {
            expect(toMajorUnits(result.amountMinor, currency)).toBe(amount === 0 ? 0 : amount)
          }
        },
      ),
    )
  })
})

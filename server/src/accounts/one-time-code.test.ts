import { describe, expect, it } from 'vitest'
import { base32, matchingStep, oneTimeCode, stepAt } from './one-time-code.ts'

const secret = Buffer.from('12345678901234567890')

describe('a one-time code', () => {
  // RFC 6238, appendix B, the rows of SHA-1.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('of second %i is %s', (seconds, code) => {
    expect(oneTimeCode(secret, stepAt(seconds * 1000), 8)).toBe(code)
    expect(oneTimeCode(secret, stepAt(seconds * 1000))).toBe(code.slice(2))
  })

  // RFC 4226, appendix D.
  it.each([
    [0, '755224'],
    [1, '287082'],
    [2, '359152'],
    [3, '969429'],
    [4, '338314'],
    [5, '254676'],
  ])('of counter %i is %s', (counter, code) => {
    expect(oneTimeCode(secret, counter)).toBe(code)
  })

  it('counts for its own step and its neighbours, and for no other', () => {
    const nowMs = 1_800_000_015_000
    const step = stepAt(nowMs)
    for (const near of [step - 1, step, step + 1]) {
      expect(matchingStep(secret, oneTimeCode(secret, near), nowMs)).toBe(near)
    }
    for (const code of [
      oneTimeCode(secret, step - 2),
      oneTimeCode(secret, step + 2),
      '',
      '12345',
    ]) {
      expect(matchingStep(secret, code, nowMs)).toBeUndefined()
    }
  })
})

// RFC 4648, section 10, without padding.
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %j in base32 as %j', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected)
})

import { describe, expect, it } from 'vitest'
import type { PayerTouch } from '../store/events/queries/payer-visits.ts'
import { type CreditingRule, creditMoney, creditMoneyOnce, type Movement } from './credit-money.ts'

const rule: CreditingRule = { model: 'linear', lookbackDays: 30, includeDirect: false }
const dayMs = 86_400_000

/** Some who have two devices, so that a path is of two visitors. */
const movements = Array.from({ length: 60 }, (_, at): Movement => {
  const moment = (20 + (at % 13)) * dayMs
  return {
    paymentId: `payment ${at}`,
    kind: at % 9 === 8 ? 'refund' : 'payment',
    at: moment,
    paidAt: moment,
    pathAt: moment,
    amountMinor: 1_000 + 7 * at,
    currency: 'EUR',
    paidCurrency: 'EUR',
    rateDay: '',
    renewal: false,
    visitorId: `visitor ${at % 17}`,
    payer: `payer ${at % 17}`,
    subscription: '',
    intervalMonths: 0,
    isFirst: false,
    keys: [],
    pathVisitors: at % 5 === 0 ? [] : [`${at % 17}`, ...(at % 3 === 0 ? [`${(at + 1) % 17}`] : [])],
  }
})

const touch = (visitor: number, day: number, source: string): PayerTouch => ({
  visitor: `${visitor}`,
  session: `${visitor} ${day}`,
  startedMs: day * dayMs,
  midVisit: false,
  touch: source === '' ? 'direct' : 'source',
  channel: source === '' ? 'Direct' : 'Email',
  keys: [source],
  passes: true,
})

const visits = Array.from({ length: 90 }, (_, at) =>
  touch(at % 17, at / 4, at % 4 ? `${at % 4}` : ''),
)
const inOrder = (some: readonly PayerTouch[]) => some.toSorted((a, b) => a.startedMs - b.startedMs)

describe('money that is split again', () => {
  it.each([
    ['one payer came back', inOrder([...visits, touch(3, 18.5, 'newsletter')])],
    ['somebody who never paid came', inOrder([...visits, touch(99, 18.5, 'newsletter')])],
    ['a touch of one is gone', visits.filter((_, at) => at !== 40)],
    [
      'a touch of one is another',
      visits.map((one, at) => (at === 41 ? { ...one, keys: ['x'] } : one)),
    ],
    ['all are others', visits.map((one) => ({ ...one, keys: ['x'] }))],
    ['nobody is left', []],
  ])('is what it is from the beginning when %s', (_what, changed) => {
    const before = creditMoneyOnce(movements, visits, rule)
    expect(before).toEqual(creditMoney(movements, visits, rule))
    expect(creditMoneyOnce(movements, changed, rule)).toEqual(creditMoney(movements, changed, rule))
    expect(creditMoneyOnce(movements, [...visits], rule)).toEqual(before)
    const first: CreditingRule = { ...rule, model: 'first' }
    expect(creditMoneyOnce(movements, changed, first)).toEqual(
      creditMoney(movements, changed, first),
    )
  })

  it('leaves the credits of everybody else as they are', () => {
    const own = [...movements]
    const before = creditMoneyOnce(own, visits, rule)
    const after = creditMoneyOnce(own, inOrder([...visits, touch(3, 18.5, 'x')]), rule)
    const known = new Set(before)
    const others = after.filter(({ movement }) => !movement.pathVisitors.includes('3'))
    expect(others.length).toBeGreaterThan(50)
    expect(others.every((credit) => known.has(credit))).toBe(true)
    expect(after.length).toBeGreaterThan(before.length)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aPayment } from '../../../test/a-payment.ts'
import { dayMs } from '../../../time/durations.ts'
import { noLink } from '../../rows/payment.ts'
import { decideByTime, expectedOthers, expectedPrecision, payerShare } from './link-by-time.ts'
import { isBetterLink } from './link-payment.ts'
import type { TimeFacts } from './link-step.ts'

const paidAtMs = Date.UTC(2026, 10, 20, 12)

const one = { visitorId: 'v_1', sessionId: 's_1', checkoutIntent: false }

function facts(overrides: Partial<TimeFacts> = {}): TimeFacts {
  return {
    sessions: [one],
    competing: false,
    rate: { sessions: 1, checkoutSessions: 0, firstMs: paidAtMs - 30 * dayMs },
    payments: { all: 0, known: 0 },
    refunded: false,
    imported: false,
    ...overrides,
  }
}

describe('expectedPrecision', () => {
  it.each([
    [0.5, 0.02, 0.98],
    [0.5, 1, 0.5],
    [0.7, 0.2, 0.92],
    [0.7, 0.5, 0.82],
    [0.9, 0.1, 0.99],
    [0.9, 1, 0.9],
    [0.7, 0, 1],
  ])('with p %d and m %d is %d', (share, others, precision) => {
    expect(expectedPrecision(share, others)).toBeCloseTo(precision, 1.9)
    expect(expectedPrecision(share, others)).toBeLessThanOrEqual(1)
  })
})

describe('what the precision rests on', () => {
  it('takes 0.7 for the share of tracked payers until 20 are known, then what is known', () => {
    expect(payerShare({ all: 0, known: 0 })).toBe(0.7)
    expect(payerShare({ all: 19, known: 19 })).toBe(0.7)
    expect(payerShare({ all: 40, known: 20 })).toBe(0.5)
    expect(payerShare({ all: 998, known: 998 })).toBe(0.999)
  })

  it('measures the other sessions over seven days, a young site over its own life', () => {
    expect(expectedOthers(335, paidAtMs - 30 * dayMs, paidAtMs)).toBe(1)
    expect(expectedOthers(95, paidAtMs - 2 * dayMs, paidAtMs)).toBe(1)
    expect(expectedOthers(47, paidAtMs - 3_600_000, paidAtMs)).toBe(1)
    expect(expectedOthers(-1, paidAtMs, paidAtMs)).toBe(1 / 48)
  })
})

describe('decideByTime', () => {
  it('links at a precision of exactly 0.9 and not below', () => {
    // p 0.9 and m 1 make 0.9; a few sessions more in seven days make less.
    const payments = { all: 98, known: 89 }
    const at = (sessions: number) =>
      decideByTime(
        aPayment(),
        facts({ payments, rate: { ...facts().rate, sessions: sessions + 1 } }),
      ).note
    expect(at(335)).toMatchObject({ outcome: 'linked', figures: { precision: 0.9 } })
    expect(at(340)).toMatchObject({ outcome: 'rejected', reason: 'precision-too-low' })
  })

  it('is never certain, however quiet the site is and however many payments were linked', () => {
    const counts = fc.record({ all: fc.nat(1e9), unknown: fc.nat(1e9), ageMs: fc.nat(400 * dayMs) })
    fc.assert(
      fc.property(counts, fc.nat(10_000), ({ all, unknown, ageMs }, sessions) => {
        const { link } = decideByTime(
          aPayment(),
          facts({
            payments: { all, known: Math.max(all - unknown, 0) },
            rate: { sessions, checkoutSessions: 0, firstMs: paidAtMs - ageMs },
          }),
        )
        expect(link?.confidence ?? 0.9).toBeGreaterThanOrEqual(0.9)
        expect(link?.confidence ?? 0).toBeLessThan(1)
      }),
    )
  })

  it('counts only the sessions with checkout intent as others when one of them is the candidate', () => {
    const busy = { sessions: 5000, checkoutSessions: 2, firstMs: paidAtMs - 30 * dayMs }
    const buyer = { visitorId: 'v_2', sessionId: 's_2', checkoutIntent: true }
    const { note, link } = decideByTime(aPayment(), facts({ sessions: [buyer, one], rate: busy }))
    expect(link?.visitorId).toBe('v_2')
    expect(note.candidates).toEqual([
      { visitorId: 'v_2', sessionId: 's_2', rejected: null },
      { visitorId: 'v_1', sessionId: 's_1', rejected: 'no-checkout-intent' },
    ])
  })

  it.each([
    ['renewal', { renewal: true }, {}],
    ['no-amount', { amountMinor: 0 }, {}],
    ['back-dated', { receivedMs: paidAtMs + 11 * 60_000 }, {}],
    ['refunded', {}, { refunded: true }],
    ['imported', {}, { imported: true }],
    ['another-payment', {}, { competing: true }],
    ['no-session-in-window', {}, { sessions: [] }],
  ] as const)('does not link: %s', (reason, payment, more) => {
    const result = decideByTime(
      aPayment(payment),
      facts({ ...more, sessions: [...((more as Partial<TimeFacts>).sessions ?? [one])] }),
    )
    expect(result.link).toBeUndefined()
    expect(result.note.reason).toBe(reason)
  })
})

describe('isBetterLink', () => {
  const link = (method: 'none' | 'time' | 'email' | 'inherited' | 'ids' | 'manual') => ({
    ...noLink(paidAtMs),
    method,
  })
  const methods = ['none', 'time', 'email', 'inherited', 'ids', 'manual'] as const

  it('replaces a less certain method with a more certain one and never the other way round', () => {
    for (const [index, method] of methods.entries()) {
      for (const [other, current] of methods.entries()) {
        if (index === other) continue
        expect([method, current, isBetterLink(link(method), link(current))]).toEqual([
          method,
          current,
          index > other,
        ])
      }
    }
  })

  it('keeps the first match by time and the newest one of any other method', () => {
    expect(isBetterLink(link('time'), link('time'))).toBe(false)
    expect(isBetterLink(link('email'), link('email'))).toBe(true)
  })
})

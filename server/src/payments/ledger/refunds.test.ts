import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RefundReport } from '../rows/payment.ts'
import { disputeLosses, effectiveRefunds, netMinor, netTaxMinor, statusOf } from './refunds.ts'

const nothingElse = { state: null, reversedMs: null, taxMinor: null }
const single = (id: string, amountMinor: number, atMs = 10): RefundReport => ({
  id,
  kind: 'single',
  amountMinor,
  atMs,
  ...nothingElse,
})
const total = (amountMinor: number, atMs = 10): RefundReport => ({
  id: `total:${amountMinor}`,
  kind: 'total',
  amountMinor,
  atMs,
  ...nothingElse,
})
const full = (atMs = 10): RefundReport => ({
  ...{ id: 'full', kind: 'full', amountMinor: 0, atMs },
  ...nothingElse,
})

const anyReport = fc.oneof(
  fc.tuple(fc.constantFrom('re_1', 're_2', 're_3'), fc.integer({ min: 1, max: 900 })).map(
    // One refund has one amount, in every report.
    ([id, atMs]) => single(id, id.charCodeAt(3) * 4, atMs),
  ),
  fc
    .tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 900 }))
    .map(([m, at]) => total(m, at)),
  fc.integer({ min: 1, max: 900 }).map(full),
)
const anyReports = fc.uniqueArray(anyReport, { selector: (report) => report.id, maxLength: 8 })

describe('effectiveRefunds', () => {
  it.each([
    ['nothing', [], []],
    ['one refund', [single('re_1', 300)], [['re_1', 300]]],
    [
      'two refunds',
      [single('re_1', 300), single('re_2', 200, 11)],
      [
        ['re_1', 300],
        ['re_2', 200],
      ],
    ],
    [
      'totals that grow',
      [total(300), total(500, 20)],
      [
        ['total:300', 300],
        ['total:500', 200],
      ],
    ],
    [
      'a smaller total reported later',
      [total(500, 10), total(300, 20)],
      [
        ['total:300', 300],
        ['total:500', 200],
      ],
    ],
    ['a total that one refund explains', [total(300), single('re_1', 300)], [['re_1', 300]]],
    [
      'a total beyond the reported refunds',
      [single('re_1', 300), total(500, 20)],
      [
        ['re_1', 300],
        ['total:500', 200],
      ],
    ],
    ['all', [full()], [['full', 1000]]],
    [
      'all, after a part',
      [total(300), full(20)],
      [
        ['total:300', 300],
        ['full', 700],
      ],
    ],
    [
      'refunds beyond what was paid',
      [single('re_1', 800), single('re_2', 800, 11)],
      [
        ['re_1', 800],
        ['re_2', 200],
      ],
    ],
  ] as const)('%s', (_name, reports, expected) => {
    expect(effectiveRefunds(1000, reports).map(({ id, amountMinor }) => [id, amountMinor])).toEqual(
      expected,
    )
  })

  it('dates an earlier total by the facts known, whenever it was reported', () => {
    expect(effectiveRefunds(1000, [total(500, 10), total(300, 20)])).toEqual([
      { id: 'total:300', amountMinor: 300, atMs: 10 },
      { id: 'total:500', amountMinor: 200, atMs: 10 },
    ])
  })

  it('never refunds more than was paid, and is the same in any order', () => {
    fc.assert(
      fc.property(
        anyReports.chain((reports) =>
          fc.tuple(
            fc.constant(reports),
            fc.shuffledSubarray(reports, { minLength: reports.length }),
          ),
        ),
        ([reports, shuffled]) => {
          const refunds = effectiveRefunds(1000, reports)
          const sum = refunds.reduce((all, refund) => all + refund.amountMinor, 0)
          expect(sum).toBeLessThanOrEqual(1000)
          expect(refunds.every((refund) => refund.amountMinor > 0)).toBe(true)
          if (reports.some((report) => report.kind === 'full')) expect(sum).toBe(1000)
          expect(effectiveRefunds(1000, shuffled)).toEqual(refunds)
        },
      ),
    )
  })
})

const dispute = (
  id: string,
  amountMinor: number,
  { atMs = 10, reversedMs = null }: { atMs?: number; reversedMs?: number | null } = {},
): RefundReport => ({
  ...{ id: `dispute:${id}`, kind: 'dispute', amountMinor, atMs, taxMinor: null },
  ...{ state: reversedMs === null ? 'lost' : 'won', reversedMs },
})

describe('disputeLosses', () => {
  it.each([
    ['a dispute', [dispute('a', 300)], [['dispute:a', 300]]],
    ['a refund at the same moment, which settles it', [dispute('a', 300), single('re_1', 300)], []],
    [
      'a refund before it, which was of something else',
      [single('re_1', 300, 9), dispute('a', 300)],
      [['dispute:a', 300]],
    ],
    [
      'one refund after two disputes, which settles one of them',
      [dispute('a', 300), dispute('b', 300, { atMs: 11 }), single('re_1', 300, 12)],
      [['dispute:b', 300]],
    ],
    [
      'more than is left',
      [single('re_1', 800, 9), dispute('a', 1000), dispute('b', 1000, { atMs: 11 })],
      [['dispute:a', 200]],
    ],
    [
      'a dispute that was won, and another one',
      [dispute('a', 1000, { reversedMs: 20 }), dispute('b', 1000, { atMs: 30 })],
      [
        ['dispute:a', 1000],
        ['dispute:b', 1000],
      ],
    ],
  ] as const)('%s', (_name, reports, expected) => {
    expect(disputeLosses(1000, reports).map(({ id, amountMinor }) => [id, amountMinor])).toEqual(
      expected,
    )
  })
})

const anyDispute = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c'),
    amountMinor: fc.constantFrom(0, 50, 400, 1000, 5000),
    atMs: fc.integer({ min: 1, max: 900 }),
    reversedMs: fc.option(fc.integer({ min: 901, max: 2000 })),
  })
  .map(({ id, amountMinor, ...times }) => dispute(id, amountMinor, times))

describe('what is left of a payment', () => {
  it('is the same in any order of refunds and disputes, never negative, and has no tax without an amount', () => {
    fc.assert(
      fc.property(
        fc
          .uniqueArray(
            fc
              .tuple(
                fc.oneof(anyReport, anyDispute),
                fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
              )
              .map(([report, share]) => ({
                ...report,
                taxMinor: share === null ? null : Math.floor(share * report.amountMinor),
              })),
            { selector: ({ id }) => id, maxLength: 8 },
          )
          .chain((reports) =>
            fc.tuple(
              fc.constant(reports),
              fc.shuffledSubarray(reports, { minLength: reports.length }),
            ),
          ),
        fc.nat(1000),
        ([reports, shuffled], taxMinor) => {
          const payment = { amountMinor: 1000, taxMinor }
          const left = netMinor(1000, reports)
          const tax = netTaxMinor(payment, reports)
          expect([netMinor(1000, shuffled), netTaxMinor(payment, shuffled)]).toEqual([left, tax])
          expect(left).toBeGreaterThanOrEqual(0)
          expect(tax).toBeGreaterThanOrEqual(0)
          if (left === 0) expect(tax).toBe(0)
          expect(netTaxMinor({ amountMinor: 1000, taxMinor: null }, reports)).toBe(null)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('statusOf', () => {
  it.each([
    ['paid', 1000, null, 0],
    ['partially-refunded', 1000, null, 1],
    ['refunded', 1000, true, 1000],
    ['trial', 0, true, 0],
    ['paid', 0, null, 0],
    ['paid', 1000, true, 0],
  ] as const)('%s', (status, amountMinor, trial, refundedMinor) => {
    const refunds = refundedMinor === 0 ? [] : [{ id: 'r', amountMinor: refundedMinor, atMs: 0 }]
    expect(statusOf({ amountMinor, trial }, refunds)).toBe(status)
  })
})

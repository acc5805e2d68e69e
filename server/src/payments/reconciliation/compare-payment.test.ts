import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../../time/durations.ts'
import type { Movement } from '../connections/provider-api.ts'
import type { PaymentFee } from '../rows/payment.ts'
import type { ComparedPayment, RecordedEntry } from './both-sides.ts'
import { comparePayment } from './compare-payment.ts'
import { DayLedger, type Item, type ReconciledDay } from './reconcile-days.ts'

const begunMs = Date.UTC(2026, 8, 1)
const readUntilMs = begunMs + 100 * dayMs
const days = { from: '2026-01-01', to: '2027-01-01', finishedUntil: '2026-12-01' }

interface Way {
  kind: Movement['kind']
  afterMs: number
  minor: number
  feeMinor: number
  /** How much later or earlier than the account the ledger dates it. */
  apartMs: number
}

const way = (kind: Movement['kind'], sign: 1 | -1): fc.Arbitrary<Way> =>
  fc.record({
    kind: fc.constant(kind),
    afterMs: fc.integer({ min: 0, max: 60 * dayMs }),
    minor: fc.integer({ min: 1, max: 9_999_999 }).map((minor) => sign * minor),
    feeMinor: fc.constantFrom(0, 25, 1_500, -10),
    apartMs: fc.integer({ min: -9 * 60_000, max: 9 * 60_000 }),
  })

/** A payment with refunds and disputes, equal on both sides, paid in euros or yen, booked in euros. */
const payments = fc
  .tuple(
    way('payment', 1),
    fc.array(fc.oneof(way('refund', -1), way('dispute', -1), way('dispute', 1)), { maxLength: 4 }),
    fc.constantFrom('EUR', 'JPY'),
  )
  .map(([paid, others, currency]) => [paid, ...others].map((one) => ({ ...one, currency })))

/** Many of them, each with its own ids. */
const ledgers = fc
  .array(payments, { minLength: 1, maxLength: 6 })
  .map((list) => list.map((ways, index) => bothSides(`pi_${index}`, ways)))

function bothSides(ref: string, ways: readonly (Way & { currency: string })[]): ComparedPayment {
  const movements = ways.map((one, index) => movementOf(ref, one, index))
  const fees = movements.flatMap((one): PaymentFee[] => (one.feeMinor === 0 ? [] : [feeOf(one)]))
  const entries = ways.map(({ kind, minor, apartMs }, index): RecordedEntry => {
    const { atMs = 0, objectId = '' } = movements[index] ?? {}
    const isPaid = kind === 'payment'
    return { kind, objectId: isPaid ? null : objectId, atMs: atMs + apartMs, grossMinor: minor }
  })
  const currency = ways[0]?.currency ?? 'EUR'
  return { ref, movements, recorded: { paymentId: `pay_${ref}`, currency, entries, fees } }
}

function movementOf(ref: string, one: Way & { currency: string }, index: number): Movement {
  const atMs = begunMs + one.afterMs
  const inEuros = one.currency === 'EUR' ? one.minor : Math.round(one.minor * 0.6) || 1
  return {
    ...{ id: `txn_${ref}_${index}`, kind: one.kind, paymentRef: ref, atMs },
    ...{ objectId: `${one.kind}_${ref}_${index}`, recordedByMs: atMs + 600_000 },
    ...{ currency: one.currency, grossMinor: one.minor },
    ...{ feeCurrency: 'EUR', feeMinor: one.feeMinor, bookedMinor: inEuros },
  }
}

function feeOf({ id, kind, atMs, ...movement }: Movement): PaymentFee {
  return {
    ...{ id, of: kind, atMs, currency: movement.feeCurrency, ofMinor: movement.grossMinor },
    ...{ amounts: { processing: movement.feeMinor }, bookedMinor: movement.bookedMinor },
  }
}

function reconciled(sides: readonly ComparedPayment[]): ReconciledDay[] {
  const ledger = new DayLedger(days, new Map())
  for (const one of sides) {
    for (const movement of comparePayment(one, readUntilMs)) ledger.add(movement)
  }
  return ledger.lines()
}

const itemsOf = (lines: readonly ReconciledDay[]): Item[] => [
  ...new Map(lines.flatMap(({ items }) => items).map((item) => [item.id, item])).values(),
]

/** An error in the movement at one position of a payment, and the expected result. */
type Plant = (
  side: ComparedPayment,
  index: number,
) => { planted: ComparedPayment; expected: Partial<Item> } | undefined

function changed(side: ComparedPayment, index: number, change: Partial<RecordedEntry> | null) {
  const { recorded } = side
  if (recorded === undefined) throw new Error('the payment is recorded')
  const entries = recorded.entries.flatMap((entry, at) =>
    at !== index ? [entry] : change === null ? [] : [{ ...entry, ...change }],
  )
  return { ...side, recorded: { ...recorded, entries } }
}

const faults: Record<string, Plant> = {
  'is missing in the ledger': (side, index) => ({
    planted: changed(side, index, null),
    expected: { state: 'missing', fields: [] },
  }),
  'is missing in the ledger with the whole payment': (side) => ({
    planted: { ...side, recorded: undefined },
    expected: { state: 'missing', paymentId: null },
  }),
  'is not in the account': (side, index) => {
    const gone = side.movements[index]
    const { recorded } = side
    if (recorded === undefined || gone === undefined) return undefined
    // Without its fee, which is known by the movement alone.
    const fees = recorded.fees.filter(({ id }) => id !== gone.id)
    const movements = side.movements.filter((one) => one !== gone)
    const planted = { ...side, movements, recorded: { ...recorded, fees } }
    return { planted, expected: { state: 'extra', fields: [] } }
  },
  'has another amount': (side, index) => {
    const minor = side.recorded?.entries[index]?.grossMinor ?? 0
    const planted = changed(side, index, { grossMinor: minor + Math.sign(minor) })
    return { planted, expected: { state: 'different', fields: ['amount'] } }
  },
  'is dated on another day': (side, index) => {
    const atMs = side.recorded?.entries[index]?.atMs ?? 0
    const planted = changed(side, index, { atMs: atMs - 2 * dayMs })
    return { planted, expected: { state: 'different', fields: ['day'] } }
  },
  'is recorded in another currency': (side) => {
    const { recorded } = side
    if (recorded === undefined) return undefined
    const planted = { ...side, recorded: { ...recorded, currency: 'USD' } }
    return { planted, expected: { state: 'different', fields: ['currency'] } }
  },
  'cost something else': (side, index) => {
    const { recorded, movements } = side
    const movement = movements[index]
    if (recorded === undefined || movement === undefined) return undefined
    const other = feeOf({ ...movement, feeMinor: movement.feeMinor + 7 })
    const fees = [...recorded.fees.filter(({ id }) => id !== movement.id), other]
    const planted = { ...side, recorded: { ...recorded, fees } }
    return { planted, expected: { state: 'different', fields: ['fee'] } }
  },
  'has a fee that the account does not have': (side) => {
    const { recorded, movements } = side
    const [first] = movements
    if (recorded === undefined || first === undefined) return undefined
    const fee = feeOf({ ...first, id: 'txn_unknown', feeMinor: 12 })
    const planted = { ...side, recorded: { ...recorded, fees: [...recorded.fees, fee] } }
    return { planted, expected: { state: 'extra', kind: 'fee', movementId: 'txn_unknown' } }
  },
}

describe('comparing an account with the ledger', () => {
  it('finds nothing where both sides are alike, in any order, and both totals are the same', () => {
    fc.assert(
      fc.property(ledgers, (sides) => {
        const lines = reconciled(sides)
        expect(itemsOf(lines)).toEqual([])
        for (const { statement, recorded, state } of lines) {
          expect(recorded).toEqual(statement)
          expect(state).toBe('agrees')
        }
        const turned = sides.toReversed().map((one) => ({
          ...one,
          movements: one.movements.toReversed(),
          recorded: one.recorded && {
            ...one.recorded,
            entries: one.recorded.entries.toReversed(),
            fees: one.recorded.fees.toReversed(),
          },
        }))
        expect(reconciled(turned)).toEqual(lines)
      }),
    )
  })

  it.each(Object.keys(faults))('reports a movement that %s, and no other payment', (name) => {
    const plant = faults[name]
    fc.assert(
      fc.property(ledgers, fc.nat(), fc.nat(), (sides, payment, movement) => {
        const place = payment % sides.length
        const side = sides[place]
        if (side === undefined || plant === undefined) throw new Error('nothing to plant')
        const index = movement % side.movements.length
        const fault = plant(side, index)
        if (fault === undefined) throw new Error('the fault could not be planted')
        const lines = reconciled(sides.with(place, fault.planted))
        const found = itemsOf(lines)
        expect(new Set(found.map(({ ref }) => ref))).toEqual(new Set([side.ref]))
        expect(found).toContainEqual(expect.objectContaining(fault.expected))
        const differing = lines.filter(({ state }) => state === 'differs')
        expect(differing.length).toBeGreaterThan(0)
        for (const { statement, recorded, state, items } of lines) {
          if (items.length > 0) continue
          expect(recorded).toEqual(statement)
          expect(state).toBe('agrees')
        }
      }),
    )
  })
})

describe('a fee that is charged alone', () => {
  const atMs = begunMs + dayMs
  const place = { paymentRef: 'txn_1', currency: 'JPY', feeCurrency: 'EUR', atMs }
  const booked = (id: string, grossMinor: number, feeMinor: number): Movement => ({
    ...{ ...place, id, kind: grossMinor > 0 ? 'payment' : 'dispute', objectId: id, grossMinor },
    ...{ recordedByMs: atMs + 600_000, bookedMinor: Math.round(grossMinor * 0.6), feeMinor },
  })
  const movements = [booked('txn_1:paid', 1_000, 30), booked('adj_1:chargeback', 0, 1_500)]
  const fee = (id: string, ofMinor: number, dispute: number): PaymentFee => ({
    ...{ id, of: 'dispute', currency: 'EUR', atMs: atMs + 60_000, ofMinor, amounts: { dispute } },
    bookedMinor: Math.round(ofMinor * 0.6),
  })
  const sides = (...fees: PaymentFee[]): ComparedPayment[] => {
    const paid: RecordedEntry = { kind: 'payment', objectId: null, atMs, grossMinor: 1_000 }
    const recorded = { paymentId: 'pay_1', currency: 'JPY', entries: [paid], fees }
    return [{ ref: 'txn_1', movements, recorded }]
  }
  const paidFee = fee('paid', 1_000, 30)

  it('agrees with the fee of its name, which may be unique in the payment alone', () => {
    const lines = reconciled(sides(paidFee, fee('adj_1:chargeback', -1_000, 1_500)))
    expect(itemsOf(lines)).toEqual([])
    // At the rate of what was disputed: 1000 yen for 600 cents.
    expect(lines).toMatchObject([
      { statement: { feesMinor: 50 + 2_500 }, recorded: { feesMinor: 50 + 2_500 } },
    ])
  })

  it.each([
    ['missing', sides(paidFee), { state: 'missing', kind: 'fee' }],
    [
      'another amount',
      sides(paidFee, fee('adj_1:chargeback', -1_000, 1_400)),
      { state: 'different', fields: ['fee'], kind: 'fee' },
    ],
  ])('is named when it is recorded as %s', (_what, given, expected) => {
    expect(itemsOf(reconciled(given))).toMatchObject([
      { ...expected, movementId: 'adj_1:chargeback' },
    ])
  })
})

describe('a refund of which the account states the total', () => {
  const known = { paymentRef: 'order:1', currency: 'EUR', feeCurrency: 'EUR', feeMinor: 0 }
  const movement = (id: string, kind: Movement['kind'], grossMinor: number, afterMs: number) => ({
    ...{ ...known, id, kind, objectId: 'order:1', grossMinor, bookedMinor: grossMinor },
    ...{ atMs: begunMs + afterMs, recordedByMs: begunMs + afterMs + 600_000 },
  })
  const movements = [
    movement('order:1', 'payment', 1_000, 0),
    movement('order:1:refunded', 'refund', -900, 9 * dayMs),
  ]
  const refund = (afterMs: number, minor: number): RecordedEntry => ({
    ...{ kind: 'refund', objectId: null, atMs: begunMs + afterMs, grossMinor: -minor },
  })
  const itemsWith = (...refunds: RecordedEntry[]) => {
    const paid: RecordedEntry = {
      ...{ kind: 'payment', objectId: null, atMs: begunMs, grossMinor: 1_000 },
    }
    const entries = [paid, ...refunds]
    const recorded = { paymentId: 'pay_1', currency: 'EUR', entries, fees: [] }
    return itemsOf(reconciled([{ ref: 'order:1', movements, recorded }]))
  }

  it('agrees with the parts that the ledger has, each on its day', () => {
    expect(itemsWith(refund(3 * dayMs, 400), refund(9 * dayMs, 500))).toEqual([])
    expect(itemsWith(refund(3 * dayMs, 900))).toEqual([])
  })

  it('is named when parts are missing or too large', () => {
    expect(itemsWith(refund(3 * dayMs, 400))).not.toEqual([])
    expect(itemsWith(refund(3 * dayMs, 400), refund(9 * dayMs, 501))).not.toEqual([])
    expect(itemsWith()).toMatchObject([{ state: 'missing', kind: 'refund' }])
  })
})

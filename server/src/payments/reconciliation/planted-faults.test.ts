import fc from 'fast-check'
import type { Selectable } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { ProviderMovementsTable } from '../../store/control/tables/connections-table.ts'
import type { PaymentsTable } from '../../store/control/tables/payment-tables.ts'
import { testClock } from '../../test/clock.ts'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { inLongForm } from '../../test/long-form.ts'
import { type FakeStripe, startStripe } from '../../test/providers/fake-stripe.ts'
import { bothSidesOf } from '../../test/providers/reconciled.ts'
import { aYear } from '../../test/providers/stripe-shop.ts'
import { openSyncedLedger, type SyncedLedger } from '../../test/providers/synced-ledger.ts'
import type { PaymentFee } from '../rows/payment.ts'

type PaymentRow = Selectable<PaymentsTable>
type MovementRow = Selectable<ProviderMovementsTable>
/** The row to store instead of a payment's own; none if it is lost. */
type Fault<Row> = (row: Row, middleMs: number) => Row[]

const twoDays = 2 * 86_400_000
const dearer = ({ amounts, ...fee }: PaymentFee) => ({
  ...fee,
  amounts: { ...amounts, processing: (amounts.processing ?? 0) + 1 },
})

const inLedger: Record<string, Fault<PaymentRow>> = {
  'another amount': (row) => [{ ...row, amount_minor: row.amount_minor + 1 }],
  'another currency': (row) => [{ ...row, currency: 'USD' }],
  'another day': (row) => [{ ...row, paid_at_ms: row.paid_at_ms + twoDays }],
  'another fee': (row) => [
    { ...row, fees: JSON.stringify((JSON.parse(row.fees ?? '[]') as PaymentFee[]).map(dearer)) },
  ],
  'no fee': (row) => [{ ...row, fees: null }],
  'no payment': () => [],
}

const inAccount: Record<string, Fault<MovementRow>> = {
  'another amount booked': (row) => [{ ...row, gross_minor: row.gross_minor + 1 }],
  'another fee booked': (row) => [{ ...row, fee_minor: row.fee_minor + 1 }],
  'another day booked': (row) => [
    {
      ...{ ...row, at_ms: row.at_ms - twoDays },
      recorded_by_ms: row.recorded_by_ms - twoDays,
    },
  ],
  'no booking': () => [],
  'two bookings': (row) => [row, { ...row, movement_id: `${row.movement_id}_again` }],
  'two bookings, months apart': (row, middleMs) => {
    const apartMs = 30 * twoDays * (row.at_ms < middleMs ? 1 : -1)
    const again = { at_ms: row.at_ms + apartMs, recorded_by_ms: row.recorded_by_ms + apartMs }
    return [row, { ...row, ...again, movement_id: `${row.movement_id}_again` }]
  },
}

describeOnControlStores('a fault that is planted in one payment', (stores) => {
  const clock = testClock()
  let control: ControlStore
  let stripe: FakeStripe
  let synced: SyncedLedger
  let siteId: string
  beforeAll(async () => {
    const shop = aYear(12, clock.now() / 1000)
    stripe = await startStripe(shop.account)
    control = await stores.open()
    synced = openSyncedLedger(control, stripe, clock)
    siteId = await synced.connect()
    await synced.sync()
    clock.pass(twoDays)
    await synced.sync()
  })
  afterAll(() => stripe.close())

  const differences = async () =>
    (await bothSidesOf(control, await synced.connectionOf(siteId))).differences

  async function replacePayment(id: string, rows: readonly PaymentRow[]) {
    await control.db.deleteFrom('payments').where('id', '=', id).execute()
    for (const row of rows) await control.db.insertInto('payments').values(row).execute()
  }

  async function replaceMovement(id: string, rows: readonly MovementRow[]) {
    await control.db
      .deleteFrom('provider_movements')
      .where('movement_id', 'in', [id, `${id}_again`])
      .execute()
    for (const row of rows) await control.db.insertInto('provider_movements').values(row).execute()
  }

  it('is named with that payment and no other, and gone when the fault is', async () => {
    const payments = await control.db
      .selectFrom('payments')
      .selectAll()
      .where('amount_minor', '>', 0)
      .orderBy('provider_payment_id')
      .execute()
    const movements = await control.db
      .selectFrom('provider_movements')
      .selectAll()
      .orderBy('movement_id')
      .execute()
    const aliases = await control.db.selectFrom('payment_aliases').selectAll().execute()
    const middleMs = clock.now() - 180 * 86_400_000
    const paymentOf = new Map(aliases.map(({ alias, payment_id: id }) => [alias, id]))
    expect(await differences()).toEqual([])

    const expectNamed = async (paymentId: string | undefined) => {
      const named = (await differences()).map(({ ref }) => paymentOf.get(ref))
      expect(new Set(named)).toEqual(new Set([paymentId]))
    }
    const ledgerFault = fc.record({
      row: fc.constantFrom(...payments),
      fault: fc.constantFrom(...Object.keys(inLedger)),
    })
    // Only the account dates a refund's failure, so another day is no difference.
    const isSaidOnce = ({ row, fault }: { row: MovementRow; fault: string }) =>
      row.kind === 'refund' && row.gross_minor > 0 && fault === 'another day booked'
    const accountFault = fc
      .record({
        row: fc.constantFrom(...movements),
        fault: fc.constantFrom(...Object.keys(inAccount)),
      })
      .filter((one) => !isSaidOnce(one))
    const numRuns = stores.dialect === 'sqlite' ? inLongForm(300, 40) : inLongForm(60, 10)
    await fc.assert(
      fc.asyncProperty(ledgerFault, accountFault, async (ours, theirs) => {
        await replacePayment(ours.row.id, inLedger[ours.fault]?.(ours.row, middleMs) ?? [])
        await expectNamed(ours.row.id)
        await replacePayment(ours.row.id, [ours.row])
        const { movement_id: id, payment_ref: ref } = theirs.row
        await replaceMovement(id, inAccount[theirs.fault]?.(theirs.row, middleMs) ?? [])
        await expectNamed(paymentOf.get(ref))
        await replaceMovement(id, [theirs.row])
        expect(await differences()).toEqual([])
      }),
      { numRuns },
    )
  })
})

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ControlStore } from '../../store/control/control-store.ts'
import { deriveSecrets } from '../../store/control/secrets.ts'
import { aReport } from '../../test/a-report.ts'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { inLongForm } from '../../test/long-form.ts'
import type { PaymentReport } from '../payment-report.ts'
import { describePayment, findPayment } from './find-payment.ts'
import { recordPayment } from './record-payment.ts'

const secret = 'a secret of at least thirty-two characters'
const secrets = deriveSecrets(secret)
const child = fileURLToPath(new URL('../../test/processes/payment-child.ts', import.meta.url))
const nowMs = Date.UTC(2026, 10, 20, 12)

async function count(control: ControlStore, table: 'payments' | 'payment_aliases' | 'refunds') {
  const { rows } = await control.db
    .selectFrom(table)
    .select((column) => column.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

/** Everything about a payment that does not reveal the order in which it was reported. */
async function ledgerOf(control: ControlStore, siteId: string) {
  const name = { provider: 'stripe', providerPaymentId: 'pi_1' }
  const payment = await findPayment({ control }, siteId, name)
  if (payment === undefined) throw new Error('no payment')
  const { paymentId, receipt, ...shown } = await describePayment({ control, secrets }, payment)
  return { ...shown, given: receipt.given, subscriptionId: payment.subscriptionId }
}

/** What a shop, its webhook and a nightly job may each report of one payment, without contradictions. */
const reports: PaymentReport[] = [
  aReport({ customerEmail: 'ana@example.com' }),
  aReport({ visitorId: 'v_1', metadata: { plan: 'pro' } }),
  aReport({ sessionId: 's_1', metadata: { seats: 3 }, paidAtMs: nowMs - 5000 }),
  aReport({ customerId: 'cus_1', subscriptionId: 'sub_1', trial: false }),
  aReport({ refund: { kind: 'total', amountMinor: 500, atMs: nowMs + 1000 } }),
  aReport({ refund: { kind: 'total', amountMinor: 1200, atMs: nowMs + 2000 } }),
  aReport({ refund: { kind: 'single', id: 're_1', amountMinor: 300, atMs: nowMs + 500 } }),
  aReport({ renewal: false, customerEmail: 'ana@example.com', visitorId: 'v_1' }),
]

describeOnControlStores('recordPayment', (stores) => {
  it('makes one payment of 200 reports at once from each of two processes', async () => {
    const place = await stores.newPlace()
    const control = await stores.open(place)
    const args = [child, JSON.stringify(place), '200', secret]
    const other = promisify(execFile)(process.execPath, args)
    const own = await Promise.all(
      Array.from({ length: 200 }, () =>
        recordPayment({ control, secrets }, 'site_1', aReport(), Date.now()),
      ),
    )
    const theirs = JSON.parse((await other).stdout) as string[]
    expect(theirs).toHaveLength(200)
    expect(new Set([...own, ...theirs]).size).toBe(1)
    expect(await count(control, 'payments')).toBe(1)
    expect(await count(control, 'payment_aliases')).toBe(1)
  })

  it('makes the same ledger of the same reports in any order and any number', async () => {
    const control = await stores.open()
    const ledger = { control, secrets }
    let site = 0
    const recordAll = async (all: readonly PaymentReport[]) => {
      const siteId = `site_${++site}`
      for (const report of all) await recordPayment(ledger, siteId, report, nowMs)
      return ledgerOf(control, siteId)
    }
    const expected = await recordAll(reports)
    expect(expected).toMatchObject({
      amount: 20,
      netAmount: 8,
      status: 'partially-refunded',
      refunds: [
        { id: 're_1', amount: 3 },
        { id: 'total:500', amount: 2 },
        { id: 'total:1200', amount: 7 },
      ],
      customerEmail: 'ana@example.com',
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      timestamp: '2026-11-20T11:59:55.000Z',
      metadata: { plan: 'pro', seats: 3 },
      given: { visitorId: 'v_1', sessionId: 's_1' },
    })
    const more = fc.array(fc.constantFrom(...reports), { maxLength: 12 })
    const shuffled = more.chain((again) =>
      fc.shuffledSubarray([...reports, ...again], { minLength: reports.length + again.length }),
    )
    await fc.assert(
      fc.asyncProperty(shuffled, async (all) => {
        expect(await recordAll(all)).toEqual(expected)
      }),
      { numRuns: inLongForm(25, 8) },
    )
  })

  it('keeps addresses and ids out of clear text and other sites', async () => {
    const control = await stores.open()
    const report = aReport({ customerEmail: 'Ana@Example.com' })
    await recordPayment({ control, secrets }, 'site_a', report, nowMs)
    await recordPayment({ control, secrets }, 'site_b', report, nowMs)
    const rows = await control.db.selectFrom('payments').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/example/i)
    expect(new Set(rows.map((row) => row.email_hash)).size).toBe(2)
  })

  it('leaves nothing behind when a report is refused', async () => {
    const control = await stores.open()
    const ledger = { control, secrets }
    const paymentId = await recordPayment(ledger, 'site_1', aReport(), nowMs)
    const refund = { kind: 'total', amountMinor: 5, atMs: null } as const
    const wrong = aReport({ currency: 'EUR', customerId: 'cus_2', refund })
    const refused = recordPayment(ledger, 'site_1', wrong, nowMs)
    await expect(refused).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('must be in USD'),
    })
    expect(await count(control, 'refunds')).toBe(0)
    const row = await findPayment({ control }, 'site_1', { paymentId })
    expect(row).toMatchObject({ customerId: null, revision: 1 })
  })
})

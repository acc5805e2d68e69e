import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ControlStore } from '../../store/control/control-store.ts'
import { deriveSecrets } from '../../store/control/secrets.ts'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { inLongForm } from '../../test/long-form.ts'
import { describePayment, findPayment } from './find-payment.ts'
import type { MoneyFact, PaymentFact, SameFact } from './money-fact.ts'
import { recordAll, recordFacts, recordingOf } from './record-facts.ts'

const secrets = deriveSecrets('a secret of at least thirty-two characters')
const nowMs = Date.UTC(2026, 10, 20, 12)
const provider = 'stripe'
const noCustomer = {
  customerId: null,
  subscriptionId: null,
  customerEmail: null,
  visitorId: null,
  sessionId: null,
  metadata: null,
}

const paid = (ids: string[], more: Partial<PaymentFact> = {}): PaymentFact => ({
  ...{ kind: 'payment', provider, ids, amountMinor: 1900, currency: 'USD', taxMinor: null },
  ...{ paidAtMs: nowMs, renewal: null, trial: null, product: null, ...noCustomer },
  ...more,
})
const same = (ids: string[], more: Partial<SameFact> = {}): SameFact => ({
  ...{ kind: 'same', provider, ids, ...noCustomer },
  ...more,
})
const refund = (id: string, refundId: string, amountMinor: number, failed = false): MoneyFact => ({
  ...{ kind: 'refund', how: 'single', provider, ids: [id], atMs: nowMs + 60_000, refundId },
  ...{ amountMinor, currency: 'USD', failed },
})
const dispute = (id: string, state: 'opened' | 'lost' | 'won', atMs: number): MoneyFact => ({
  ...{ kind: 'dispute', provider, ids: [id], disputeId: `dp_${id}`, state },
  ...{ amountMinor: null, currency: null, atMs },
})

/** A subscription and a one-off, reported by every object that Stripe has for them. */
const story: MoneyFact[] = [
  paid(['cs_1', 'in_1'], { subscriptionId: 'sub_1', customerEmail: 'ana@example.com' }),
  paid(['pi_1', 'ch_1'], { paidAtMs: nowMs + 1000, taxMinor: 300 }),
  same(['in_1', 'pi_1'], { visitorId: 'v_1', metadata: { plan: 'pro' } }),
  paid(['in_2'], { subscriptionId: 'sub_1', paidAtMs: nowMs + 30 * 86_400_000 }),
  paid(['in_0'], { subscriptionId: 'sub_1', paidAtMs: nowMs - 86_400_000, amountMinor: 0 }),
  refund('ch_1', 're_1', 500),
  refund('ch_1', 're_2', 700, true),
  paid(['pi_9', 'ch_9'], { amountMinor: 5000 }),
  // The same payment, reported wrongly by an object with lower precedence.
  paid(['cs_9', 'pi_9'], { amountMinor: 4000, paidAtMs: nowMs + 2000, product: 'Pro' }),
  dispute('ch_9', 'opened', nowMs + 5000),
  dispute('ch_9', 'lost', nowMs + 6000),
  { kind: 'refund', how: 'full', provider, ids: ['pi_9'], atMs: nowMs + 7000 },
]

describeOnControlStores('recordFacts', (stores) => {
  const reportOneByOne = async (
    control: ControlStore,
    siteId: string,
    all: readonly MoneyFact[],
  ) => {
    const report = { source: 'webhook:stripe', nowMs }
    const ids: string[] = []
    for (const fact of all)
      ids.push(...(await recordFacts({ control, secrets }, siteId, [fact], report)))
    return ids
  }
  const shown = async (control: ControlStore, siteId: string, id: string) => {
    const payment = await findPayment({ control }, siteId, { provider, providerPaymentId: id })
    if (payment === undefined) return undefined
    const { paymentId, receipt, ...rest } = await describePayment({ control, secrets }, payment)
    const discrepancies = receipt.discrepancies.map((one) => JSON.stringify(one)).sort()
    return { ...rest, discrepancies, given: receipt.given }
  }
  const ledgerOf = async (control: ControlStore, siteId: string) =>
    Promise.all(['in_1', 'in_2', 'in_0', 'pi_9'].map((id) => shown(control, siteId, id)))

  it('makes the same ledger of the same facts in any order, any number and any portions', async () => {
    const control = await stores.open()
    let site = 0
    const ledgerAfter = async (portions: readonly (readonly MoneyFact[])[]) => {
      const siteId = `site_${++site}`
      const report = { source: 'webhook:stripe', nowMs }
      for (const portion of portions) {
        const ids = await recordFacts({ control, secrets }, siteId, portion, report)
        expect(ids).toHaveLength(portion.length)
        for (const [index, id] of ids.entries()) {
          const [providerPaymentId = ''] = portion[index]?.ids ?? []
          const payment = await findPayment({ control }, siteId, { provider, providerPaymentId })
          // For a refund that arrives before its payment there is none yet.
          if (payment !== undefined) expect(id).toBe(payment.id)
        }
      }
      return ledgerOf(control, siteId)
    }
    const expected = await ledgerAfter(story.map((fact) => [fact]))
    expect(expected).toMatchObject([
      {
        providerPaymentId: 'in_1',
        aliases: ['ch_1', 'cs_1', 'pi_1'],
        amount: 19,
        netAmount: 14,
        tax: 3,
        renewal: false,
        status: 'partially-refunded',
        customerEmail: 'ana@example.com',
        given: { visitorId: 'v_1' },
      },
      { amount: 19, renewal: true, trial: false },
      { amount: 0, renewal: false, trial: true, status: 'trial' },
      {
        ...{ providerPaymentId: 'pi_9', amount: 50, netAmount: 0, product: 'Pro' },
        ...{ status: 'dispute-lost', refunds: [{ id: 'full', amount: 50 }] },
        disputes: [{ id: 'dp_ch_9', state: 'lost', amount: 0 }],
      },
    ])
    const more = fc.array(fc.constantFrom(...story), { maxLength: 6 })
    const shuffled = more.chain((again) =>
      fc.shuffledSubarray([...story, ...again], { minLength: story.length + again.length }),
    )
    const portions = fc
      .tuple(shuffled, fc.array(fc.integer({ min: 1, max: 9 })))
      .map(([all, sizes]) => {
        const left = [...all]
        const taken = [...sizes, all.length].map((size) => left.splice(0, size))
        return taken.filter((some) => some.length > 0)
      })
    await fc.assert(
      fc.asyncProperty(portions, async (all) => {
        expect(await ledgerAfter(all)).toEqual(expected)
      }),
      { numRuns: stores.dialect === 'sqlite' ? inLongForm(25, 10) : inLongForm(5, 2) },
    )
  })

  it('labels the first charge after a trial alike, also when the trial is stated last', async () => {
    const control = await stores.open()
    const bill = { subscriptionId: 'sub_t', amountMinor: 0, paidAtMs: nowMs - 14 * 86_400_000 }
    const facts = [
      paid(['in_a'], bill),
      paid(['in_b'], { subscriptionId: 'sub_t', renewal: true }),
      paid(['in_a'], { ...bill, trial: true }),
    ]
    await reportOneByOne(control, 'site_1', facts)
    await reportOneByOne(control, 'site_2', facts.toReversed())
    const [last, first] = await Promise.all(
      ['site_1', 'site_2'].map((siteId) => shown(control, siteId, 'in_b')),
    )
    expect(last).toMatchObject({ renewal: false })
    expect(first).toEqual(last)
  })

  it('takes the larger of two amounts of one refund, whichever is reported first', async () => {
    const control = await stores.open()
    const amounts = [refund('pi_1', 're_1', 300), refund('pi_1', 're_1', 500)]
    await reportOneByOne(control, 'site_1', [paid(['pi_1']), ...amounts])
    await reportOneByOne(control, 'site_2', [paid(['pi_1']), ...amounts.toReversed()])
    for (const siteId of ['site_1', 'site_2']) {
      const found = await shown(control, siteId, 'pi_1')
      expect(found).toMatchObject({ refunds: [{ id: 're_1', amount: 5 }], netAmount: 14 })
    }
  })

  it('takes the fee that was stated last, whichever arrives first', async () => {
    const control = await stores.open()
    const fee = (processing: number, statedMs: number): MoneyFact => ({
      ...{ kind: 'fee', provider, ids: ['pi_1'], feeId: 'txn_1', of: 'payment', statedMs },
      ...{ amounts: { processing }, currency: 'USD', atMs: nowMs, ofMinor: 1900 },
    })
    for (const [siteId, first, last] of [
      ['site_1', 85, 60],
      ['site_2', 60, 85],
    ] as const) {
      const fees = [fee(first, nowMs + 1000), fee(last, nowMs + 2000)]
      await reportOneByOne(control, siteId, [paid(['pi_1']), ...fees.toReversed()])
      const found = await findPayment({ control }, siteId, { provider, providerPaymentId: 'pi_1' })
      expect(found?.fees).toMatchObject([{ id: 'txn_1', amounts: { processing: last } }])
    }
  })

  it('keeps the id of a payment that turns out to be another one', async () => {
    const control = await stores.open()
    const facts = [paid(['in_1']), paid(['pi_1']), same(['in_1', 'pi_1'])]
    const [first = '', second = '', both] = await reportOneByOne(control, 'site_1', facts)
    expect(second).not.toBe(first)
    const found = await Promise.all(
      [first, second].map((paymentId) => findPayment({ control }, 'site_1', { paymentId })),
    )
    expect(found.map((payment) => payment?.id)).toEqual([both, both])
  })

  it("keeps facts together with the caller's own rows, or not at all", async () => {
    const control = await stores.open()
    const failing = control.transaction(async (db) => {
      const report = { source: 'webhook:stripe', nowMs }
      await recordAll(db, recordingOf({ secrets }, 'site_1', [paid(['pi_1'])], report))
      throw new Error('the archive is full')
    })
    await expect(failing).rejects.toThrow('the archive is full')
    expect(await shown(control, 'site_1', 'pi_1')).toBeUndefined()
  })
})

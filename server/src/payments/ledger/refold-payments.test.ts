import { expect, it } from 'vitest'
import type { ControlStore } from '../../store/control/control-store.ts'
import { deriveSecrets } from '../../store/control/secrets.ts'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { paymentFact } from '../providers/wire/facts.ts'
import { describePayment, findPayment } from './find-payment.ts'
import type { MoneyFact } from './money-fact.ts'
import { recordFacts } from './record-facts.ts'
import { refoldPayments, renameProviders } from './refold-payments.ts'

const secrets = deriveSecrets('a secret of at least thirty-two characters')
const nowMs = Date.UTC(2026, 10, 20, 12)
const siteId = 'site_1'

const paid = (provider: string, id: string, amountMinor: number, more: object = {}): MoneyFact =>
  paymentFact({ provider, ids: [id], amountMinor, currency: 'USD', paidAtMs: nowMs, ...more })

describeOnControlStores('payments of an older version', (stores) => {
  const record = (control: ControlStore, facts: readonly MoneyFact[], source = 'webhook:stripe') =>
    recordFacts({ control, secrets }, siteId, facts, { source, nowMs })
  const shown = async (control: ControlStore, provider: string, providerPaymentId: string) => {
    const payment = await findPayment({ control }, siteId, { provider, providerPaymentId })
    return payment && describePayment({ control, secrets }, payment)
  }
  /** Rewrites the rows as a version with other rules would have stored them. */
  const age = (control: ControlStore, row: object) =>
    control.db
      .updateTable('payments')
      .set({ fold_version: 0, ...row })
      .execute()
  const countPayments = async (control: ControlStore) =>
    (await control.db.selectFrom('payments').select('id').execute()).length

  it('are computed again in batches until all are done', async () => {
    const control = await stores.open()
    for (const id of ['in_1', 'in_2', 'in_3']) await record(control, [paid('stripe', id, 100)])
    await age(control, { amount_minor: 0, trial: 1 })
    expect(await refoldPayments(control, nowMs, 2)).toBe(true)
    expect(await refoldPayments(control, nowMs, 2)).toBe(false)
    for (const id of ['in_1', 'in_2', 'in_3']) {
      expect(await shown(control, 'stripe', id)).toMatchObject({ amount: 1, status: 'paid' })
    }
    const outbox = await control.db.selectFrom('payment_outbox').selectAll().execute()
    expect(outbox).toHaveLength(3)
  })

  it('stay at their revision when the rules make the same of them', async () => {
    const control = await stores.open()
    await record(control, [paid('stripe', 'in_1', 100)])
    await age(control, {})
    const before = await control.db.selectFrom('payments').select('revision').execute()
    await refoldPayments(control, nowMs, 10)
    expect(await control.db.selectFrom('payments').select('revision').execute()).toEqual(before)
    expect(await refoldPayments(control, nowMs, 1)).toBe(false)
  })

  it('lose a visitor that was only Stripe’s client_reference_id', async () => {
    const control = await stores.open()
    const named = { ids: ['cs_1', 'pi_1'], visitorId: 'user_42' }
    const session = paid('stripe', 'cs_1', 2900, { ...named, metadata: { plan: 'pro' } })
    const intent = paid('stripe', 'pi_1', 2900, {
      visitorId: 'v_ana',
      metadata: { visitorId: 'v_ana' },
    })
    await record(control, [session, intent])
    await age(control, { given_visitor_id: 'user_42' })
    await refoldPayments(control, nowMs, 10)
    expect(await shown(control, 'stripe', 'pi_1')).toMatchObject({
      receipt: { given: { visitorId: 'v_ana' } },
    })
    const [fact] = await control.db
      .selectFrom('payment_facts')
      .select('person')
      .where('person', 'like', '%user_42%')
      .execute()
    expect(JSON.parse(fact?.person ?? '')).toMatchObject({
      ...{ visitorId: null, referenceVisitorId: 'user_42' },
    })
  })

  it('of two spellings of a provider become one, each under its one name', async () => {
    const control = await stores.open()
    await record(control, [paid('dodo', 'pay_1', 2900), paid('dodo', 'pay_2', 500)], 'api')
    await record(control, [paid('dodopayments', 'pay_1', 2900)], 'webhook:dodopayments')
    expect(await countPayments(control)).toBe(3)
    await renameProviders(control, nowMs)
    await renameProviders(control, nowMs)
    expect(await countPayments(control)).toBe(2)
    expect(await shown(control, 'dodo', 'pay_1')).toMatchObject({
      ...{ provider: 'dodopayments', amount: 29 },
    })
    expect(await shown(control, 'dodopayments', 'pay_2')).toMatchObject({
      ...{ provider: 'dodopayments', amount: 5 },
    })
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRequests } from '../../../outside/request-outside.ts'
import { describeAccount } from '../../../test/account-suite.ts'
import { testClock } from '../../../test/clock.ts'
import { describeOnControlStores, describeOnSqlite } from '../../../test/control-stores.ts'
import { inLongForm } from '../../../test/long-form.ts'
import { type FakePaypal, startPaypal } from '../../../test/providers/fake-paypal.ts'
import { PaypalShop } from '../../../test/providers/paypal-shop.ts'
import { bothSidesOf } from '../../../test/providers/reconciled.ts'
import { playYear } from '../../../test/providers/shop-year.ts'
import { openLedgerOf, sumsOf } from '../../../test/providers/synced-ledger.ts'
import { hourMs } from '../../../time/durations.ts'
import type { SubscriptionHistory } from '../../subscriptions/fold-subscription.ts'
import { listSubscriptions } from '../../subscriptions/subscription-rows.ts'
import { paypalApi } from './paypal-api.ts'

const request = openRequests({ privateTargets: ['127.0.0.1'] })
const clientId = `Ab${'1'.repeat(60)}`
const secret = (digit: string) => `EL${digit.repeat(60)}`
const app = (digit: string) => `${clientId}:${secret(digit)}`

describeAccount({
  ...{ name: 'paypal', title: 'PayPal', newShop: () => new PaypalShop() },
  api: (url) => paypalApi(request, url),
  async start({ history }) {
    const paypal = await startPaypal(history)
    paypal.apps[app('1')] = ['search']
    return paypal
  },
  credentials: { key: secret('1'), details: { clientId } },
  rollKey(fake) {
    const { apps } = fake as FakePaypal
    delete apps[app('1')]
    apps[app('2')] = ['search', 'captures']
    return { key: secret('2') }
  },
})

describe('the key of a PayPal account', () => {
  let paypal: FakePaypal
  beforeAll(async () => {
    paypal = await startPaypal([])
    Object.assign(paypal.apps, { [app('1')]: ['search'], [app('2')]: ['captures'] })
  })
  afterAll(() => paypal.close())
  const check = (key: string, id = clientId) =>
    paypalApi(request, paypal.url).checkKey({ key, details: { clientId: id } })

  it('is accepted where the app may search transactions', () =>
    expect(check(secret('1'))).resolves.toBeUndefined())

  it.each([
    ['of an app that may not search', secret('2'), clientId, 'may not search transactions'],
    ['that PayPal does not know', secret('3'), clientId, 'does not accept this client ID'],
    ['that is none', 'sk_live_1', clientId, 'not the client ID and the secret'],
    ['without a client ID', secret('1'), 'me@shop.example', 'not the client ID and the secret'],
  ])('is refused %s', async (_what, key, id, why) => {
    const refusal = check(key, id)
    await expect(refusal).rejects.toThrow(why)
    await expect(refusal).rejects.not.toThrow(key)
  })
})

inLongForm(describeOnControlStores, describeOnSqlite)('a PayPal account', (stores) => {
  const clock = testClock()
  let shop: PaypalShop
  let paypal: FakePaypal

  async function connect(customers: number) {
    shop = playYear(new PaypalShop(), customers, clock.now())
    paypal = await startPaypal(shop.history)
    paypal.apps[app('1')] = ['search', 'captures']
    const api = paypalApi(request, paypal.url)
    const account = { fake: paypal, api, credentials: { key: secret('1'), details: { clientId } } }
    const control = await stores.open()
    const synced = openLedgerOf(control, account, clock)
    return { api, control, synced, siteId: await synced.connect() }
  }

  it('is read whole where a month has more than PayPal answers at once', async () => {
    const { synced, siteId } = await connect(40)
    paypal.mostAtOnce = 8
    await synced.sync()
    expect(await synced.connectionOf(siteId)).toMatchObject({ error: null, skipped: 0 })
    expect(await sumsOf(synced.ledger, siteId)).toEqual(shop.books.truth)
    await paypal.close()
  })

  it('is compared only as far as transactions have appeared, and agrees when they have', async () => {
    const { control, synced, siteId } = await connect(8)
    paypal.refreshedMs = () => clock.now() - 3 * hourMs
    await synced.sync()
    const late = shop.pay(clock.now() - hourMs, { amountMinor: 1_234, currency: 'EUR' })
    clock.pass(hourMs)
    await synced.sync()
    expect(await synced.connectionOf(siteId)).toMatchObject({
      statement_until_ms: clock.now() - 3 * hourMs,
    })
    clock.pass(4 * hourMs)
    await synced.sync()
    expect(await sumsOf(synced.ledger, siteId)).toEqual(shop.books.truth)
    const { differences, statement } = await bothSidesOf(control, await synced.connectionOf(siteId))
    expect({ differences, statement }).toEqual({ differences: [], statement: shop.books.truth })
    expect(late.ref).toBeDefined()
    await paypal.close()
  })

  it('has the MRR of its subscriptions by their plans, where the app may read them', async () => {
    const { synced, siteId } = await connect(2)
    const startMs = clock.now() - 40 * 24 * hourMs
    const iso = (ms: number) => new Date(ms).toISOString()
    const cycle = (tenure_type: string, value: string, interval_unit: string, total: number) => ({
      ...{ tenure_type, sequence: tenure_type === 'TRIAL' ? 1 : 2, total_cycles: total },
      frequency: { interval_unit, interval_count: 1 },
      pricing_scheme: { fixed_price: { value, currency_code: 'EUR' } },
    })
    const trial = cycle('TRIAL', '0.0', 'WEEK', 2)
    const plan = { name: 'Pro', billing_cycles: [cycle('REGULAR', '120.00', 'YEAR', 0), trial] }
    const subscription = (id: string, status: string) => ({
      ...{ id, status, plan_id: 'P-1', quantity: '2', start_time: iso(startMs), plan },
      ...{ status_update_time: iso(startMs + 30 * 24 * hourMs), subscriber: { payer_id: id } },
    })
    const many = Array.from({ length: 21 }, (_, index) => subscription(`I-${index}`, 'ACTIVE'))
    paypal.subscriptions.push(...many, subscription('I-OVER', 'CANCELLED'))
    const historiesOf = async (of: string) => {
      const after = { provider: '', subscription_id: '' }
      const rows = await listSubscriptions(synced.ledger.control.db, of, { after, limit: 100 })
      return rows.map(({ history }) => JSON.parse(history ?? '') as SubscriptionHistory)
    }
    await synced.sync()
    expect(await synced.connectionOf(siteId)).toMatchObject({ error: null })
    expect(await historiesOf(siteId)).toEqual([])
    paypal.apps[app('1')] = ['search', 'captures', 'subscriptions']
    const other = await synced.connect()
    await synced.sync()
    expect(await synced.connectionOf(other)).toMatchObject({ error: null, skipped: 0 })
    const histories = await historiesOf(other)
    expect(histories).toHaveLength(22)
    const paidMs = startMs + 14 * 24 * hourMs
    expect(histories[0]).toMatchObject({
      trial: { startMs, endMs: paidMs },
      points: [
        { atMs: startMs, status: 'trialing', monthlyMinor: 0 },
        { atMs: paidMs, status: 'active', monthlyMinor: 2000, currency: 'EUR' },
      ],
    })
    const over = histories.find(({ points }) => points.at(-1)?.status === 'ended')
    expect(over?.points.map(({ monthlyMinor }) => monthlyMinor)).toEqual([0, 2000, 0])
    await paypal.close()
  })

  it('finds a payment by its capture, with what is about it, in few requests', async () => {
    const { api } = await connect(12)
    const paid = shop.pay(clock.now() - 200 * 24 * hourMs, { amountMinor: 5_000, currency: 'EUR' })
    const credentials = { key: secret('1'), details: { clientId } }
    paypal.requests.length = 0
    expect(await api.readPayment(credentials, paid.ref)).toHaveLength(1)
    expect(paypal.requests.length).toBeLessThan(4)
    shop.refund(paid.atMs + hourMs, paid, 1_000)
    expect(await api.readPayment(credentials, paid.ref)).toHaveLength(2)
    expect(await api.readPayment(credentials, '9'.repeat(17))).toEqual([])
    expect(await api.readPayment(credentials, '../../v1/oauth2/token')).toEqual([])
    await paypal.close()
  })
})

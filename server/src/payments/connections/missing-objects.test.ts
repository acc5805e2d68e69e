import { expect, it } from 'vitest'
import { openRequests } from '../../outside/request-outside.ts'
import { testClock } from '../../test/clock.ts'
import { newCreemShop, startCreem } from '../../test/providers/fake-creem.ts'
import { newDodoShop, startDodo } from '../../test/providers/fake-dodo.ts'
import { startPaypal } from '../../test/providers/fake-paypal.ts'
import { startWoocommerce } from '../../test/providers/fake-woocommerce.ts'
import { PaypalShop } from '../../test/providers/paypal-shop.ts'
import { playYear } from '../../test/providers/shop-year.ts'
import { WoocommerceShop } from '../../test/providers/woocommerce-shop.ts'
import { dayMs } from '../../time/durations.ts'
import { creemApi } from './creem/creem-api.ts'
import { dodoApi } from './dodopayments/dodo-api.ts'
import { paypalApi } from './paypal/paypal-api.ts'
import type { Change, Credentials, ProviderApi } from './provider-api.ts'
import { woocommerceApi } from './woocommerce/woocommerce-api.ts'

// Objects that a list names and that are gone, or incomplete, must not stop the reading of an account.

const nowMs = testClock().now()
const request = openRequests({ privateTargets: ['127.0.0.1'] })

/** The whole account, read once. */
async function readAll(api: ProviderApi, credentials: Credentials): Promise<Change[]> {
  const changes: Change[] = []
  let cursor = api.firstCursor(nowMs - 400 * dayMs, nowMs)
  for (let isUpToDate = false; !isUpToDate; ) {
    const page = await api.listChanges(credentials, cursor, nowMs)
    changes.push(...page.changes)
    ;({ cursor, isUpToDate } = page)
  }
  return changes
}

const paidIn = (changes: readonly Change[]) =>
  new Set(changes.flatMap(({ facts }) => facts.filter(({ kind }) => kind === 'payment'))).size

it('an entry of a balance whose refund does not exist is skipped, and all others are read', async () => {
  const shop = playYear(newDodoShop(), 12, nowMs)
  const dodo = await startDodo(shop)
  dodo.keys.key = {}
  const refund = shop.payments.flatMap(({ refunds }) => refunds)[0]
  const id = `ref_${refund?.serial}`
  dodo.onRequest = (path) => (path === `/refunds/${id}` ? { status: 404 } : undefined)
  const changes = await readAll(dodoApi(dodo.url), { key: 'key', details: {} })
  const problems = changes.flatMap(({ problem }) => problem ?? [])
  expect(new Set(problems)).toEqual(new Set(['the body has no usable refund']))
  expect(paidIn(changes)).toBeGreaterThanOrEqual(shop.payments.length)
  await dodo.close()
})

it('an order of WooCommerce that is deleted after it was listed does not stop the others', async () => {
  const shop = playYear(new WoocommerceShop(), 12, nowMs)
  const woocommerce = await startWoocommerce(shop.data)
  const [consumerKey, key] = [`ck_${'a'.repeat(40)}`, `cs_${'1'.repeat(40)}`]
  woocommerce.keys[`${consumerKey}:${key}`] = 'read'
  const [refunded] = shop.data.refunds.keys()
  woocommerce.onRequest = (path) =>
    path.endsWith(`/orders/${refunded}/refunds`) ? { status: 404 } : undefined
  const details = { storeUrl: woocommerce.url, consumerKey }
  const changes = await readAll(woocommerceApi(request), { key, details })
  const refunds = new Set(changes.flatMap(({ facts }) => facts.map((fact) => fact.ids[0])))
  expect(refunds.size).toBeGreaterThan(12)
  expect(changes.flatMap(({ problem }) => problem ?? [])).toEqual([])
  await woocommerce.close()
})

it('a subscription of PayPal that does not exist any more does not stop the others', async () => {
  const paypal = await startPaypal(new PaypalShop().history)
  const [clientId, key] = [`Ab${'1'.repeat(60)}`, `EL${'1'.repeat(60)}`]
  Object.assign(paypal.apps, { [`${clientId}:${key}`]: ['search', 'subscriptions'] })
  const subscription = (id: string) => ({ id, status: 'ACTIVE', plan_id: 'P-1', quantity: '1' })
  paypal.subscriptions.push(...['I-1', 'I-2', 'I-3'].map(subscription))
  paypal.onRequest = (path) => (path.endsWith('/I-2') ? { status: 404 } : undefined)
  const api = paypalApi(request, paypal.url)
  const changes = await readAll(api, { key, details: { clientId } })
  expect(new Set(changes.map(({ id }) => id))).toEqual(new Set(['I-1', 'I-3']))
  await paypal.close()
})

it('an access token that no header can hold is asked for again', async () => {
  const shop = playYear(new PaypalShop(), 3, nowMs)
  const paypal = await startPaypal(shop.history)
  const [clientId, key] = [`Ab${'1'.repeat(60)}`, `EL${'1'.repeat(60)}`]
  Object.assign(paypal.apps, { [`${clientId}:${key}`]: ['search'] })
  const api = paypalApi(request, paypal.url)
  const credentials = { key, details: { clientId } }
  const body = { access_token: 'to\u0000ken', expires_in: 32_400 }
  paypal.onRequest = (path) => (path === '/v1/oauth2/token' ? { status: 200, body } : undefined)
  await expect(readAll(api, credentials)).rejects.toThrow('no usable answer')
  paypal.onRequest = () => undefined
  expect(paidIn(await readAll(api, credentials))).toBeGreaterThan(2)
  await paypal.close()
})

it('a transaction of Creem without a time is named, and hides none before it', async () => {
  const shop = playYear(newCreemShop(), 150, nowMs)
  const creem = await startCreem(shop)
  creem.keys.key = {}
  const [first, second] = shop.payments
  Object.assign(second ?? {}, { atMs: 0 })
  creem.order = 'ascending'
  const changes = await readAll(creemApi(creem.url), { key: 'key', details: {} })
  const read = new Map(changes.map(({ id, problem }) => [id, problem]))
  expect(read.get(first?.ref ?? '')).toBeNull()
  expect(read.get(second?.ref ?? '')).toMatch(/time|created_at/)
  await creem.close()
})

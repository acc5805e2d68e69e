import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRequests } from '../../../outside/request-outside.ts'
import { describeAccount } from '../../../test/account-suite.ts'
import { testClock } from '../../../test/clock.ts'
import { describeOnControlStores } from '../../../test/control-stores.ts'
import { type FakeShopify, startShopify } from '../../../test/providers/fake-shopify.ts'
import { bothSidesOf } from '../../../test/providers/reconciled.ts'
import { playYear } from '../../../test/providers/shop-year.ts'
import { ShopifyShop } from '../../../test/providers/shopify-shop.ts'
import { openLedgerOf, sumsOf } from '../../../test/providers/synced-ledger.ts'
import { shopifyApi } from './shopify-api.ts'
import { shopifyScopes } from './shopify-key.ts'

const request = openRequests({ privateTargets: ['127.0.0.1'] })
const key = 'shpss_00000000000000000000000000000001'
const clientId = '0123456789abcdef'
const details = { shopDomain: 'teapots.myshopify.com', clientId }
const app = { scopes: shopifyScopes, clientId }

describeAccount({
  ...{ name: 'shopify', title: 'Shopify', newShop: () => new ShopifyShop() },
  api: (url) => shopifyApi(request, url),
  async start({ account }) {
    const shopify = await startShopify(account)
    shopify.keys[key] = app
    return shopify
  },
  credentials: { key, details },
  rollKey(fake) {
    const { keys } = fake as FakeShopify
    delete keys[key]
    const another = key.replace(/1$/, '2')
    keys[another] = app
    return { key: another }
  },
})

describe('the key of a Shopify account', () => {
  let shopify: FakeShopify
  beforeAll(async () => {
    shopify = await startShopify(new ShopifyShop().account)
    const older = shopifyScopes.filter((scope) => scope !== 'read_all_orders')
    const blind = shopifyScopes.filter((scope) => !scope.endsWith('_payouts'))
    Object.assign(shopify.keys, {
      ...{ [key]: app, shpat_good00000000: { scopes: shopifyScopes } },
      shpat_writing00000: { scopes: [...shopifyScopes, 'write_orders'] },
      ...{ shpat_recent000000: { scopes: older }, shpat_blind0000000: { scopes: blind } },
    })
  })
  afterAll(() => shopify.close())

  const check = (given: string, more: object = {}) =>
    shopifyApi(request, shopify.url).checkKey({ key: given, details: { ...details, ...more } })

  it('is accepted as the secret of an app and as the token of an older one', async () => {
    await check(key)
    await check('shpat_good00000000', { clientId: undefined })
  })

  it.each([
    [
      'of an app that may write',
      'shpat_writing00000',
      {},
      'may change data in the shop (write_orders)',
    ],
    ['that shows recent orders only', 'shpat_recent000000', {}, 'lacks the scopes read_all_orders'],
    ['that may not read payouts', 'shpat_blind0000000', {}, 'may not read balance transactions'],
    ['that Shopify does not know', 'shpat_unknown00000', {}, 'does not accept this key'],
    ['of another app', key, { clientId: 'another-client' }, 'does not accept this key'],
    ['without the client ID', key, { clientId: undefined }, 'needs the app’s client ID'],
    ['of something else', 'sk_live_0000000000', {}, 'neither an app’s secret'],
    ['of another server', key, { shopDomain: 'shop.example/x.myshopify.com' }, 'shop domain must'],
  ])('is refused %s', async (_what, given, more, why) => {
    const refusal = check(given, more)
    await expect(refusal).rejects.toThrow(why)
    await expect(refusal).rejects.not.toThrow(given)
  })
})

describeOnControlStores('a Shopify shop', (stores) => {
  const clock = testClock()

  async function read(shop: ShopifyShop, customers: number) {
    const shopify = await startShopify(playYear(shop, customers, clock.now()).account)
    shopify.keys[key] = app
    const account = {
      ...{ fake: shopify, api: shopifyApi(request, shopify.url) },
      credentials: { key, details },
    }
    const control = await stores.open()
    const synced = openLedgerOf(control, account, clock)
    const siteId = await synced.connect()
    return { control, synced, siteId, shopify }
  }

  it.each([
    ['without Shopify Payments agrees by the record of its orders', { hasPayments: false }, 1],
    ['agrees where gift cards paid a part, and took a part of refunds', { hasGiftCards: true }, 2],
  ])('%s', async (_what, options, parts) => {
    const shop = new ShopifyShop(options)
    const { control, synced, siteId, shopify } = await read(shop, 24)
    await synced.sync()
    expect(await sumsOf(synced.ledger, siteId)).toEqual(shop.books.truth)
    const { differences } = await bothSidesOf(control, await synced.connectionOf(siteId))
    expect(differences).toEqual([])
    const parted = shop.account.orders.map(({ transactions }) => (transactions as object[]).length)
    expect(Math.max(...parted)).toBe(parts)
    await shopify.close()
  })

  it('waits until what Shopify allows is restored', async () => {
    const { synced, siteId, shopify } = await read(new ShopifyShop(), 2)
    const throttleStatus = { currentlyAvailable: 40, restoreRate: 50 }
    shopify.onRequest = () => ({
      status: 200,
      body: {
        errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
        extensions: { cost: { requestedQueryCost: 840, throttleStatus } },
      },
    })
    await synced.sync()
    expect(await synced.connectionOf(siteId)).toMatchObject({
      ...{ error: 'rate-limited', due_ms: clock.now() + 16_000 },
    })
    await shopify.close()
  })
})

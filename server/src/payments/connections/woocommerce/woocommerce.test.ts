import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRequests } from '../../../outside/request-outside.ts'
import { describeAccount } from '../../../test/account-suite.ts'
import { type FakeWoocommerce, startWoocommerce } from '../../../test/providers/fake-woocommerce.ts'
import { WoocommerceShop } from '../../../test/providers/woocommerce-shop.ts'
import { woocommerceApi } from './woocommerce-api.ts'

const request = openRequests({ privateTargets: ['127.0.0.1'] })
const secret = (digit: string) => `cs_${digit.repeat(40)}`
const consumerKey = `ck_${'a'.repeat(40)}`
const pair = (digit: string) => `${consumerKey}:${secret(digit)}`

/** The owner enters the address, so each shop has its own. */
let storeUrl = ''

describeAccount({
  ...{ name: 'woocommerce', title: 'WooCommerce', newShop: () => new WoocommerceShop() },
  api: () => woocommerceApi(request),
  async start({ data }) {
    const woocommerce = await startWoocommerce(data)
    woocommerce.keys[pair('1')] = 'read'
    storeUrl = `${woocommerce.url}/`
    return woocommerce
  },
  credentials: {
    key: secret('1'),
    details: {
      consumerKey,
      get storeUrl() {
        return storeUrl
      },
    },
  },
  rollKey(fake) {
    const { keys } = fake as FakeWoocommerce
    delete keys[pair('1')]
    keys[pair('2')] = 'read'
    return { key: secret('2') }
  },
})

describe('the key of a WooCommerce shop', () => {
  let woocommerce: FakeWoocommerce
  beforeAll(async () => {
    woocommerce = await startWoocommerce({ ...new WoocommerceShop().data, subscriptions: null })
    const permissions = { [pair('1')]: 'read', [pair('2')]: 'read_write', [pair('3')]: 'write' }
    Object.assign(woocommerce.keys, permissions)
  })
  afterAll(() => woocommerce.close())

  const check = (key: string, details: object = {}) =>
    woocommerceApi(request).checkKey({
      key,
      details: { storeUrl: woocommerce.url, consumerKey, ...details },
    })

  it('is accepted where it can only read, of a shop without subscriptions', () =>
    expect(check(secret('1'))).resolves.toBeUndefined())

  it.each([
    ['that may write', secret('2'), {}, 'may change data in the shop'],
    ['that may only write', secret('3'), {}, 'does not accept this key'],
    ['that the shop does not know', secret('4'), {}, 'does not accept this key'],
    ['that is none', 'sk_live_1', {}, 'not a consumer key and a consumer secret'],
    ['of a private address', secret('1'), { storeUrl: 'https://10.1.2.3' }, 'private network'],
    ['of an address without TLS', secret('1'), { storeUrl: 'ftp://shop.example' }, 'https://'],
    [
      'of an address with a password',
      secret('1'),
      { storeUrl: 'https://a:b@shop.example' },
      'no password',
    ],
    ['of an address with a question', secret('1'), { storeUrl: 'https://shop.example/?a' }, 'no ?'],
  ])('is refused %s', async (_what, key, details, why) => {
    const refusal = check(key, details)
    await expect(refusal).rejects.toThrow(why)
    await expect(refusal).rejects.not.toThrow(key)
  })

  it('is refused of an address without WooCommerce, and of one that leads elsewhere', async () => {
    woocommerce.onRequest = () => ({ status: 404 })
    await expect(check(secret('1'))).rejects.toThrow('no REST API of WooCommerce')
    woocommerce.onRequest = () => ({ status: 301, headers: { location: 'https://10.1.2.3/' } })
    await expect(check(secret('1'))).rejects.toThrow('leads to another one')
    woocommerce.onRequest = () => undefined
  })
})

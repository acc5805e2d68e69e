import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeAccount } from '../../../test/account-suite.ts'
import { describeOnControlStores, describeOnSqlite } from '../../../test/control-stores.ts'
import { inLongForm } from '../../../test/long-form.ts'
import { type AccountProvider, openAccounts } from '../../../test/open-account.ts'
import { type FakePaddle, startPaddle } from '../../../test/providers/fake-paddle.ts'
import { killedSyncs } from '../../../test/providers/killed-syncs.ts'
import { PaddleShop } from '../../../test/providers/paddle-shop.ts'
import { KeyProblem } from '../provider-api.ts'
import { paddleApi } from './paddle-api.ts'

const key = 'pdl_live_apikey_01testonly0000000000000000_0000ReadOnly00000000000_AAA'
const reads = ['transaction.read', 'adjustment.read', 'subscription.read']

const account: AccountProvider<PaddleShop> = {
  ...{ name: 'paddle', title: 'Paddle', newShop: () => new PaddleShop(), api: paddleApi },
  async start({ account }) {
    const paddle = await startPaddle(account)
    paddle.keys[key] = reads
    return paddle
  },
  credentials: { key },
  rollKey(fake) {
    const { keys } = fake as FakePaddle
    delete keys[key]
    const another = key.replace('01test', '02test')
    keys[another] = reads
    return { key: another }
  },
}

describeAccount(account)

const describeStores = inLongForm(describeOnControlStores, describeOnSqlite)

describeStores('reading a Paddle account in a process that is killed', (stores) => {
  const at = openAccounts(account, stores)

  it('produces the expected ledger, continuing from where it was', async () => {
    const place = await stores.newPlace()
    await at.open(60, place)
    const { clock, fake, secret } = at
    const order = { place, provider: 'paddle', url: fake.url, credentials: { key }, secret }
    expect(await killedSyncs(fake, { ...order, nowMs: clock.now() }, [5])).toBe(1)
    expect(await at.connection()).toMatchObject({ synced_ms: null })
    await at.synced.sync()
    await at.expectTruth()
  })
})

describe('a key of Paddle', () => {
  let paddle: FakePaddle
  beforeEach(async () => {
    paddle = await startPaddle(new PaddleShop().account)
    paddle.keys[key] = reads
  })
  afterEach(() => paddle.close())

  const check = (given: string) => paddleApi(paddle.url).checkKey({ key: given, details: {} })

  it('is accepted when it may read all that is needed and change nothing', async () => {
    await check(key)
    paddle.keys[key] = [...reads, 'report.read', 'customer.read']
    await check(key)
  })

  it.each([
    ['of the sandbox', 'pdl_sdbx_apikey_01testonly0000000000000000_00000', 'sandbox'],
    ['for browsers', 'live_7d279f61a3499fed520f7cd8c08', 'client-side token'],
    ['for webhooks', 'pdl_ntfset_01testonly_000000', 'secret key'],
    ['without permissions', '0123456789abcdef0123456789', 'not an API key of Paddle'],
    ['that is unknown', key.replace('01test', '09test'), 'does not accept this key'],
  ])('is refused when it is one %s', async (_what, given, why) => {
    const refused = check(given)
    await expect(refused).rejects.toThrow(KeyProblem)
    await expect(refused).rejects.toThrow(why)
    await expect(refused).rejects.toThrow(
      'select Read for Adjustments, Subscriptions, Transactions',
    )
    await expect(refused).rejects.not.toThrow(given)
  })

  it.each([
    ['may read too little', ['transaction.read'], 'may not read Adjustments, Subscriptions'],
    ['may refund', [...reads, 'adjustment.write'], 'may change data in Paddle (Adjustments)'],
    [
      'may do everything',
      [...reads, 'report.read', 'product.write', 'discount.write'],
      'may change data in Paddle (Discounts, Products)',
    ],
  ])('is refused when it %s', async (_what, permissions, why) => {
    paddle.keys[key] = permissions
    await expect(check(key)).rejects.toThrow(why)
  })

  it('is accepted when Paddle says nothing about permissions before it looks for an object', async () => {
    paddle.onRequest = (path) => (path.split('/').length > 2 ? { status: 404 } : undefined)
    await check(key)
  })

  it('is not stored while Paddle cannot say what it may do', async () => {
    paddle.onRequest = (path) => (path.startsWith('/prices') ? { status: 500 } : undefined)
    await expect(check(key)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

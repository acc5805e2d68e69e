import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeAccount } from '../../../test/account-suite.ts'
import {
  type FakeLemonSqueezy,
  startLemonSqueezy,
} from '../../../test/providers/fake-lemonsqueezy.ts'
import { LemonSqueezyShop, lemonStore } from '../../../test/providers/lemonsqueezy-shop.ts'
import { KeyProblem } from '../provider-api.ts'
import { lemonApi } from './lemon-api.ts'

// As long as real ones, which are signed tokens.
const key = `eyJ0eXAi.${'TestOnly'.repeat(120)}.signature`
const details = { storeId: String(lemonStore) }
const access = { stores: [lemonStore, 999] }

describeAccount({
  ...{ name: 'lemonsqueezy', title: 'Lemon Squeezy', api: lemonApi },
  newShop: () => new LemonSqueezyShop(),
  async start({ account }) {
    const lemon = await startLemonSqueezy(account)
    lemon.keys[key] = access
    return lemon
  },
  credentials: { key, details },
  rollKey(fake) {
    const { keys } = fake as FakeLemonSqueezy
    delete keys[key]
    const another = key.replace('signature', 'another')
    keys[another] = access
    return { key: another }
  },
})

describe('a key of Lemon Squeezy', () => {
  let lemon: FakeLemonSqueezy
  beforeEach(async () => {
    lemon = await startLemonSqueezy(new LemonSqueezyShop().account)
    lemon.keys[key] = access
  })
  afterEach(() => lemon.close())

  const check = (given: string, storeId = details.storeId) =>
    lemonApi(lemon.url).checkKey({ key: given, details: { storeId } })

  it('is accepted when it can read the store', async () => {
    await check(key)
  })

  it('is refused when it is unknown or of test mode, with how to make a right one', async () => {
    await expect(check('eyJ0.unknown.key')).rejects.toThrow('does not accept this key')
    lemon.keys[key] = { ...access, isTest: true }
    const refused = check(key)
    await expect(refused).rejects.toThrow(KeyProblem)
    await expect(refused).rejects.toThrow('a key of test mode')
    await expect(refused).rejects.toThrow('https://app.lemonsqueezy.com/settings/api')
  })

  it('is refused with the stores that it can read when it cannot read this one', async () => {
    await expect(check(key, '777')).rejects.toThrow(
      'cannot read the store 777, but Shop (12345), Shop (999)',
    )
    await expect(check(key, '#12345')).rejects.toThrow('digits only')
  })

  it('is not stored while Lemon Squeezy cannot say what it may read', async () => {
    lemon.onRequest = (path) => (path === '/v1/stores' ? { status: 503 } : undefined)
    await expect(check(key)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

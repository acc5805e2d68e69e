import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeAccount } from '../../../test/account-suite.ts'
import { type FakePolar, startPolar } from '../../../test/providers/fake-polar.ts'
import { PolarShop } from '../../../test/providers/polar-shop.ts'
import { KeyProblem } from '../provider-api.ts'
import { polarApi } from './polar-api.ts'

const key = 'polar_oat_TestOnly00000000000000000000ReadOnly'
const reads = ['orders:read', 'refunds:read', 'disputes:read', 'subscriptions:read']

describeAccount({
  ...{ name: 'polar', title: 'Polar', newShop: () => new PolarShop(), api: polarApi },
  async start({ account }) {
    const polar = await startPolar(account)
    polar.keys[key] = reads
    return polar
  },
  credentials: { key },
  rollKey(fake) {
    const { keys } = fake as FakePolar
    delete keys[key]
    const another = key.replace('TestOnly', 'Another0')
    keys[another] = reads
    return { key: another }
  },
})

describe('a key of Polar', () => {
  let polar: FakePolar
  beforeEach(async () => {
    polar = await startPolar(new PolarShop().account)
    polar.keys[key] = reads
  })
  afterEach(() => polar.close())

  const check = (given: string) => polarApi(polar.url).checkKey({ key: given, details: {} })

  it('is accepted when it may read all that is needed and change nothing', async () => {
    await check(key)
    polar.keys[key] = [...reads, 'files:read']
    await check(key)
  })

  it.each([
    ['a personal one', 'polar_pat_0000000000000000', 'personal access token'],
    ['a webhook’s secret', 'polar_whs_0000000000000000', 'webhook’s secret'],
    ['something else', 'sk_live_0000000000000', 'begin with polar_oat_'],
    ['unknown', key.replace('TestOnly', 'Unknown0'), 'does not accept this key'],
  ])('is refused when it is %s', async (_what, given, why) => {
    const refused = check(given)
    await expect(refused).rejects.toThrow(KeyProblem)
    await expect(refused).rejects.toThrow(why)
    await expect(refused).rejects.toThrow('disputes:read, orders:read, refunds:read')
    await expect(refused).rejects.not.toThrow(given)
  })

  it.each([
    ['read too little', ['orders:read'], 'may not read disputes:read, refunds:read'],
    ['refund', [...reads, 'refunds:write'], 'may change data in Polar (refunds:write)'],
    ['read and change products', [...reads, 'files:read', 'products:write'], '(products:write)'],
  ])('is refused when it may %s', async (_what, scopes, why) => {
    polar.keys[key] = scopes
    await expect(check(key)).rejects.toThrow(why)
  })
})

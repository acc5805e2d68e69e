import { expect, it } from 'vitest'
import { describeAccount } from '../../../test/account-suite.ts'
import { type FakeGumroad, newGumroadShop, startGumroad } from '../../../test/fake-gumroad.ts'
import { KeyProblem } from '../provider-api.ts'
import { gumroadApi } from './gumroad-api.ts'

const [key, another] = ['gumroad-token-0000000000000001', 'gumroad-token-0000000000000002']

describeAccount({
  ...{ name: 'gumroad', title: 'Gumroad', newShop: newGumroadShop, api: gumroadApi },
  async start(shop) {
    const gumroad = await startGumroad(shop)
    gumroad.keys[key] = {}
    return gumroad
  },
  credentials: { key },
  rollKey(fake) {
    const { keys } = fake as FakeGumroad
    delete keys[key]
    keys[another] = {}
    return { key: another }
  },
})

it('accepts an access token that may read sales, and says what is wrong with others', async () => {
  const fake = await startGumroad(newGumroadShop())
  const check = (token: string) => gumroadApi(fake.url).checkKey({ key: token, details: {} })
  Object.assign(fake.keys, { reads: {}, narrow: { cannotRead: '/v2/sales' } })
  await check('reads')
  await expect(check('narrow')).rejects.toThrow('view_sales')
  await expect(check('revoked')).rejects.toThrow('does not accept')
  fake.onRequest = () => ({ status: 503 })
  await expect(check('reads')).rejects.not.toThrow(KeyProblem)
  await fake.close()
})

import { expect, it } from 'vitest'
import { describeAccount } from '../../../test/account-suite.ts'
import { type FakeDodo, newDodoShop, startDodo } from '../../../test/providers/fake-dodo.ts'
import { KeyProblem } from '../provider-api.ts'
import { dodoApi } from './dodo-api.ts'

const [key, another] = ['dodo-reads-0000000000000001', 'dodo-reads-0000000000000002']

describeAccount({
  ...{ name: 'dodopayments', title: 'Dodo Payments', newShop: newDodoShop, api: dodoApi },
  async start(shop) {
    const dodo = await startDodo(shop)
    dodo.keys[key] = {}
    return dodo
  },
  credentials: { key },
  rollKey(fake) {
    const { keys } = fake as FakeDodo
    delete keys[key]
    keys[another] = {}
    return { key: another }
  },
})

it('accepts a key of Dodo Payments that only reads, and says what is wrong with others', async () => {
  const fake = await startDodo(newDodoShop())
  const api = dodoApi(fake.url)
  const check = (key: string) => api.checkKey({ key, details: {} })
  Object.assign(fake.keys, {
    reads: {},
    writes: { mayWrite: true },
    narrow: { cannotRead: '/disputes' },
  })
  await check('reads')
  await expect(check('writes')).rejects.toThrow('may change data')
  await expect(check('narrow')).rejects.toThrow('may not read everything')
  await expect(check('of-test-mode')).rejects.toThrow(KeyProblem)
  fake.onRequest = () => ({ status: 503 })
  await expect(check('reads')).rejects.not.toThrow(KeyProblem)
  await fake.close()
})

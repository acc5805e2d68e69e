import { expect, it } from 'vitest'
import { dodoDeliveries, startDodo } from '../../../test/fake-dodo.ts'
import { aSmallPast, SmallShop } from '../../../test/small-shop.ts'
import { describeSmallShop } from '../../../test/small-shop-suite.ts'
import { KeyProblem } from '../provider-api.ts'
import { dodoApi } from './dodo-api.ts'

const keys = ['dodo-reads-0000000000000001', 'dodo-reads-0000000000000002'] as const

describeSmallShop({
  name: 'dodopayments',
  keys,
  aPast: (customers, nowMs, days) =>
    aSmallPast(customers, nowMs, { hasFees: true, currencies: ['EUR', 'USD', 'JPY'], days }),
  start: startDodo,
  openApi: dodoApi,
  deliveries: dodoDeliveries,
})

it('accepts a key of Dodo Payments that only reads, and says what is wrong with others', async () => {
  const fake = await startDodo(new SmallShop({ hasFees: true }))
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

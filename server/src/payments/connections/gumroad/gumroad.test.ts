import { expect, it } from 'vitest'
import { describeAccount } from '../../../test/account-suite.ts'
import {
  type FakeGumroad,
  newGumroadShop,
  startGumroad,
} from '../../../test/providers/fake-gumroad.ts'
import { KeyProblem } from '../provider-api.ts'
import { gumroadApi } from './gumroad-api.ts'
import { readSale } from './gumroad-sale.ts'

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

it('dates refunds at the sale in an import, and when they are found otherwise', async () => {
  const nowMs = Date.UTC(2026, 10, 20, 12)
  const shop = newGumroadShop()
  const sale = shop.pay(nowMs - 86_400_000, { amountMinor: 1_000, currency: 'EUR' })
  shop.refund(nowMs - 60_000, sale, 400)
  const fake = await startGumroad(shop)
  fake.keys[key] = {}
  const api = gumroadApi(fake.url)
  const credentials = { key, details: {} }
  let cursor = api.firstCursor(nowMs - 3 * 86_400_000, nowMs)
  const dates: (number | null)[] = []
  for (let round = 0; round < 2; round++) {
    const page = await api.listChanges(credentials, cursor, nowMs + round)
    cursor = page.cursor
    for (const fact of page.changes.flatMap(({ facts }) => facts)) {
      if (fact.kind !== 'refund' || fact.how !== 'total') continue
      expect(fact.amountMinor).toBe(400)
      dates.push(fact.atMs)
    }
  }
  expect(dates).toEqual([sale.atMs, null])
  await fake.close()
})

it('says what memberships pay, and on which day those that are over ended', () => {
  const sale = {
    ...{ id: 's', created_at: '2026-03-10T09:00:00Z', price: 9000, currency: 'eur' },
    ...{ subscription_id: 'm1', subscription_duration: 'yearly', product_name: 'Atlas' },
    ...{ gumroad_fee: 0, recurring_charge: true, readMs: Date.UTC(2026, 3, 1) },
  }
  const stated = (more: object) => readSale({ ...sale, ...more }).subscriptions
  const item = { plan: 'Atlas', unitMinor: '9000', quantity: 1, unit: 'year', unitCount: 1 }
  const charge = { how: 'reading', state: { status: 'active', currency: 'EUR', items: [item] } }
  expect(stated({})).toMatchObject([charge])
  const ended = { atMs: Date.UTC(2026, 2, 20, 12), state: { status: 'ended' } }
  expect(stated({ subscription_end_date: '2026-03-20' })).toMatchObject([charge, ended])
  expect(stated({ subscription_end_date: '2026-04-20' })).toMatchObject([charge])
  expect(stated({ subscription_id: null, subscription_duration: null })).toEqual([])
})

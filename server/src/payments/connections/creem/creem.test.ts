import { expect, it } from 'vitest'
import { describeAccount } from '../../../test/account-suite.ts'
import { testClock } from '../../../test/clock.ts'
import { type FakeCreem, newCreemShop, startCreem } from '../../../test/providers/fake-creem.ts'
import { playYear } from '../../../test/providers/shop-year.ts'
import { dayMs } from '../../../time/durations.ts'
import { KeyProblem } from '../provider-api.ts'
import { creemApi } from './creem-api.ts'

const [key, another] = ['creem_0000000000000001', 'creem_0000000000000002']

describeAccount({
  ...{ name: 'creem', title: 'Creem', newShop: newCreemShop, api: creemApi },
  async start(shop) {
    const creem = await startCreem(shop)
    creem.keys[key] = {}
    return creem
  },
  credentials: { key },
  rollKey(fake) {
    const { keys } = fake as FakeCreem
    delete keys[key]
    keys[another] = {}
    return { key: another }
  },
})

it.each(['ascending', 'descending'] as const)(
  'finds the latest transactions of Creem in lists that are %s',
  async (order) => {
    const nowMs = testClock().now()
    const shop = playYear(newCreemShop(), 150, nowMs)
    const fake = await startCreem(shop)
    Object.assign(fake, { order, keys: { [key]: {} } })
    const api = creemApi(fake.url)
    const credentials = { key, details: {} }
    let cursor = api.firstCursor(nowMs - 2 * dayMs, nowMs)
    shop.pay(nowMs - 60_000, { amountMinor: 100, currency: 'EUR' })
    const found = new Set<string>()
    for (let isUpToDate = false; !isUpToDate; ) {
      const page = await api.listChanges(credentials, cursor, nowMs)
      for (const { id } of page.changes) found.add(id)
      ;({ cursor, isUpToDate } = page)
    }
    expect(found).toContain(shop.payments.at(-1)?.ref)
    await fake.close()
  },
)

it('accepts a live key of Creem, and says what is wrong with others', async () => {
  const fake = await startCreem(newCreemShop())
  const check = (given: string) => creemApi(fake.url).checkKey({ key: given, details: {} })
  fake.keys[key] = {}
  await check(key)
  await expect(check('creem_test_1')).rejects.toThrow('test mode')
  await expect(check('creem_revoked')).rejects.toThrow('does not accept')
  fake.onRequest = () => ({ status: 503 })
  await expect(check(key)).rejects.not.toThrow(KeyProblem)
  await fake.close()
})

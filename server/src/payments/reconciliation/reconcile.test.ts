import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ControlStore } from '../../store/control/control-store.ts'
import { type TestClock, testClock } from '../../test/clock.ts'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { type FakeStripe, startStripe } from '../../test/fake-stripe.ts'
import { aYear, type ShopAccount } from '../../test/stripe-shop.ts'
import { openSyncedLedger, type SyncedLedger } from '../../test/synced-ledger.ts'
import { reconcile } from './reconcile.ts'
import type { DayTotals, ReconciledDay } from './reconcile-days.ts'

const day = 86_400_000
const always = { from: '2000-01-01', to: '2100-01-01' }

describeOnControlStores('reconciling a Stripe account', (stores) => {
  let clock: TestClock
  let control: ControlStore
  let shop: ShopAccount
  let stripe: FakeStripe
  let synced: SyncedLedger
  let siteId: string

  async function open(customers: number) {
    control = await stores.open()
    shop = aYear(customers, clock.now() / 1000)
    stripe = await startStripe(shop.account)
    synced = openSyncedLedger(control, stripe, clock)
    siteId = await synced.connect()
  }
  beforeEach(() => {
    clock = testClock()
  })
  afterEach(() => stripe.close())

  const days = async () => reconcile(control, await synced.connectionOf(siteId), always)

  /** What the days add up to by currency, on both sides. */
  function sumsOf(lines: readonly ReconciledDay[], side: 'statement' | 'recorded') {
    const sums: Record<string, object> = {}
    for (const [currency, own] of Map.groupBy(lines, (line) => line.currency)) {
      const sum = (name: keyof DayTotals) => own.reduce((total, one) => total + one[side][name], 0)
      sums[currency] = {
        ...{ payments: sum('payments'), grossMinor: sum('grossMinor') },
        ...{ netMinor: sum('netMinor') + sum('feesMinor'), feesMinor: sum('feesMinor') },
      }
    }
    return sums
  }

  it('gives the true ledger of a year on both sides, and ticks every finished day', async () => {
    await open(stores.dialect === 'sqlite' ? 300 : 60)
    await synced.sync()
    clock.pass(2 * day)
    await synced.sync()
    const lines = await days()
    expect(lines.flatMap(({ items }) => items)).toEqual([])
    expect(sumsOf(lines, 'statement')).toEqual(shop.truth)
    expect(sumsOf(lines, 'recorded')).toEqual(shop.truth)
    expect(new Set(lines.map(({ state }) => state))).toEqual(new Set(['agrees']))
  })
})

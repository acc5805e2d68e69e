import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testClock } from '../../test/clock.ts'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { inLongForm } from '../../test/long-form.ts'
import { type FakeStripe, startStripe } from '../../test/providers/fake-stripe.ts'
import { openPlayer, type Player } from '../../test/providers/play-deliveries.ts'
import { aYear, type ShopAccount } from '../../test/providers/stripe-shop.ts'
import { openSyncedLedger, type SyncedLedger, sumsOf } from '../../test/providers/synced-ledger.ts'

// Webhooks of which some are missing, some arrive twice and all in any order, while the account is read: the ledger
// ends up correct, and the same on two sites.

const runs = { sqlite: inLongForm(4, 2), postgres: 1 }

describeOnControlStores('any deliveries while an account is read', (stores) => {
  const clock = testClock()
  let shop: ShopAccount
  let stripe: FakeStripe
  let player: Player
  let synced: SyncedLedger
  beforeAll(async () => {
    shop = aYear(24, clock.now() / 1000)
    stripe = await startStripe(shop.account)
    const control = await stores.open()
    synced = openSyncedLedger(control, stripe, clock)
    player = openPlayer(control, synced.ledger)
  })
  afterAll(() => Promise.all([player.close(), stripe.close()]))

  /** The deliveries, by position in time order; null: some pages are read. */
  type Step = number | null

  async function ledgerAfter(steps: readonly Step[]) {
    const siteId = await synced.connect()
    const play = await player.endpoint('stripe', siteId)
    for (const step of steps) {
      if (step === null) await synced.sync(3)
      else await play({ body: shop.events[step] as object })
    }
    await synced.sync()
    expect(await synced.connectionOf(siteId)).toMatchObject({ error: null, skipped: 0 })
    expect(await sumsOf(synced.ledger, siteId)).toEqual(shop.truth)
    return player.ledgerOf(siteId)
  }

  it('produce the expected ledger, and the same one on two sites', async () => {
    const all = shop.events.map((_, index) => index)
    const delivered = fc.shuffledSubarray(all)
    const orders = delivered.chain((some) => {
      const steps: Step[] = [...some, ...some.slice(0, 5), null, null, null, null]
      const anyOrder = fc.shuffledSubarray(steps, { minLength: steps.length })
      return fc.tuple(anyOrder, anyOrder)
    })
    await fc.assert(
      fc.asyncProperty(orders, async ([one, other]) => {
        expect(await ledgerAfter(other)).toEqual(await ledgerAfter(one))
      }),
      { numRuns: runs[stores.dialect] },
    )
  })
})

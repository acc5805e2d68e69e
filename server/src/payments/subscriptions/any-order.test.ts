import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testClock } from '../../test/clock.ts'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { inLongForm } from '../../test/long-form.ts'
import { type FakeStripe, startStripe } from '../../test/providers/fake-stripe.ts'
import { openPlayer, type Player } from '../../test/providers/play-deliveries.ts'
import { aSubscriptionLife } from '../../test/providers/stripe-subscription.ts'
import { goodKey, openSyncedLedger, type SyncedLedger } from '../../test/providers/synced-ledger.ts'
import type { SubscriptionHistory } from './fold-subscription.ts'
import { listSubscriptions } from './subscription-rows.ts'

// Webhooks in any order and twice, while the account is read: the histories end up correct.

const runs = { sqlite: inLongForm(20, 2), postgres: inLongForm(4, 1) }
const day = 86_400

describeOnControlStores('subscriptions after any deliveries while an account is read', (stores) => {
  const clock = testClock()
  const now = Math.floor(clock.now() / 1000)
  const lives = [
    aSubscriptionLife('sub_steady', now - 200 * day),
    aSubscriptionLife('sub_grows', now - 190 * day, {
      trialDays: 14,
      changes: [
        { afterDays: 30, cents: 4900 },
        { afterDays: 0.01, quantity: 3 },
        { afterDays: 20, interval: 'year', cents: 49_000 },
      ],
    }),
    aSubscriptionLife('sub_leaves', now - 150 * day, {
      changes: [
        { afterDays: 30, status: 'past_due' },
        { afterDays: 9, status: 'canceled' },
      ],
    }),
    // Later than what is left in Stripe's events before the account is connected.
    aSubscriptionLife('sub_late', now - 40 * day, { changes: [{ afterDays: 38, cents: 900 }] }),
  ]
  const events = lives.flatMap((life) => life.events)
  let stripe: FakeStripe
  let player: Player
  let synced: SyncedLedger
  beforeAll(async () => {
    stripe = await startStripe({
      '/v1/subscriptions': lives.flatMap((life) => life.at(now) ?? []),
      '/v1/events': events,
    })
    const control = await stores.open()
    synced = openSyncedLedger(control, stripe, clock)
    player = openPlayer(control, synced.ledger)
  })
  afterAll(() => Promise.all([player.close(), stripe.close()]))

  it('are the true ones, and are not changed by a repeat', async () => {
    const steps = [...events.keys(), 0, 3, 5, null, null]
    const order = fc.shuffledSubarray<number | null>(steps, { minLength: steps.length })
    await fc.assert(
      fc.asyncProperty(order, async (steps) => {
        const siteId = await synced.connect()
        const deliver = await player.endpoint('stripe', siteId)
        for (const step of steps) {
          if (step === null) await synced.sync(4)
          else await deliver({ body: events[step] as object })
        }
        await synced.sync()
        expect(await synced.connectionOf(siteId)).toMatchObject({ error: null, skipped: 0 })
        const known = await historiesOf(siteId)
        for (const [id, history] of known) {
          const life = lives.find((one) => one.at(now)?.id === id)
          expect([id, paid(history)]).toEqual([id, life?.truth])
        }
        expect(known.size).toBe(lives.length)
      }),
      { numRuns: runs[stores.dialect] },
    )
  })

  it('have the discounts of customers, where the key may read those', async () => {
    const life = lives[0] as (typeof lives)[0]
    const coupon = { id: 'HALF', object: 'coupon', percent_off: 50, duration: 'forever' }
    const discount = { id: 'di_1', start: now - 100 * day, end: null, source: { coupon } }
    const customer = { id: 'cus_of_sub_steady', object: 'customer', created: now - 200 * day }
    stripe.account['/v1/customers'] = [{ ...customer, discount }]
    const steady = async () => {
      const siteId = await synced.connect()
      await synced.sync()
      expect(await synced.connectionOf(siteId)).toMatchObject({ error: null, skipped: 0 })
      return paid((await historiesOf(siteId)).get('sub_steady') as SubscriptionHistory)
    }
    const half = { atMs: (now - 100 * day) * 1000, monthlyMinor: 1450 }
    expect(await steady()).toEqual([...life.truth, half])
    stripe.keys[goodKey] = { cannotRead: ['/v1/customers'] }
    expect(await steady()).toEqual(life.truth)
    delete stripe.keys[goodKey]?.cannotRead
  })

  async function historiesOf(siteId: string): Promise<Map<string, SubscriptionHistory>> {
    const after = { provider: '', subscription_id: '' }
    const { db } = synced.ledger.control
    const rows = await listSubscriptions(db, siteId, { after, limit: 100 })
    return new Map(rows.map((row) => [row.subscription_id, JSON.parse(row.history ?? '')]))
  }
})

/** The amounts paid, with the time of each change. */
function paid({ points }: SubscriptionHistory) {
  return points
    .map(({ atMs, monthlyMinor }) => ({ atMs, monthlyMinor }))
    .filter(({ monthlyMinor }, index) => monthlyMinor !== (points[index - 1]?.monthlyMinor ?? 0))
}

import { afterEach, beforeEach, expect, it } from 'vitest'
import { commandLine } from '../../audit/actor.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { type TestClock, testClock } from '../../test/clock.ts'
import { describeOnControlStores, describeOnSqlite } from '../../test/control-stores.ts'
import { inLongForm } from '../../test/long-form.ts'
import { type FakeStripe, startStripe } from '../../test/providers/fake-stripe.ts'
import { openPlayer } from '../../test/providers/play-deliveries.ts'
import { bothSidesOf, reconciledDays } from '../../test/providers/reconciled.ts'
import { aYear, type ShopAccount } from '../../test/providers/stripe-shop.ts'
import { openSyncedLedger, type SyncedLedger } from '../../test/providers/synced-ledger.ts'
import { dayMs, hourMs, minuteMs } from '../../time/durations.ts'
import { paymentFromInput } from '../ledger/payment-from-input.ts'
import { recordPayment } from '../ledger/record-payment.ts'
import { compareAccounts } from './compare-accounts.ts'
import { separator } from './day-rows.ts'
import { reconcile } from './reconcile.ts'
import type { Item } from './reconcile-days.ts'
import { bringIn, decideItem, undoDecision } from './settle-item.ts'

inLongForm(describeOnControlStores, describeOnSqlite)('reconciling a Stripe account', (stores) => {
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

  const account = () => synced.connectionOf(siteId)
  const lines = async () => reconciledDays(control, await account())
  const sides = async () => bothSidesOf(control, await account())
  /** Now, or this many milliseconds ago, in Stripe's format. */
  const seconds = (agoMs = 0) => Math.floor((clock.now() - agoMs) / 1000)
  const author = () => ({ by: commandLine, nowMs: clock.now() })
  const placeOf = ({ id, statement, recorded }: Item) => ({
    ...{ siteId, provider: 'stripe', itemId: id },
    day: (statement ?? recorded)?.day ?? '',
  })
  const compare = () =>
    compareAccounts({ control, clock, connectionStore: synced.connections }, () => false)

  /** The account is read once more when its last day is over. */
  async function finishDays() {
    clock.pass(2 * dayMs)
    await synced.sync()
  }

  /** Removes everything recorded about a payment, as if it had never been read. */
  async function lose(charge: string) {
    const { db } = control
    const { payment_id: id } = await db
      .selectFrom('payment_aliases')
      .select('payment_id')
      .where('alias', '=', charge)
      .executeTakeFirstOrThrow()
    await db.deleteFrom('payment_aliases').where('payment_id', '=', id).execute()
    await db.deleteFrom('payment_facts').where('payment_id', '=', id).execute()
    await db.deleteFrom('refunds').where('payment_id', '=', id).execute()
    await db.deleteFrom('payments').where('id', '=', id).execute()
  }

  it('agrees with the true ledger of a year on both sides, and ticks every finished day', async () => {
    await open(stores.dialect === 'sqlite' ? inLongForm(200, 100) : inLongForm(60, 20))
    expect(await lines()).toEqual([])
    await synced.sync()
    await finishDays()
    const { differences, statement, recorded } = await sides()
    expect(differences).toEqual([])
    expect(statement).toEqual(shop.truth)
    expect(recorded).toEqual(shop.truth)
    expect(new Set((await lines()).map(({ state }) => state))).toEqual(new Set(['agrees']))
  })

  it('names another amount also on a day on which an id of a provider holds the separator', async () => {
    await open(3)
    await synced.sync()
    await finishDays()
    const { db } = control
    const [odd, other] = await db
      .selectFrom('payments')
      .select(['id', 'provider_payment_id as ref', 'amount_minor as minor'])
      .where('amount_minor', '>', 0)
      .orderBy('paid_at_ms')
      .execute()
    if (odd === undefined || other === undefined) throw new Error('the shop sold nothing')
    const change = (id: string, to: object) =>
      db.updateTable('payments').set(to).where('id', '=', id).execute()
    await change(odd.id, { provider_payment_id: `${odd.ref}${separator}` })
    expect((await sides()).differences).toEqual([])
    await change(other.id, { amount_minor: other.minor + 1 })
    expect((await sides()).differences).toMatchObject([
      { paymentId: other.id, state: 'different', fields: ['amount'] },
    ])
  })

  it('names a lost payment with its refund, and brings both in', async () => {
    await open(10)
    const paid = shop.checkout(seconds(3 * hourMs), { amount: 4_200 })
    shop.refund(seconds(2 * hourMs), paid, 200)
    await synced.sync()
    await finishDays()
    await lose(paid.charge.id)
    await compare()
    const { differences } = await sides()
    expect(differences).toMatchObject([
      { state: 'missing', ref: paid.intent.id, paymentId: null, recorded: null },
      { state: 'missing', ref: paid.intent.id, paymentId: null, recorded: null },
    ])
    expect(JSON.parse((await account()).differing_days)).toHaveLength(1)
    const [item] = differences as [Item]
    expect(await bringIn(synced.syncing, placeOf(item), author())).toBe(true)
    expect((await sides()).recorded).toEqual(shop.truth)
    expect((await sides()).differences).toEqual([])
    expect((await account()).differing_days).toBe('[]')
  })

  it('brings in a payment that was changed in the store, though all that is said of it is recorded', async () => {
    await open(3)
    await synced.sync()
    await finishDays()
    const { db } = control
    const { id, amount_minor: minor } = await db
      .selectFrom('payments')
      .select(['id', 'amount_minor'])
      .where('amount_minor', '>', 0)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('payments')
      .set({ amount_minor: minor + 1 })
      .where('id', '=', id)
      .execute()
    const [item] = (await lines()).flatMap(({ items }) => items)
    if (item === undefined) throw new Error('nothing differs')
    expect(await bringIn(synced.syncing, placeOf(item), author())).toBe(true)
    const now = db.selectFrom('payments').select('amount_minor').where('id', '=', id)
    expect(await now.executeTakeFirstOrThrow()).toEqual({ amount_minor: minor })
  })

  it('brings in a payment of a subscription with its invoice', async () => {
    await open(2)
    const { id } = shop.subscribe(seconds(3 * hourMs), { amount: 1_900, months: 1 })
    const [charge] = shop.list('/v1/charges').slice(-1)
    await synced.sync()
    await finishDays()
    await lose(String(charge?.id))
    const [item] = (await sides()).differences as [Item]
    expect(await bringIn(synced.syncing, placeOf(item), author())).toBe(true)
    const row = await control.db
      .selectFrom('payments')
      .select('amount_minor')
      .where('subscription_id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({ amount_minor: 1_900 })
  })

  it('names a payment that the account does not have, until it is left out, and again when that is undone', async () => {
    await open(5)
    await synced.sync()
    const input = { provider: 'stripe', providerPaymentId: 'order-77', amount: 50, currency: 'EUR' }
    const report = paymentFromInput(input, clock.now())
    await recordPayment(synced.ledger, siteId, report, clock.now())
    await finishDays()
    const { differences, recorded } = await sides()
    expect(differences).toMatchObject([{ state: 'extra', ref: 'order-77', statement: null }])
    expect(recorded).not.toEqual(shop.truth)
    const [item] = differences as [Item]
    const note = 'Paid in cash'
    await decideItem(control, placeOf(item), { decision: 'left-out', note }, author())
    expect((await sides()).recorded).toEqual(shop.truth)
    expect((await sides()).differences).toMatchObject([
      { decision: { decision: 'left-out', note, decidedBy: 'command-line' } },
    ])
    expect((await lines()).every(({ state }) => state === 'agrees')).toBe(true)
    await undoDecision(control, placeOf(item), author())
    expect((await lines()).map(({ state }) => state)).toContain('differs')
    const audited = await control.db.selectFrom('audit_entries').select('action').execute()
    expect(audited.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['reconciliation.left-out', 'reconciliation.reopened']),
    )
  })

  it('names another amount, and forgets an explanation once the difference is another one', async () => {
    await open(5)
    const { charge } = shop.checkout(seconds(3 * hourMs), { amount: 4_200 })
    await synced.sync()
    await finishDays()
    const record = (amount: number) =>
      control.db
        .updateTable('payments')
        .set({ amount_minor: amount })
        .where('id', 'in', (query) =>
          query.selectFrom('payment_aliases').select('payment_id').where('alias', '=', charge.id),
        )
        .execute()
    await record(4_300)
    const [item] = (await sides()).differences as [Item]
    expect(item).toMatchObject({ state: 'different', fields: ['amount'], objectId: charge.id })
    await decideItem(control, placeOf(item), { decision: 'explained', note: 'A tip' }, author())
    expect((await lines()).map(({ state }) => state)).toContain('explained')
    expect((await account()).differing_days).toBe('[]')
    await record(4_301)
    expect((await lines()).map(({ state }) => state)).toContain('differs')
  })

  it.each([0, 100])(
    'names a second booking of a payment, %i days before the first',
    async (apart) => {
      await open(5)
      const { charge, intent } = shop.checkout(seconds(3 * hourMs), { amount: 4_200 })
      const source = { ...charge, payment_intent: intent.id }
      const again = { type: 'charge', amount: 4_200, fee: 93 }
      shop.book(seconds(4 * hourMs + apart * dayMs), source, again)
      await synced.sync()
      await finishDays()
      const { differences } = await sides()
      expect(differences.length).toBeGreaterThan(0)
      expect(new Set(differences.map(({ ref }) => ref))).toEqual(new Set([intent.id]))
      expect(differences.map(({ state }) => state)).toContain('missing')
      for (const { day: from } of (await lines()).filter(({ state }) => state === 'differs')) {
        const alone = await reconcile(control, await account(), { from, to: from })
        expect(alone.map(({ state }) => state)).toContain('differs')
      }
    },
  )

  it('compares a payment of a webhook once the account is read to that moment', async () => {
    await open(5)
    await synced.sync()
    const player = openPlayer(control, synced.ledger)
    const deliver = await player.endpoint('stripe', siteId)
    shop.checkout(seconds() + 60, { amount: 9_900 })
    for (const event of shop.events.slice(-3)) await deliver({ body: event })
    clock.pass(2 * minuteMs)
    expect((await sides()).differences).toEqual([])
    await finishDays()
    await player.close()
    const { differences, recorded } = await sides()
    expect(differences).toEqual([])
    expect(recorded).toEqual(shop.truth)
  })

  it('waits for a direct debit that is booked before it succeeds, and leaves out one that fails', async () => {
    await open(2)
    for (const outcome of ['succeeded', 'failed']) {
      const { charge } = shop.charge(seconds(hourMs), { amount: 3_000 })
      const booked = shop.list('/v1/balance_transactions').at(-1)
      const pending = { ...charge, status: 'pending', payment_intent: null }
      Object.assign(charge, { status: 'pending' })
      if (booked) booked.expandable = { source: pending }
      shop.list('/v1/events').splice(-2)
      if (outcome === 'failed') Object.assign(booked ?? {}, { fee: 0 })
    }
    await synced.sync()
    await finishDays()
    expect((await sides()).differences).toEqual([])
    const [good, bad] = shop.list('/v1/charges').slice(-2)
    if (good === undefined || bad === undefined) throw new Error('there are two')
    Object.assign(good, { status: 'succeeded' })
    shop.event('charge.succeeded', seconds(), { ...good, payment_intent: null })
    const failed = { ...bad, status: 'failed', payment_intent: null }
    shop.book(seconds(), failed, { type: 'payment_failure_refund', amount: -3_000, fee: 0 })
    clock.pass(20 * dayMs)
    await synced.sync()
    const { differences, statement, recorded } = await sides()
    expect(differences).toEqual([])
    expect(recorded).toEqual(statement)
  })

  it.each([3 * hourMs, -3 * hourMs])(
    'loses nothing while Stripe’s clock is %i ms apart',
    async (apart) => {
      await open(5)
      stripe.nowMs = () => clock.now() + apart
      const stripeSeconds = () => Math.floor((clock.now() + apart) / 1000)
      for (let turn = 0; turn < 20; turn++) {
        shop.checkout(stripeSeconds(), { amount: 1_000 + turn })
        clock.pass(15 * minuteMs)
        await synced.sync()
      }
      clock.pass(dayMs)
      await synced.sync()
      const { differences, statement, recorded } = await sides()
      expect(differences).toEqual([])
      expect(statement).toEqual(shop.truth)
      expect(recorded).toEqual(shop.truth)
    },
  )
})

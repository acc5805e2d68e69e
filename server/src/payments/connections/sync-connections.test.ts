import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commandLine } from '../../audit/actor.ts'
import type { ControlStore, ControlStoreOptions } from '../../store/control/control-store.ts'
import { type TestClock, testClock } from '../../test/clock.ts'
import { describeOnControlStores, describeOnSqlite } from '../../test/control-stores.ts'
import { inLongForm } from '../../test/long-form.ts'
import { plantEmptyAnswers } from '../../test/providers/fake-api.ts'
import { type FakeStripe, startStripe } from '../../test/providers/fake-stripe.ts'
import { killedSyncs } from '../../test/providers/killed-syncs.ts'
import { openPlayer } from '../../test/providers/play-deliveries.ts'
import { bothSidesOf } from '../../test/providers/reconciled.ts'
import { aYear, type ShopAccount } from '../../test/providers/stripe-shop.ts'
import {
  goodKey,
  openSyncedLedger,
  type SyncedLedger,
  sumsOf,
  syncPastFaults,
} from '../../test/providers/synced-ledger.ts'
import { dayMs, minuteMs } from '../../time/durations.ts'
import { disconnectProvider, replaceConnectionKey } from './manage-connections.ts'

// In the short form Paddle's account is read into Postgres as well.
const describeStores = inLongForm(describeOnControlStores, describeOnSqlite)

describeStores('reading a Stripe account', (stores) => {
  const secret = randomBytes(24).toString('hex')
  let clock: TestClock
  let control: ControlStore
  let shop: ShopAccount
  let stripe: FakeStripe
  let synced: SyncedLedger
  let siteId: string

  /** A shop with this many customers, whose account is connected to a new site. */
  async function open(customers: number, place?: ControlStoreOptions) {
    control = await stores.open(place)
    shop = aYear(customers, clock.now() / 1000)
    stripe = await startStripe(shop.account)
    synced = openSyncedLedger(control, stripe, clock, secret)
    siteId = await synced.connect()
  }
  beforeEach(() => {
    clock = testClock()
  })
  afterEach(() => stripe.close())

  const sums = () => sumsOf(synced.ledger, siteId)
  const connection = () => synced.connectionOf(siteId)
  /** The ledger is correct, and the account's own bookings agree to the cent. */
  async function expectTruth() {
    expect(await sums()).toEqual(shop.truth)
    const { differences, statement, recorded } = await bothSidesOf(control, await connection())
    expect(differences).toEqual([])
    expect(statement).toEqual(shop.truth)
    expect(recorded).toEqual(shop.truth)
  }
  const seconds = () => clock.now() / 1000
  const countFacts = async () =>
    (await control.db.selectFrom('payment_facts').select('fact_key').execute()).length

  it('produces the expected ledger of a year, and reports its progress', async () => {
    // Several pages of each list; fewer in the other store, where a statement takes longer.
    const customers = stores.dialect === 'sqlite' ? inLongForm(300, 130) : 60
    await open(customers)
    await synced.sync(2)
    const begun = await connection()
    expect(begun.progress).toBeGreaterThan(0)
    expect(begun.progress).toBeLessThan(1000)
    await synced.sync()
    expect(await connection()).toMatchObject({
      ...{ progress: 1000, synced_ms: clock.now(), due_ms: clock.now() + 15 * minuteMs },
      ...{ error: null, skipped: 0 },
    })
    expect(shop.truth.EUR?.payments).toBeGreaterThan(customers * 0.8)
    await expectTruth()
  })

  it('is the same after it was killed at any pages', async () => {
    const place = await stores.newPlace()
    await open(12, place)
    await synced.sync()
    const credentials = { key: goodKey }
    const account = { provider: 'stripe', url: stripe.url, credentials }
    const order = { ...account, place, secret, nowMs: clock.now() }
    const pages = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 })
    let killed = 0
    const isTrue = fc.asyncProperty(pages, async (requests) => {
      siteId = await synced.connect()
      killed += await killedSyncs(stripe, order, requests)
      await synced.sync()
      await expectTruth()
    })
    const runs = inLongForm(15, 1)
    await fc.assert(isTrue, { numRuns: runs, examples: [[[3, 20, 31]]] })
    expect(killed).toBeGreaterThanOrEqual(3)
  })

  it('waits as long as Stripe asks, and survives failures and cut connections', async () => {
    await open(20)
    const faults = [
      { status: 429, headers: { 'retry-after': '90' } },
      { status: 503 },
      'cut' as const,
      { status: 429 },
      { status: 500, headers: { 'retry-after': '3' } },
    ]
    stripe.onRequest = () =>
      stripe.requests.length % 4 === 0 ? faults[(stripe.requests.length / 4) % 5] : undefined
    const errors = new Set<string>()
    for (let round = 0; round < 500; round++) {
      const { error, due_ms, synced_ms } = await connection()
      if (synced_ms !== null) break
      if (error !== null) {
        errors.add(error)
        clock.pass(due_ms - clock.now() - 1)
        const asked = stripe.requests.length
        await synced.sync()
        expect(stripe.requests).toHaveLength(asked)
        clock.pass(1)
      }
      await synced.sync()
    }
    expect([...errors].sort()).toEqual(['rate-limited', 'unavailable'])
    await expectTruth()
  })

  it('asks again where an answer lacks its list, and skips nothing', async () => {
    await open(12)
    plantEmptyAnswers(stripe)
    await syncPastFaults(synced, siteId, clock)
    stripe.onRequest = () => undefined
    await expectTruth()
  })

  it('waits at least as long as Retry-After says', async () => {
    await open(2)
    stripe.onRequest = () => ({ status: 429, headers: { 'retry-after': '1800' } })
    await synced.sync()
    expect(await connection()).toMatchObject({
      error: 'rate-limited',
      due_ms: clock.now() + 30 * minuteMs,
    })
  })

  it('stops with an error when the key is revoked, and continues with another key', async () => {
    await open(60)
    stripe.onRequest = () => {
      if (stripe.requests.length === 30) stripe.keys[goodKey] = { isRevoked: true }
      return undefined
    }
    await synced.sync()
    const stopped = await connection()
    expect(stopped).toMatchObject({ error: 'key-refused', due_ms: clock.now() + 60 * minuteMs })
    expect(stopped.progress).toBeGreaterThan(0)
    const another = 'rk_live_51Another00000000000000000000'
    stripe.keys[another] = {}
    const author = { by: commandLine, nowMs: clock.now() }
    await replaceConnectionKey(
      synced.connections,
      { siteId, id: stopped.id },
      { key: another },
      author,
    )
    expect(await connection()).toMatchObject({ error: null, cursor: stopped.cursor })
    await synced.sync()
    await expectTruth()
    expect(synced.logged.join('')).not.toContain(goodKey)
  })

  it('is the same with another key, at whatever page the first one was revoked', async () => {
    await open(6)
    let stopped = 0
    const isTrue = fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (page) => {
      stripe.keys[goodKey] = {}
      siteId = await synced.connect()
      const until = stripe.requests.length + page
      stripe.onRequest = () => {
        if (stripe.requests.length >= until) stripe.keys[goodKey] = { isRevoked: true }
        return undefined
      }
      await synced.sync()
      stripe.onRequest = () => undefined
      const { id, error } = await connection()
      if (error !== null) {
        expect(error).toBe('key-refused')
        stopped += 1
        const key = `rk_live_51${randomBytes(12).toString('hex')}`
        stripe.keys[key] = {}
        const author = { by: commandLine, nowMs: clock.now() }
        await replaceConnectionKey(synced.connections, { siteId, id }, { key }, author)
        await synced.sync()
      }
      await expectTruth()
    })
    await fc.assert(isTrue, { numRuns: inLongForm(40, 5), examples: [[1], [25]] })
    expect(stopped).toBeGreaterThanOrEqual(2)
  })

  it('reads an account that changes while it is read', async () => {
    await open(30)
    const charges = shop.list('/v1/charges')
    const gone = { id: 'ch_gone', object: 'charge', created: seconds() - 660, status: 'failed' }
    // The last one of the first page of charges, gone when the second is asked for, and what came since.
    while (charges.length < 150) charges.unshift({ ...gone, id: `ch_failed_${charges.length}` })
    let isChanged = false
    stripe.onRequest = (path, query) => {
      const after = query.get('starting_after')
      if (path === '/v1/charges' && after !== null && !isChanged) {
        isChanged = true
        charges.splice(
          charges.findIndex(({ id }) => id === after),
          1,
        )
        shop.checkout(seconds() + 5, { amount: 4_200 })
      }
      return undefined
    }
    await synced.sync()
    expect(isChanged).toBe(true)
    clock.pass(15 * minuteMs)
    await synced.sync()
    await expectTruth()
  })

  it('catches every quarter of an hour what webhooks missed, and counts nothing twice', async () => {
    await open(10)
    await synced.sync()
    const player = openPlayer(control, synced.ledger)
    const deliver = await player.endpoint('stripe', siteId)
    const paid = shop.checkout(seconds() + 60, { amount: 9_900 })
    for (const event of shop.events.slice(-3)) await deliver({ body: event })
    const facts = await countFacts()
    clock.pass(15 * minuteMs)
    await synced.sync()
    // No webhook contains the fee.
    expect(await countFacts()).toBe(facts + 1)

    shop.refund(seconds() + 60, paid, 900)
    shop.subscribe(seconds() + 90, { amount: 1_900, months: 1 })
    clock.pass(15 * minuteMs)
    await synced.sync()
    await player.close()
    await expectTruth()
  })

  it('reads the lists again where events are gone', async () => {
    await open(10)
    await synced.sync()
    shop.refund(seconds() + dayMs / 1000, shop.checkout(seconds() + 60, { amount: 700 }), 200)
    // Stripe keeps events for 30 days.
    shop.list('/v1/events').length = 0
    clock.pass(40 * dayMs)
    await synced.sync()
    await expectTruth()
  })

  it('learns what payments of the past cost where an older version read them', async () => {
    await open(10)
    const booked = shop.list('/v1/balance_transactions')
    const fees = booked.map((one) => one.fee)
    for (const one of booked) one.fee = 0
    for (const one of [...shop.list('/v1/charges'), ...shop.list('/v1/refunds')]) {
      one.expandable = { ...(one.expandable as object), balance_transaction: null }
    }
    for (const one of shop.list('/v1/disputes')) one.balance_transactions = []
    await synced.sync()
    expect((await sums()).EUR?.feesMinor).toBe(0)
    const { id, cursor } = await connection()
    const { statementSince: _unknownThen, ...older } = JSON.parse(cursor)
    await control.db
      .updateTable('provider_connections')
      .set({ cursor: JSON.stringify(older) })
      .where('id', '=', id)
      .execute()
    for (const [index, one] of booked.entries()) one.fee = fees[index]
    clock.pass(15 * minuteMs)
    await synced.sync()
    expect((await sums()).EUR?.feesMinor).toBe(shop.truth.EUR?.feesMinor)
    expect((await sums()).JPY?.feesMinor).toBe(shop.truth.JPY?.feesMinor)
  })

  it('counts objects that it cannot understand, and reads the rest', async () => {
    await open(10)
    shop.charge(seconds() - dayMs / 1000, { amount: 100 }).intent.amount_received = 'much'
    shop.count('eur', { payments: -1, grossMinor: -100, netMinor: -100, feesMinor: -32 })
    await synced.sync()
    expect(await connection()).toMatchObject({ skipped: 1, error: null })
    expect((await connection()).last_skipped).toMatch(/^ch_\d+: .*amount/)
    expect(await sums()).toEqual(shop.truth)
    const { differences } = await bothSidesOf(control, await connection())
    expect(differences).toMatchObject([{ state: 'missing', kind: 'payment' }])
  })

  it('records nothing once the connection is deleted, not even what it has asked for', async () => {
    await open(30)
    const { id } = await connection()
    const author = { by: commandLine, nowMs: clock.now() }
    let deleted: Promise<unknown> | undefined
    stripe.beforeAnswer = async (path) => {
      if (path !== '/v1/charges') return
      deleted ??= disconnectProvider(synced.connections, { siteId, id }, author)
      await deleted
    }
    await synced.sync()
    expect(deleted).toBeDefined()
    const facts = await control.db.selectFrom('payment_facts').select('money').execute()
    expect(JSON.stringify(facts)).not.toContain('ch_')
    const movements = control.db.selectFrom('provider_movements').select('movement_id')
    expect(await movements.execute()).toEqual([])
    const asked = stripe.requests.length
    await synced.sync()
    expect(stripe.requests).toHaveLength(asked)
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commandLine } from '../audit/actor.ts'
import { replaceConnectionKey } from '../payments/connections/manage-connections.ts'
import type { Item } from '../payments/reconciliation/reconcile-days.ts'
import { bringIn } from '../payments/reconciliation/settle-item.ts'
import { deletePayment } from '../payments/rows/remove-payment.ts'
import { dayMs, minuteMs } from '../time/durations.ts'
import { describeOnControlStores, describeOnSqlite } from './control-stores.ts'
import { inLongForm } from './long-form.ts'
import { type AccountProvider, type OpenAccount, openAccounts } from './open-account.ts'
import { plantEmptyAnswers } from './providers/fake-api.ts'
import { openPlayer } from './providers/play-deliveries.ts'
import { bothSidesOf } from './providers/reconciled.ts'
import type { AccountShop } from './providers/shop-year.ts'
import { syncPastFaults } from './providers/synced-ledger.ts'

/**
 * Requirements for every provider whose account is read list by list. In the short form one of them, with most kinds
 * of objects, also reads into Postgres: the writes to the control store are the same for every provider.
 */
export function describeAccount<Shop extends AccountShop>(provider: AccountProvider<Shop>): void {
  const isOnBoth = inLongForm(true, provider.name === 'paddle')
  const describeStores = isOnBoth ? describeOnControlStores : describeOnSqlite
  describeStores(`reading a ${provider.title} account`, (stores) => {
    const at = openAccounts(provider, stores)
    itReads(at)
    itSurvives(at)
    itAsksAgain(at)
    itReconciles(at)
    itCountsOnce(at)
  })
}

function itReads(at: OpenAccount): void {
  it('produces the expected ledger of a year, and reports its progress', async () => {
    await at.open(inLongForm(100, 40))
    await at.synced.sync(1)
    expect((await at.connection()).progress).toBeLessThan(1000)
    await at.synced.sync()
    const nowMs = at.clock.now()
    expect(await at.connection()).toMatchObject({
      ...{ progress: 1000, synced_ms: nowMs, due_ms: nowMs + 15 * minuteMs },
    })
    await at.expectTruth()
    const { db } = at.control
    const known = await db.selectFrom('subscriptions').select('subscription_id').execute()
    expect(known).toHaveLength(at.shop.subscriptions)
    const trials = db.selectFrom('payments').select('id').where('amount_minor', '=', 0)
    expect(await trials.execute()).toHaveLength(at.shop.books.trials)
  })

  it('reads an account that changes while it is read', async () => {
    await at.open(30)
    const { clock, fake, shop, synced } = at
    const old = at.aPayment()
    let pages = 0
    fake.onRequest = () => {
      pages += 1
      if (pages > 30) return undefined
      const purchase = { amountMinor: 700 + pages, currency: 'EUR' }
      const paid = shop.pay(clock.now() - minuteMs, purchase)
      if (pages % 3 === 0) shop.refund(clock.now() - 1, paid, 100)
      if (pages === 2) shop.refund(clock.now() - minuteMs, old, 1_000)
      return undefined
    }
    await synced.sync()
    expect(pages).toBeGreaterThan(3)
    fake.onRequest = () => undefined
    // If lists do not report changes, older objects are read again once a day.
    clock.pass(dayMs + minuteMs)
    await synced.sync()
    await at.expectTruth()
  })
}

function itSurvives(at: OpenAccount): void {
  it('waits as long as it is asked to, and survives failures and cut connections', async () => {
    await at.open(12)
    const { clock, fake, synced } = at
    const askedToWait = { status: 429, headers: { 'retry-after': '1800' } }
    const others = [{ status: 503 }, 'cut' as const, { status: 429 }, { status: 500 }]
    const faults = [askedToWait, ...others]
    let planted = 0
    fake.onRequest = () => {
      // Two of five, so that no number of requests per page always hits a fault at the same place.
      const isFaulty = (fake.requests.length % 5) % 2 === 1
      return isFaulty ? faults[planted++ % faults.length] : undefined
    }
    const errors = new Set<string>()
    for (let round = 0; (await at.connection()).synced_ms === null; round++) {
      expect(round).toBeLessThan(200)
      await synced.sync()
      const { error, due_ms: dueMs } = await at.connection()
      if (error === null) continue
      errors.add(error)
      clock.pass(dueMs - clock.now())
    }
    expect([...errors].sort()).toEqual(['rate-limited', 'unavailable'])
    fake.onRequest = () => askedToWait
    clock.pass(15 * minuteMs)
    await synced.sync()
    expect((await at.connection()).due_ms).toBe(clock.now() + 30 * minuteMs)
    fake.onRequest = () => undefined
    clock.pass(30 * minuteMs)
    await synced.sync()
    await at.expectTruth()
  })

  it('stops when the key is revoked, and continues with another one', async () => {
    await at.open(40)
    const { clock, fake, provider, siteId, synced } = at
    let another = provider.credentials
    fake.onRequest = () => {
      if (fake.requests.length === 5) another = provider.rollKey(fake)
      return undefined
    }
    await synced.sync()
    const stopped = await at.connection()
    const { id, error, due_ms: dueMs, cursor } = stopped
    expect({ error, dueMs }).toEqual({ error: 'key-refused', dueMs: clock.now() + 60 * minuteMs })
    const author = { by: commandLine, nowMs: clock.now() }
    await replaceConnectionKey(synced.connections, { siteId, id }, another, author)
    expect(await at.connection()).toMatchObject({ error: null, cursor })
    await synced.sync()
    await at.expectTruth()
    // Errors of the fake quote the key, as some providers' do.
    const logged = `${synced.logged.join('')} ${stopped.error_detail}`
    for (const { key } of [provider.credentials, another]) expect(logged).not.toContain(key)
  })
}

function itAsksAgain(at: OpenAccount): void {
  it('asks again where an answer lacks its list, and skips nothing', async () => {
    await at.open(12)
    const { clock, fake, synced } = at
    plantEmptyAnswers(fake)
    await syncPastFaults(synced, at.siteId, clock)
    fake.onRequest = () => undefined
    await at.expectTruth()
  })
}

function itReconciles(at: OpenAccount): void {
  const differences = async () => (await bothSidesOf(at.control, await at.connection())).differences

  it('names the payment that is lost or has another amount, and brings it in', async () => {
    await at.open(20)
    const { clock, control, provider, siteId, synced } = at
    const { db } = control
    const paid = at.aPayment()
    at.shop.refund(paid.atMs + dayMs, paid, 1_234)
    await synced.sync()
    clock.pass(2 * dayMs)
    await synced.sync()
    await at.expectTruth()
    const { payment_id: id } = await db
      .selectFrom('payment_aliases')
      .select('payment_id')
      .where('site_id', '=', siteId)
      .where('alias', '=', paid.ref)
      .executeTakeFirstOrThrow()
    const payment = db.updateTable('payments').where('id', '=', id)
    await payment.set({ amount_minor: 4_320 }).execute()
    expect(await differences()).toMatchObject([
      { state: 'different', fields: ['amount'], kind: 'payment', paymentId: id },
    ])
    await db.deleteFrom('payment_facts').where('payment_id', '=', id).execute()
    await db.deleteFrom('payment_aliases').where('payment_id', '=', id).execute()
    await deletePayment(db, id)
    // Separate bookings, like some providers' fees, can be missing separately.
    const lost = (await differences()).filter(({ kind }) => kind !== 'fee')
    expect(lost.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      ...['payment missing', 'refund missing'],
    ])
    const { id: itemId, statement } = lost.find(({ kind }) => kind === 'payment') as Item
    const place = { siteId, provider: provider.name, itemId, day: statement?.day ?? '' }
    const author = { by: commandLine, nowMs: clock.now() }
    expect(await bringIn(synced.syncing, place, author)).toBe(true)
    await at.expectTruth()
  })
}

function itCountsOnce(at: OpenAccount): void {
  it('catches what webhooks missed, and counts nothing twice', async () => {
    await at.open(10)
    const { clock, control, provider, shop, siteId, synced } = at
    await synced.sync()
    const player = openPlayer(control, synced.ledger)
    const deliver = await player.endpoint(provider.name, siteId)
    const before = shop.deliveries.length
    const paid = shop.pay(clock.now() + minuteMs, { amountMinor: 9_900, currency: 'EUR' })
    shop.refund(clock.now() + 2 * minuteMs, paid, 900)
    for (const one of shop.deliveries.slice(before)) await deliver(one)
    shop.refund(clock.now() + 3 * minuteMs, shop.pay(clock.now() + minuteMs, paid), 700)
    clock.pass(100 * minuteMs)
    await synced.sync()
    await player.close()
    await at.expectTruth()
  })

  it('gives the true ledger with any webhooks in any order while it is read', async () => {
    await at.open(18)
    const { control, provider, shop, stores, synced } = at
    const player = openPlayer(control, synced.ledger)
    const all = shop.deliveries.map((_, index) => index)
    /** The deliveries; null: some pages are read. */
    const steps = fc.shuffledSubarray(all).chain((some) => {
      const given: (number | null)[] = [...some, ...some.slice(0, 5), null, null, null]
      const anyOrder = fc.shuffledSubarray(given, { minLength: given.length })
      return fc.tuple(anyOrder, anyOrder)
    })
    const ledgerAfter = async (order: readonly (number | null)[]) => {
      at.siteId = await synced.connect()
      const deliver = await player.endpoint(provider.name, at.siteId)
      for (const step of order) {
        const delivery = shop.deliveries[step ?? -1]
        await (delivery === undefined ? synced.sync(2) : deliver(delivery))
      }
      await synced.sync()
      await at.expectTruth()
      const ledger = await player.ledgerOf(at.siteId)
      // Webhooks and the account do not contradict each other about a payment.
      expect(ledger.filter(({ discrepancies }) => discrepancies.length > 0)).toEqual([])
      return ledger
    }
    await fc.assert(
      fc.asyncProperty(steps, async ([one, other]) => {
        expect(await ledgerAfter(other)).toEqual(await ledgerAfter(one))
      }),
      {
        numRuns: stores.dialect === 'sqlite' ? inLongForm(10, 2) : 1,
        // First all webhooks before anything is read, and the other way round.
        examples: [[[all, [null, null, null, null, null, ...all]]]],
      },
    )
    await player.close()
  })
}

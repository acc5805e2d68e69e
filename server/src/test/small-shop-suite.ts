import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { commandLine } from '../audit/actor.ts'
import {
  type GivenCredentials,
  replaceConnectionKey,
} from '../payments/connections/manage-connections.ts'
import type { ProviderApi } from '../payments/connections/provider-api.ts'
import type { Delivered } from '../payments/webhooks/scenarios/scenario.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { testClock } from './clock.ts'
import { describeOnControlStores } from './control-stores.ts'
import type { FakeApi } from './fake-api.ts'
import { openPlayer } from './play-deliveries.ts'
import { bothSidesOf } from './reconciled.ts'
import type { SmallShop } from './small-shop.ts'
import { openLedgerOf, sumsOf } from './synced-ledger.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** A provider's stand-in and how it is read. */
export interface SmallShopSubject {
  name: string
  /** The shop's past of so many days. */
  aPast(customers: number, nowMs: number, days: number): SmallShop
  start(shop: SmallShop): Promise<FakeApi & { keys: Record<string, { isRevoked?: boolean }> }>
  openApi(url: string): ProviderApi
  /** Two keys that may be used; the stand-in accepts those in `keys`. */
  keys: readonly [string, string]
  details?: GivenCredentials['details']
  /** What webhooks deliver, in the order of time. */
  deliveries(shop: SmallShop): readonly Delivered[]
}

/** What must hold of reading an account of any provider. */
export function describeSmallShop(subject: SmallShopSubject): void {
  describeOnControlStores(`reading an account of ${subject.name}`, (stores) => {
    const isQuick = stores.dialect === 'sqlite'
    let close = async () => {}
    afterEach(() => close())
    async function open(customers: number, months: number) {
      const opened = await openShop(subject, await stores.open(), { customers, months })
      close = opened.fake.close
      return opened
    }

    it('gives the true ledger of a year, with its progress', async () => {
      const opened = await open(isQuick ? 20 : 8, 12)
      const { clock, synced, connection } = opened
      await synced.sync(9)
      expect((await connection()).progress).toBeLessThan(1000)
      await synced.sync()
      expect(await connection()).toMatchObject({ progress: 1000, synced_ms: clock.now() })
      await opened.syncWhole()
      await opened.expectTruth()
    })

    it('names a fault in any payment', async () => {
      const opened = await open(4, 1)
      await opened.syncWhole()
      await expectFaultNamed(opened)
    })

    it('survives limits, failures, cut connections and a revoked key while the account changes', async () => {
      const opened = await open(8, 2)
      await syncThroughFaults(opened)
      await opened.syncWhole()
      await opened.expectTruth()
      for (const one of subject.keys) expect(opened.synced.logged.join('')).not.toContain(one)
    })

    it('finds what webhooks missed, and what changed later', async () => {
      const opened = await open(3, 1)
      const { synced, shop, clock } = opened
      await synced.sync()
      const payment = shop.pay(clock.now() + minute, { customer: 77 })
      clock.pass(15 * minute)
      await synced.sync()
      shop.refund(payment, clock.now() + minute)
      clock.pass(day + 15 * minute)
      await opened.syncWhole()
      await opened.expectTruth()
    })

    it('gives one ledger of webhooks and syncs in any order', async () => {
      const opened = await open(6, 1)
      await expectOneLedger(opened, isQuick ? 2 : 1)
    })
  })
}

type OpenShop = Awaited<ReturnType<typeof openShop>>

/** A shop's account that a new site is connected with. */
async function openShop(
  subject: SmallShopSubject,
  control: ControlStore,
  { customers, months }: { customers: number; months: number },
) {
  const clock = testClock()
  const [key] = subject.keys
  const shop = subject.aPast(customers, clock.now(), months * 29)
  const fake = await subject.start(shop)
  Object.assign(fake.keys, { [key]: {} })
  const credentials = { key, ...(subject.details && { details: subject.details }) }
  const synced = openLedgerOf(control, { fake, api: subject.openApi(fake.url), credentials }, clock)
  let siteId = await synced.connect(months)
  const connection = () => synced.connectionOf(siteId)
  return {
    ...{ subject, control, clock, shop, fake, synced, connection },
    /** Another site that is connected with the same account. */
    async connectAnother() {
      siteId = await synced.connect(months)
      return siteId
    },
    async expectTruth() {
      expect(await connection()).toMatchObject({ error: null, last_skipped: null })
      expect(await sumsOf(synced.ledger, siteId)).toEqual(shop.truth)
      const { differences, statement, recorded } = await bothSidesOf(control, await connection())
      expect(differences).toEqual([])
      expect(statement).toEqual(shop.truth)
      expect(recorded).toEqual(shop.truth)
    },
    /** What happened while one round was read is in the next. */
    async syncWhole() {
      for (let round = 0; round < 2; round++) {
        await synced.sync()
        clock.pass(15 * minute)
      }
      await synced.sync()
    },
  }
}

async function expectFaultNamed({ control, connection }: OpenShop): Promise<void> {
  const { id } = await control.db
    .selectFrom('payments')
    .select('id')
    .where('amount_minor', '>', 0)
    .orderBy('paid_at_ms', 'desc')
    .executeTakeFirstOrThrow()
  await control.db
    .updateTable('payments')
    .set(({ eb }) => ({ amount_minor: eb('amount_minor', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const { differences } = await bothSidesOf(control, await connection())
  expect(differences).toMatchObject([{ paymentId: id, fields: ['amount'], kind: 'payment' }])
}

async function syncThroughFaults(opened: OpenShop): Promise<void> {
  const { subject, fake, shop, clock, synced, connection } = opened
  const [key, another] = subject.keys
  const faults = [
    { status: 429, headers: { 'retry-after': '90' } },
    { status: 503 },
    'cut' as const,
  ]
  let asked = 0
  fake.onRequest = () => {
    asked += 1
    if (asked === 4) shop.pay(clock.now() - minute, { customer: 99 })
    if (asked === 12) fake.keys[key] = { isRevoked: true }
    return asked % 3 === 0 ? faults[(asked / 3) % 3] : undefined
  }
  const errors = new Set<string>()
  for (let round = 0; round < 200; round++) {
    await synced.sync()
    const { error, due_ms, id, site_id: siteId, synced_ms } = await connection()
    if (synced_ms !== null) break
    if (error !== null) errors.add(error)
    clock.pass(Math.max(due_ms - clock.now(), 0))
    if (error !== 'key-refused') continue
    Object.assign(fake.keys, { [another]: {} })
    const deed = { by: commandLine, nowMs: clock.now() }
    fake.onRequest = () => undefined
    await replaceConnectionKey(synced.connections, { siteId, id }, { key: another }, deed)
  }
  expect([...errors].sort()).toEqual(['key-refused', 'rate-limited', 'unavailable'])
}

async function expectOneLedger(opened: OpenShop, numRuns: number): Promise<void> {
  const { subject, control, synced, shop } = opened
  const player = openPlayer(control, synced.ledger)
  const deliveries = subject.deliveries(shop)
  async function ledgerAfter(steps: readonly (number | null)[]) {
    const siteId = await opened.connectAnother()
    const deliver = await player.endpoint(subject.name, siteId)
    for (const step of steps) {
      if (step === null) await synced.sync(4)
      else await deliver(deliveries[step] as Delivered)
    }
    await synced.sync()
    await opened.expectTruth()
    return player.ledgerOf(siteId)
  }
  const all = deliveries.map((_, index) => index)
  const orders = fc.shuffledSubarray(all).chain((some) => {
    const steps = [...some, ...some.slice(0, 3), null, null, null]
    const anyOrder = fc.shuffledSubarray(steps, { minLength: steps.length })
    return fc.tuple(anyOrder, anyOrder)
  })
  await fc.assert(
    fc.asyncProperty(orders, async ([one, other]) => {
      expect(await ledgerAfter(other)).toEqual(await ledgerAfter(one))
    }),
    { numRuns },
  )
  await player.close()
}

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { saveIdentity } from '../control-commands.ts'
import { openIdentities } from '../identities/record-identify.ts'
import type { Site } from '../site.ts'
import { type ControlStore, openControlStore } from '../store/control/control-store.ts'
import { up as relinkByEmail } from '../store/control/migrations/2026-11-27-a-relink-by-email.ts'
import { deriveSecrets } from '../store/control/secrets.ts'
import type { Engine } from '../store/events/engine.ts'
import { EngineError } from '../store/events/engine-errors.ts'
import type { StoredEvent } from '../store/events/event.ts'
import { eventLine } from '../store/events/event-line.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { aReport } from '../test/a-report.ts'
import { anEvent } from '../test/an-event.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { silent, startTestEngine, type TestEngine } from '../test/engine.ts'
import { inLongForm, itInLongForm } from '../test/long-form.ts'
import { dayMs } from '../time/durations.ts'
import { deliverPayments, retryPayments } from './delivery/deliver-payments.ts'
import type { MoneyFact } from './ledger/money-fact.ts'
import { openPayments, type Payments } from './payments.ts'
import { inspectQuarantined } from './rows/payment-outbox.ts'

const secrets = deriveSecrets('a secret of at least thirty-two characters')
const start = Date.UTC(2026, 10, 20, 12)
let nowMs = start

let embedded: TestEngine
let serial = 0

beforeAll(async () => {
  embedded = await startTestEngine({ withTables: true })
})
afterAll(() => embedded.remove())

function aSite(): Site {
  return {
    id: `site_${++serial}`,
    name: 'Shop',
    domains: ['shop.example'],
    timezone: 'UTC',
    currency: 'USD',
    identification: true,
    privacyMode: 'cookies',
    respectDoNotTrack: false,
    retentionDays: null,
    excludedAddresses: [],
    excludedPaths: [],
    requireSignedIdentify: false,
    identityKeyVersion: 1,
    primaryProvider: null,
    createdMs: start,
  }
}

/** A ledger without background work, so that the test controls when things happen. */
function openLedger(
  control: ControlStore,
  site: Site,
  engine: Engine = embedded.engine,
  onAppended: EventStore['onAppended'] = () => undefined,
): Payments {
  return openPayments({
    control,
    engine,
    events: { flush: async () => undefined, onAppended },
    secrets,
    // It stands still, so that a flush is patient on a busy machine.
    clock: { now: () => nowMs, monotonic: () => 0 },
    logger: silent,
    findSite: async (id) => (id === site.id ? site : undefined),
    wakeAfterMs: Number.POSITIVE_INFINITY,
  })
}

function openTestIdentities(control: ControlStore, onIdentified: () => void = () => undefined) {
  return openIdentities({ saveIdentity, control, secrets, now: () => nowMs, onIdentified })
}

async function visit(site: Site, visitorId: string, timestampMs: number): Promise<void> {
  const line = eventLine(anEvent({ siteId: site.id, visitorId, sessionId: visitorId, timestampMs }))
  await embedded.engine.insertLines('events', Buffer.from(line), { deduplicationToken: line })
}

function entriesOf(site: Site): Promise<Record<string, unknown>[]> {
  return embedded.engine.query(
    `select entry_id, toInt32(amount_minor) as minor, visitor_id, link_method, toInt32(version) as version
     from payment_entries final where site_id = {site:String} order by payment_id, entry_id`,
    { site: site.id },
  )
}

async function outboxOf(control: ControlStore): Promise<number> {
  return (await control.db.selectFrom('payment_outbox').selectAll().execute()).length
}

describeOnControlStores('the ledger', (stores) => {
  it('copies payments, refunds and links to the engine, newest revision last', async () => {
    const control = await stores.open()
    const site = aSite()
    const payments = openLedger(control, site)
    await visit(site, 'v_1', nowMs - 1000)
    await payments.record(site, aReport({ visitorId: 'v_1' }))
    await payments.flush()
    expect(await entriesOf(site)).toEqual([
      { entry_id: 'payment', minor: 2000, visitor_id: 'v_1', link_method: 'ids', version: 2 },
    ])
    const refund = { kind: 'total', amountMinor: 500, atMs: null } as const
    await payments.record(site, aReport({ refund }))
    await payments.flush()
    await payments.flush()
    expect(await entriesOf(site)).toMatchObject([
      { entry_id: 'payment', minor: 2000, version: 3 },
      { entry_id: 'refund:total:500', minor: -500, visitor_id: 'v_1', version: 3 },
    ])
    // A single refund explains the total: its own entry takes the place of the total's.
    const single = { kind: 'single', id: 're_1', amountMinor: 500, atMs: null } as const
    await payments.record(site, aReport({ refund: single }))
    await payments.flush()
    expect(await entriesOf(site)).toMatchObject([
      { entry_id: 'payment', minor: 2000 },
      { entry_id: 'refund:re_1', minor: -500 },
    ])
    expect(await outboxOf(control)).toBe(0)
  })

  it('loses and doubles nothing when the engine fails before or after an insert', async () => {
    const control = await stores.open()
    const site = aSite()
    let failure: 'before' | 'after' | 'never' = 'before'
    const failing: Engine = {
      ...embedded.engine,
      async insertLines(...insert) {
        if (failure === 'before') throw new Error('the engine is down')
        await embedded.engine.insertLines(...insert)
        if (failure === 'after') throw new Error('the answer was lost')
      },
    }
    const payments = openLedger(control, site, failing)
    await payments.record(site, aReport())
    await expect(payments.flush()).rejects.toThrow('the engine is down')
    expect(await entriesOf(site)).toEqual([])
    failure = 'after'
    await expect(payments.flush()).rejects.toThrow('the answer was lost')
    expect(await outboxOf(control)).toBe(1)
    failure = 'never'
    await payments.flush()
    expect(await entriesOf(site)).toMatchObject([{ entry_id: 'payment', minor: 2000 }])
    expect(await outboxOf(control)).toBe(0)
  })

  it('keeps a reader waiting for one batch of a long backlog, and a sweep copies the rest', async () => {
    const control = await stores.open()
    const site = aSite()
    const payments = openLedger(control, site)
    const fact = (number: number): MoneyFact => ({
      ...{ kind: 'payment', provider: 'custom', ids: [`many-${number}`], amountMinor: 100 },
      ...{ currency: 'USD', taxMinor: null, paidAtMs: 0, renewal: null, trial: null },
      ...{ customerId: null, subscriptionId: null, customerEmail: null, product: null },
      ...{ visitorId: null, sessionId: null, metadata: null },
    })
    const facts = Array.from({ length: 600 }, (_, number) => fact(number))
    await payments.recordFacts(site.id, facts, { source: 'import', nowMs: 0 })
    const delivery = { control, engine: embedded.engine, logger: silent }
    await deliverPayments(delivery, 0, () => true)
    expect(await outboxOf(control)).toBe(100)
    await payments.sweep()
    expect(await outboxOf(control)).toBe(0)
    expect(await entriesOf(site)).toHaveLength(600)
  })

  it('gives the same copy when several nodes deliver at once', async () => {
    const control = await stores.open()
    const site = aSite()
    const payments = openLedger(control, site)
    for (let n = 0; n < 20; n++) {
      await payments.record(site, aReport({ providerPaymentId: `pi_${n}` }))
    }
    await Promise.all(
      Array.from({ length: 4 }, () =>
        deliverPayments({ control, engine: embedded.engine, logger: silent }, 0),
      ),
    )
    const sum = await embedded.engine.query(
      'select toInt32(sum(amount_minor)) as minor, toInt32(count()) as rows from payment_entries final where site_id = {site:String}',
      { site: site.id },
    )
    expect(sum).toEqual([{ minor: 40_000, rows: 20 }])
  })

  // Also run against Postgres in the long form.
  const isLeftOut = inLongForm(false, stores.dialect === 'postgres')
  describe.skipIf(isLeftOut)('that the engine refuses some of', () => {
    /** The engine's code for this (469) says nothing of rows. */
    const onlyIf = (condition: string) =>
      embedded.engine.command(`alter table payment_entries add constraint odd check ${condition}`)
    const repair = () =>
      embedded.engine.command('alter table payment_entries drop constraint if exists odd')
    const countOf = async (site: Site) => (await entriesOf(site)).length
    async function aLedgerOf(count: number) {
      const control = await stores.open()
      const site = aSite()
      const payments = openLedger(control, site)
      for (let n = 0; n < count; n++) {
        const provider = n % 20 === 7 ? 'odd' : 'stripe'
        await payments.record(site, aReport({ providerPaymentId: `pi_${n}`, provider }))
      }
      return { control, site, payments, to: { control, engine: embedded.engine, logger: silent } }
    }
    afterEach(repair)

    it('copies their neighbours, quarantines them, and inserts them when it can', async () => {
      const { control, site, payments, to } = await aLedgerOf(60)
      await onlyIf("provider != 'odd'")
      await payments.flush()
      expect(await countOf(site)).toBe(57)
      expect(await inspectQuarantined(control.db)).toEqual({
        count: 3,
        reason: expect.stringContaining('odd'),
      })
      // They delay no later payments, and are left alone until their retry.
      await payments.record(site, aReport({ providerPaymentId: 'pi_later' }))
      await payments.flush()
      expect(await countOf(site)).toBe(58)
      expect(await retryPayments(to, nowMs)).toEqual({ tried: 3, quarantined: 3 })
      await repair()
      await payments.flush()
      expect(await countOf(site)).toBe(58)
      nowMs += 2 * 60_000
      await payments.flush()
      expect(await countOf(site)).toBe(61)
      expect(await outboxOf(control)).toBe(0)
      nowMs = start
    })

    it('forgets the refusal of a payment that changes', async () => {
      const { control, site, payments } = await aLedgerOf(8)
      await onlyIf("provider != 'odd'")
      await payments.flush()
      await repair()
      const refund = { kind: 'total', amountMinor: 500, atMs: null } as const
      await payments.record(site, aReport({ provider: 'odd', providerPaymentId: 'pi_7', refund }))
      await payments.flush()
      expect(await countOf(site)).toBe(9)
      expect(await outboxOf(control)).toBe(0)
    })

    itInLongForm(
      'stops splitting batches when each payment is refused, and loses none',
      async () => {
        const { control, site, payments, to } = await aLedgerOf(40)
        await onlyIf('amount_minor < 0')
        await payments.flush()
        expect(await countOf(site)).toBe(0)
        expect((await inspectQuarantined(control.db)).count).toBe(40)
        await repair()
        expect(await retryPayments(to, nowMs)).toEqual({ tried: 40, quarantined: 0 })
        expect(await countOf(site)).toBe(40)
      },
    )

    it('quarantines nothing while it accepts no insert at all', async () => {
      const { control, site } = await aLedgerOf(3)
      const refusing: Engine = {
        ...embedded.engine,
        async insertLines() {
          throw new EngineError(497, 'not enough privileges', undefined)
        },
      }
      const payments = openLedger(control, site, refusing)
      await expect(payments.flush()).rejects.toThrow('not enough privileges')
      expect((await inspectQuarantined(control.db)).count).toBe(0)
    })
  })

  itInLongForm('links more payments than one batch holds', async () => {
    const control = await stores.open()
    const site = aSite()
    const payments = openLedger(control, site)
    await visit(site, 'v_many', nowMs - 1000)
    const recorded = Array.from({ length: 450 }, (_, n) =>
      payments.record(site, aReport({ providerPaymentId: `pi_${n}`, visitorId: 'v_many' })),
    )
    await Promise.all(recorded)
    await payments.sweep()
    const rows = await embedded.engine.query(
      `select link_method, toInt32(count()) as payments from payment_entries final
       where site_id = {site:String} group by link_method`,
      { site: site.id },
    )
    expect(rows).toEqual([{ link_method: 'ids', payments: 450 }])
  })

  it('tells that a payment was recorded before it was linked, though its linking began before', async () => {
    const control = await stores.open()
    const site = aSite()
    const payments = openLedger(control, site)
    await visit(site, 'v_1', nowMs - 1000)
    const paymentId = await payments.record(site, aReport({ visitorId: 'v_1' }))
    nowMs -= 5
    await payments.flush()
    nowMs += 5
    const found = await payments.find(site, { paymentId })
    expect(found?.receipt.history.map(({ kind }) => kind)).toEqual(['recorded', 'linked'])
  })

  itInLongForm('looks for a missing visitor at growing intervals, and finds it', async () => {
    const control = await stores.open()
    const site = aSite()
    const payments = openLedger(control, site)
    await payments.record(site, aReport({ visitorId: 'v_absent' }))
    await payments.sweep()
    nowMs = start + 2 * dayMs
    await payments.sweep()
    await visit(site, 'v_absent', nowMs)
    nowMs += 60_000
    await payments.sweep()
    expect(await entriesOf(site)).toMatchObject([{ link_method: 'none' }])
    nowMs += dayMs
    await payments.flush()
    expect(await entriesOf(site)).toMatchObject([{ link_method: 'none' }])
    await payments.sweep()
    expect(await entriesOf(site)).toMatchObject([{ link_method: 'ids', visitor_id: 'v_absent' }])
    nowMs = start
  })

  it('links payments of an address when it is identified, also a year later', async () => {
    const control = await stores.open()
    const site = aSite()
    const payments = openLedger(control, site)
    let notified = 0
    const identities = openTestIdentities(control, () => notified++)
    await visit(site, 'v_mail', nowMs - 1000)
    await payments.record(site, aReport({ customerEmail: 'ana@example.com' }))
    await payments.flush()
    nowMs = start + 365 * dayMs
    const identify = { visitorId: 'v_mail', email: 'ANA@example.com', origin: 'client' } as const
    for (let n = 0; n < 3; n++) {
      expect(await identities.record(site, identify)).toEqual({ email: true, userId: false })
    }
    expect(notified).toBe(1)
    await payments.flush()
    expect(await entriesOf(site)).toMatchObject([{ link_method: 'email', visitor_id: 'v_mail' }])
    nowMs = start
  })

  it('does not miss an identify that comes while it is looking', async () => {
    const control = await stores.open()
    const site = aSite()
    await visit(site, 'v_mail', nowMs - 40 * 60_000)
    const identities = openTestIdentities(control)
    const identify = { visitorId: 'v_mail', email: 'ana@example.com', origin: 'server' } as const
    // By now the step that matches addresses has found no visitor.
    const interrupted = interruptedByLast(() => identities.record(site, identify))
    const payments = openLedger(control, site, interrupted)
    await payments.record(site, aReport({ customerEmail: 'ana@example.com' }))
    await payments.flush()
    expect(await entriesOf(site)).toMatchObject([{ link_method: 'email', visitor_id: 'v_mail' }])
  })

  it('ends when a renewal is linked by hand before it was checked, as by an import', async () => {
    const control = await stores.open()
    const site = aSite()
    const payments = openLedger(control, site)
    await visit(site, 'v_1', nowMs - 1000)
    const subscription = { subscriptionId: 'sub_1', renewal: true }
    for (const providerPaymentId of ['pi_1', 'pi_2']) {
      const id = await payments.record(site, aReport({ providerPaymentId, ...subscription }))
      if (providerPaymentId === 'pi_1') {
        await payments.linkByHand(site, id, { accountId: 'acc_1', visitorId: 'v_1' })
      }
    }
    await payments.flush()
    await payments.sweep()
    const due = await control.db
      .selectFrom('payments')
      .select('id')
      .where('site_id', '=', site.id)
      .where('relink_at_ms', 'is not', null)
      .execute()
    expect(due).toEqual([])
  })

  it('links what an older version left unlinked although another payment vouches for its address', async () => {
    const control = await stores.open()
    const site = aSite()
    const payments = openLedger(control, site)
    await visit(site, 'v_1', nowMs - 1000)
    const customerEmail = 'ana@example.com'
    await payments.record(site, aReport({ visitorId: 'v_1', customerEmail }))
    const id = await payments.record(site, aReport({ providerPaymentId: 'pi_2', customerEmail }))
    await payments.flush()
    const left = { link_method: 'none', visitor_id: null, relink_at_ms: null } as const
    await control.db.updateTable('payments').set(left).where('id', '=', id).execute()
    await relinkByEmail(control.db)
    await payments.sweep()
    const links = control.db.selectFrom('payments').select('link_method').where('id', '=', id)
    expect(await links.execute()).toEqual([{ link_method: 'email' }])
  })

  it('does not miss a device of the payer that becomes known while it is looking', async () => {
    const control = await stores.open()
    const site = aSite()
    const identities = openTestIdentities(control)
    const identify = (visitorId: string) =>
      identities.record(site, { visitorId, userId: 'ana', origin: 'server' })
    await visit(site, 'v_phone', nowMs - 1000)
    await identify('v_phone')
    // By now the step that links by IDs has read the devices; the other payment is looked at by time.
    const interrupted = interruptedByLast(() => identify('v_laptop'))
    const payments = openLedger(control, site, interrupted)
    await payments.record(site, aReport({ visitorId: 'v_phone' }))
    await payments.record(site, aReport({ providerPaymentId: 'pi_other' }))
    await payments.flush()
    const { path } = await control.db
      .selectFrom('payments')
      .select('path_visitor_ids as path')
      .where('site_id', '=', site.id)
      .where('link_method', '=', 'ids')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(path)).toEqual(['v_phone', 'v_laptop'])
  })

  it.each([0, 9 * dayMs])(
    'does not miss a visit of another device of the payer that comes while it is looking, %i ms later',
    async (agoMs) => {
      const control = await stores.open()
      const site = aSite()
      const identities = openTestIdentities(control)
      const email = 'ana@example.com'
      for (const visitorId of ['v_phone', 'v_laptop']) {
        await identities.record(site, { visitorId, email, origin: 'server' })
      }
      await visit(site, 'v_phone', nowMs - agoMs - dayMs)
      // By now the step that matches addresses has found the phone; the other payment is looked at by time.
      const timestampMs = nowMs - agoMs - 60_000
      let tell: (events: readonly StoredEvent[]) => void = () => undefined
      const interrupted = interruptedByLast(async () => {
        await visit(site, 'v_laptop', timestampMs)
        tell([anEvent({ siteId: site.id, visitorId: 'v_laptop', timestampMs })])
        tell = () => undefined
      })
      const payments = openLedger(control, site, interrupted, (listener) => (tell = listener))
      await payments.record(site, aReport({ customerEmail: email, paidAtMs: nowMs - agoMs }))
      await payments.record(site, aReport({ providerPaymentId: 'pi_other', amountMinor: 100 }))
      await payments.flush()
      const entries = (await entriesOf(site)).filter(({ minor }) => minor !== 100)
      expect(entries).toMatchObject([{ link_method: 'email', visitor_id: 'v_laptop' }])
    },
  )
})

/** The engine, with a callback while the last step of linking asks it. */
function interruptedByLast(happen: () => Promise<unknown>): Engine {
  return {
    ...embedded.engine,
    async query<Row>(...question: Parameters<Engine['query']>) {
      const rows = await embedded.engine.query<Row>(...question)
      if (question[0].includes('sessions-before-payment')) await happen()
      return rows
    },
  }
}

describe('the background', () => {
  it('links and copies soon after a payment without being asked', async () => {
    const control = await openControlStore({ file: `${embedded.dataDir}/background.sqlite` })
    const site = aSite()
    const payments = openPayments({
      control,
      engine: embedded.engine,
      events: { flush: async () => undefined, onAppended: () => undefined },
      secrets,
      clock: { now: () => Date.now(), monotonic: () => performance.now() },
      logger: silent,
      findSite: async () => site,
      wakeAfterMs: 1,
    })
    await payments.record(site, aReport())
    await expect.poll(() => entriesOf(site)).toHaveLength(1)
    await payments.close()
    await control.close()
  })
})

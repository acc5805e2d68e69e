import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../accounts/create-account.ts'
import { saveMembership } from '../../accounts/rows/member-rows.ts'
import { addHook } from '../../alerts/manage-hooks.ts'
import { watchSites } from '../../alerts/watch-sites.ts'
import { commandLine } from '../../audit/actor.ts'
import { checkConnections } from '../../doctor/check-connections.ts'
import { type TestClock, testClock } from '../../test/clock.ts'
import { type FakeStripe, startStripe } from '../../test/providers/fake-stripe.ts'
import { ShopAccount } from '../../test/providers/stripe-shop.ts'
import { goodKey, holdSyncs } from '../../test/providers/synced-ledger.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { dayMs } from '../../time/durations.ts'
import { syncConnections } from '../connections/sync-connections.ts'
import { compareAccounts } from './compare-accounts.ts'

const middayMs = Date.UTC(2026, 10, 20, 12)

let server: TestServer
let clock: TestClock
let shop: ShopAccount
let stripe: FakeStripe
let cookie: string
let viewerCookie: string
let viewerId: string
let ownerId: string
/** A site that is connected to the account and lacks one of its two payments of a finished day. */
let site: { id: string }
let key: string
let lostIntent: string

beforeAll(async () => {
  clock = testClock(middayMs)
  shop = new ShopAccount()
  stripe = await startStripe(shop.account)
  stripe.keys[goodKey] = {}
  server = await startTestServer({
    sharesEngine: true,
    clock,
    config: { providerApiUrls: { stripe: stripe.url } },
  })
  await holdSyncs(server.services)
  const { control, signInSessions } = server.services
  const owner = { email: 'ana@example.com', passwordHash: 'none' }
  const account = await createAccount(control.db, clock.now(), owner)
  ownerId = account.id
  cookie = `tributary_session=${await signInSessions.start(ownerId)}`
  const member = {
    ...{ email: 'ben@example.com', passwordHash: 'none' },
    installationRole: 'member' as const,
  }
  const viewer = await createAccount(control.db, clock.now(), member)
  viewerId = viewer.id
  viewerCookie = `tributary_session=${await signInSessions.start(viewer.id)}`
  ;({ site, key } = await server.aSite())
  await saveMembership(control.db, { siteId: site.id, accountId: viewer.id, role: 'viewer' })
  const seconds = Math.floor(middayMs / 1000)
  shop.checkout(seconds - 7_200, { amount: 4_999 })
  const lost = shop.checkout(seconds - 3_600, { amount: 2_000 })
  lostIntent = lost.intent.id
  const body = { provider: 'stripe', key: goodKey, months: 1 }
  await ask('POST', `/api/app/sites/${site.id}/provider-connections`, { body })
  clock.pass(dayMs)
  await syncConnections(server.services.syncing, () => false)
  await lose(lost.charge.id)
  await compareAccounts(server.services, () => false)
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

async function ask(method: string, path: string, given: { body?: object; as?: string } = {}) {
  const { body, as = cookie } = given
  const headers = { cookie: as, 'sec-fetch-site': 'same-origin' }
  const reply = await server.request(method, path, { headers, ...(body && { body }) })
  return reply as { status: number; body: { data: Record<string, unknown> } }
}

async function lose(chargeId: string) {
  const { db } = server.services.control
  const { payment_id: id } = await db
    .selectFrom('payment_aliases')
    .select('payment_id')
    .where('alias', '=', chargeId)
    .executeTakeFirstOrThrow()
  for (const table of ['payment_aliases', 'payment_facts'] as const) {
    await db.deleteFrom(table).where('payment_id', '=', id).execute()
  }
  await db.deleteFrom('payments').where('id', '=', id).execute()
}

/** The days of each alert that was sent to the site's webhook, in their order. */
async function alerted(): Promise<string[][]> {
  const rows = await server.services.control.db
    .selectFrom('alert_deliveries')
    .select('content')
    .where('site_id', '=', site.id)
    .where('kind', '=', 'days-not-reconciled')
    .orderBy('created_ms')
    .execute()
  return rows.map(({ content }) => JSON.parse(content).alert.days)
}

const range = 'from=2026-11-20&to=2026-11-21'
const read = async (query = range) =>
  (await server.request('GET', `/api/v1/reconciliation?${query}`, { key })) as {
    status: number
    body: { data: { days: { state: string; items: { id: string; decision: unknown }[] }[] } }
  }
const pathOf = (what: string) => `/api/app/sites/${site.id}/reconciliation/${what}`

async function placeOfItem() {
  const { body } = await read()
  const itemId = body.data.days[0]?.items[0]?.id
  return { provider: 'stripe', day: '2026-11-20', itemId }
}

describe('GET /api/v1/reconciliation', () => {
  it('shows both sides of a day to the cent, and names the payment that is missing', async () => {
    const { status, body } = await read()
    expect(status).toBe(200)
    const fee = (amount: number) => (25 + Math.round(amount * 0.015) + 5) / 100
    expect(body.data).toMatchObject({
      accounts: [{ provider: 'stripe', differingDays: ['2026-11-20'] }],
      notCompared: [],
      days: [
        {
          ...{ provider: 'stripe', day: '2026-11-20', currency: 'EUR', state: 'differs' },
          statement: { payments: 2, gross: 69.99, refunds: 0, disputes: 0 },
          recorded: { payments: 1, gross: 49.99, fees: fee(4_999) },
          items: [
            {
              ...{ state: 'missing', kind: 'payment', providerPaymentId: lostIntent },
              ...{ paymentId: null, recorded: null, decision: null },
              statement: { amount: 20, currency: 'EUR', fee: fee(2_000), feeCurrency: 'EUR' },
            },
          ],
        },
      ],
    })
  })

  it('says which providers cannot be compared', async () => {
    const sale = { provider: 'paypal', providerPaymentId: 'pp-1', amount: 5, currency: 'EUR' }
    await server.request('POST', '/api/v1/payment', { key, body: sale })
    expect((await read()).body.data).toMatchObject({ notCompared: ['paypal'] })
    expect((await read(`${range}&provider=Stripe`)).body.data).toMatchObject({ notCompared: [] })
  })

  it('answers the days and the differences as CSV', async () => {
    const csv = async (table: string) => {
      const headers = { authorization: `Bearer ${key}`, accept: 'text/csv' }
      const path = `/api/v1/reconciliation?${range}&table=${table}`
      const reply = await fetch(`${server.url}${path}`, { headers })
      return reply.text()
    }
    expect(await csv('days')).toMatch(/2026-11-20,EUR,differs,2,69\.99,0,0,/)
    expect(await csv('items')).toContain(lostIntent)
  })

  it.each(['from=2026-11-21&to=2026-11-20', 'from=2024-01-01&to=2026-11-20', 'from=2026-13-41'])(
    'answers 400 for the range %s',
    async (query) => {
      expect((await read(query)).status).toBe(400)
    },
  )

  it('answers 401 without a key, and nothing of another site', async () => {
    expect((await server.request('GET', '/api/v1/reconciliation')).status).toBe(401)
    const other = await server.aSite()
    const { body } = await server.request('GET', `/api/v1/reconciliation?${range}`, {
      key: other.key,
    })
    expect(body).toMatchObject({ data: { accounts: [], days: [] } })
  })
})

describe('what is done about a difference', () => {
  it('is refused to viewers, and for a difference that there is not', async () => {
    const body = { ...(await placeOfItem()), decision: 'left-out' }
    expect((await ask('PUT', pathOf('decision'), { body, as: viewerCookie })).status).toBe(403)
    const unknown = { ...body, itemId: 'rci_unknown' }
    expect((await ask('PUT', pathOf('decision'), { body: unknown })).status).toBe(404)
    const unexplained = { ...body, decision: 'explained', note: ' ' }
    expect((await ask('PUT', pathOf('decision'), { body: unexplained })).status).toBe(400)
  })

  it('is alerted, reported by doctor and shown in the summary, until it is imported', async () => {
    const { config } = server.services
    const alerts = {
      ...{ watched: ['days-not-reconciled'], sensitivity: 'medium', minimumVisitors: 20 },
      ...{ minimumRevenue: 100, quietHours: 12, language: 'en', accountIds: [viewerId] },
    }
    expect((await ask('PATCH', `/api/app/sites/${site.id}/alerts`, { body: alerts })).status).toBe(
      200,
    )
    const hook = { name: 'test', format: 'json', url: 'https://127.0.0.1:9/' } as const
    await addHook(server.services, site.id, hook, { by: commandLine, nowMs: clock.now() })
    await Promise.all([watchSites(server.services), watchSites(server.services)])
    expect(await alerted()).toEqual([['2026-11-20']])
    const found = await checkConnections(config)
    expect(found).toMatchObject({
      level: 'warning',
      message: expect.stringMatching(/does not match the recorded payments of 2026-11-20/),
    })
    const summary = () => ask('GET', pathOf('summary'), { as: viewerCookie })
    expect((await summary()).body.data).toMatchObject({
      accounts: [{ differingDays: ['2026-11-20'] }],
    })

    const place = await placeOfItem()
    const explained = { ...place, decision: 'explained', note: 'A test' }
    expect((await ask('PUT', pathOf('decision'), { body: explained })).status).toBe(200)
    expect((await read()).body.data.days[0]).toMatchObject({
      state: 'explained',
      items: [{ decision: { kind: 'explained', note: 'A test', by: 'ana@example.com' } }],
    })
    expect((await ask('POST', pathOf('reopen'), { body: place })).status).toBe(200)

    stripe.keys[goodKey] = { isRevoked: true }
    const refused = await ask('POST', pathOf('bring-in'), { body: place })
    expect(refused.status).toBe(503)
    expect(JSON.stringify(refused.body)).not.toContain(goodKey)
    stripe.keys[goodKey] = {}
    const done = await ask('POST', pathOf('bring-in'), { body: place })
    expect(done.body.data).toEqual({ isResolved: true })
    expect((await read()).body.data.days[0]).toMatchObject({
      ...{ state: 'agrees', items: [], recorded: { payments: 2, gross: 69.99 } },
    })
    expect((await summary()).body.data).toMatchObject({ accounts: [{ differingDays: [] }] })
    expect(await checkConnections(config)).not.toHaveProperty('level')
    const payment = `/api/v1/payment?provider=stripe&providerPaymentId=${lostIntent}`
    expect((await server.request('GET', payment, { key })).status).toBe(200)
  })

  it('is alerted for an older day that comes to differ, once, and again after it agreed', async () => {
    const { control } = server.services
    const setDays = (days: string[]) =>
      control.db
        .updateTable('provider_connections')
        .set({ differing_days: JSON.stringify(days) })
        .where('site_id', '=', site.id)
        .execute()
    const before = await alerted()
    for (const days of [
      [],
      ['2026-11-20'],
      ['2026-11-20', '2026-11-04'],
      ['2026-11-20', '2026-11-04'],
      ['2026-11-20'],
      ['2026-11-20', '2026-11-04', '2026-11-03'],
    ]) {
      await setDays(days)
      clock.pass(60_000)
      await Promise.all([watchSites(server.services), watchSites(server.services)])
    }
    const later = [['2026-11-20'], ['2026-11-04'], ['2026-11-04', '2026-11-03']]
    expect((await alerted()).slice(before.length)).toEqual(later)
    await setDays([])
  })

  it('removes what the account booked when the site is disconnected', async () => {
    // Changing connections needs a recent proof of identity.
    cookie = `tributary_session=${await server.services.signInSessions.start(ownerId)}`
    const connections = `/api/app/sites/${site.id}/provider-connections`
    const { data } = (await ask('GET', connections)).body
    const [connection] = data.connections as [{ id: string }]
    expect((await ask('DELETE', `${connections}/${connection.id}`)).status).toBe(200)
    const rows = server.services.control.db.selectFrom('provider_movements').selectAll()
    expect(await rows.execute()).toEqual([])
    expect((await read()).body.data).toMatchObject({ accounts: [], days: [] })
  })
})

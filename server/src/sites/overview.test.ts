import type { SiteOverview } from '@tributary/contract/app/overview.ts'
import type { OverviewRange } from '@tributary/contract/overview-ranges.ts'
import type { QueryAnswer } from '@tributary/contract/query.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'
import { engineCallsOfThreads, type FinishedCall } from '../store/trace.ts'
import { aPerson, type PersonHeaders } from '../test/a-person.ts'
import { anEvent } from '../test/an-event.ts'
import { testClock } from '../test/clock.ts'
import { inLongForm } from '../test/long-form.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { dayMs, hourMs, minuteMs } from '../time/durations.ts'

const nowMs = Date.UTC(2026, 10, 20, 12, 20)
const clock = testClock(nowMs)
const ranges: readonly OverviewRange[] = ['today', '7d', '30d', '12mo']

let server: TestServer
let owner: PersonHeaders
let sites: { site: Site; key: string }[]

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true, clock })
  owner = await aPerson(server.services, { role: 'owner' })
  sites = [
    await server.aSite({ name: 'berlin', timezone: 'Europe/Berlin', currency: 'EUR' }),
    await server.aSite({ name: 'kolkata', timezone: 'Asia/Kolkata', currency: 'INR' }),
    await server.aSite({ name: 'auckland', timezone: 'Pacific/Auckland', currency: 'EUR' }),
    await server.aSite({ name: 'idle' }),
  ]
  for (const [index, { site, key }] of sites.slice(0, 3).entries()) {
    // One visitor every nine hours for a year, each returning two days later: busier at later sites.
    const visits = Array.from({ length: 900 }, (_, at) => at * 11 * hourMs).flatMap((ago, at) =>
      [ago, ago + 2 * dayMs].map((before, again) =>
        anEvent({
          siteId: site.id,
          visitorId: `v-${at}`,
          sessionId: `s-${at}-${again}`,
          timestampMs: nowMs - before * (1 - index / 4) - minuteMs,
        }),
      ),
    )
    await server.services.events.append(visits)
    for (const [at, hoursAgo] of [1, 5, 30, 100, 200, 400, 900, 5_000, 9_000].entries()) {
      const paid = { provider: 'stripe', providerPaymentId: `p-${at}`, visitorId: `v-${at}` }
      const timestamp = new Date(nowMs - hoursAgo * hourMs).toISOString()
      const money = { amount: 10 + at + index, currency: site.currency, timestamp }
      await pay(key, { ...paid, ...money })
      if (at % 3 === 0) await pay(key, { ...paid, ...money, refunded: true })
    }
  }
})
afterAll(() => server?.close())

async function pay(key: string, body: object) {
  const reply = await server.request('POST', '/api/v1/payment', { key, body })
  expect(reply.status).toBe(200)
}

async function ask(dateRange: string, headers: PersonHeaders = owner) {
  const reply = await server.request('GET', `/api/app/overview?dateRange=${dateRange}`, { headers })
  return { status: reply.status, body: reply.body as { data: { sites: SiteOverview[] } } }
}

async function overviewOf(siteId: string, dateRange: string): Promise<SiteOverview | undefined> {
  return (await ask(dateRange)).body.data.sites.find((site) => site.siteId === siteId)
}

async function query(key: string, body: object): Promise<QueryAnswer> {
  const reply = await server.request('POST', '/api/v1/query', { key, body })
  expect(reply.body).toMatchObject({ status: 'success' })
  return (reply.body as { data: QueryAnswer }).data
}

describe('GET /api/app/overview', () => {
  for (const dateRange of inLongForm(ranges, ['today', '30d'])) {
    it(`says of each site what its own report says: ${dateRange}`, async () => {
      const dimension = { today: 'hour', '7d': 'day', '30d': 'day', '12mo': 'month' }[dateRange]
      for (const { site, key } of sites) {
        const metrics = ['visitors', 'revenue']
        const whole = { metrics, dateRange, compare: 'previous' }
        const { totals, comparison } = await query(key, whole)
        const { rows } = await query(key, { metrics, dateRange, dimensions: [dimension] })
        const found = await overviewOf(site.id, dateRange)
        for (const name of ['visitors', 'revenue'] as const) {
          expect(found?.[name]).toMatchObject({
            now: totals[name],
            before: comparison?.totals[name],
          })
          // A report leaves out what comes after its last row.
          const points = found?.[name].points ?? []
          const said = rows.map((row) => row[name])
          expect(points.filter((value) => value !== 0)).toEqual(said.filter((value) => value !== 0))
        }
        expect(found?.unconverted).toEqual([])
      }
    })
  }

  it('has figures to compare in every range, so that the test above sees something', async () => {
    for (const dateRange of ranges) {
      const { visitors, revenue } = (await overviewOf(sites[0]?.site.id ?? '', dateRange)) ?? {}
      expect(visitors?.before).toBeGreaterThan(0)
      expect(revenue?.now).toBeGreaterThan(0)
    }
  })

  it('has a point for each step of the range that has begun', async () => {
    const lengths = ranges.map(
      async (range) => (await overviewOf(sites[1]?.site.id ?? '', range))?.visitors.points.length,
    )
    // In Kolkata it is 17:50.
    expect(await Promise.all(lengths)).toEqual([18, 7, 30, 12])
  })

  it('counts who was active in the last five minutes', async () => {
    const { body } = await ask('7d')
    const now = new Map(body.data.sites.map((site) => [site.siteId, site.visitorsNow]))
    expect(sites.map(({ site }) => now.get(site.id))).toEqual([1, 1, 1, 0])
  })

  it('names currencies of revenue that is in no figure because no rate is known', async () => {
    const { site, key } = await server.aSite({ name: 'dong', currency: 'EUR' })
    const paid = { provider: 'stripe', providerPaymentId: 'd-1', amount: 9_000, currency: 'VND' }
    await pay(key, { ...paid, timestamp: new Date(nowMs - hourMs).toISOString() })
    expect(await overviewOf(site.id, '7d')).toMatchObject({
      revenue: { now: 0 },
      unconverted: ['VND'],
    })
  })

  it('lists the alerts of the last 24 hours, the latest first', async () => {
    const { site } = await server.aSite({ name: 'alarmed' })
    const { db } = server.services.control
    const states = [
      { kind: 'traffic-drop', at_ms: nowMs - 3 * hourMs },
      { kind: 'webhooks-failing', at_ms: nowMs - hourMs },
      { kind: 'revenue-drop', at_ms: nowMs - 25 * hourMs },
      // Not alerts: the last judged hour, and a first payment of long ago that was recorded.
      { kind: 'hour', at_ms: nowMs - hourMs },
      { kind: 'first-payment', at_ms: nowMs - hourMs },
    ]
    const rows = states.map((state) => ({ ...state, site_id: site.id }))
    await db.insertInto('alert_states').values(rows).execute()
    expect((await overviewOf(site.id, 'today'))?.alerts).toEqual([
      { kind: 'webhooks-failing', at: '2026-11-20T11:20:00.000Z' },
      { kind: 'traffic-drop', at: '2026-11-20T09:20:00.000Z' },
    ])
  })

  it('shows a member their own sites alone, in the order of the list of sites', async () => {
    const [first, second] = sites
    const member = await aPerson(server.services, { role: 'viewer', siteId: second?.site.id ?? '' })
    const { body } = await ask('7d', member)
    expect(body.data.sites.map(({ siteId }) => siteId)).toEqual([second?.site.id])
    expect(JSON.stringify(body)).not.toContain(first?.site.id)
    const all = (await ask('7d')).body.data.sites.map(({ siteId }) => siteId)
    const listed = await server.request('GET', '/api/app/sites', { headers: owner })
    const { data } = listed.body as { data: { sites: { id: string }[] } }
    expect(all).toEqual(data.sites.map(({ id }) => id))
  })

  it('answers an empty list to a member of no site', async () => {
    const stranger = await aPerson(server.services, { role: 'stranger' })
    expect((await ask('7d', stranger)).body.data.sites).toEqual([])
  })

  it('answers more than a hundred sites in dozens of zones', async () => {
    const zones = Intl.supportedValuesOf('timeZone').slice(0, 40)
    for (let index = 0; index < 120; index++) {
      await server.aSite({ name: `s-${index}`, timezone: zones[index % zones.length] ?? 'UTC' })
    }
    const { status, body } = await ask('30d')
    expect(status).toBe(200)
    expect(body.data.sites.length).toBeGreaterThan(120)
    expect(body.data.sites.find(({ siteId }) => siteId === sites[0]?.site.id)).toEqual(
      await overviewOf(sites[0]?.site.id ?? '', '30d'),
    )
  })

  it('asks the engine three statements, however many sites there are', async () => {
    const names: string[] = []
    const note = (call: unknown) => names.push((call as FinishedCall).name)
    engineCallsOfThreads.subscribe(note)
    const { body } = await ask('7d')
    engineCallsOfThreads.unsubscribe(note)
    expect(body.data.sites.length).toBeGreaterThan(3)
    expect(names.sort()).toEqual(['money-of-sites', 'present-of-sites', 'visitors-of-sites'])
  })

  it('401 without a session, 400 for a range that it does not have', async () => {
    expect((await ask('7d', { ...owner, cookie: '' })).status).toBe(401)
    expect((await ask('14d')).status).toBe(400)
  })
})

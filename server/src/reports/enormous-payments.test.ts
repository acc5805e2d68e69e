import type { SiteOverview } from '@tributary/contract/app/overview.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson } from '../test/a-person.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
})
afterAll(() => server?.close())

it('payments that add up to more than 2^53 take away no report, and no other site’s figures', async () => {
  const { site, key } = await server.aSite({ currency: 'EUR' })
  const { site: other, key: otherKey } = await server.aSite({ currency: 'EUR' })
  const send = async (path: string, body: object, as = key) => {
    const reply = await server.request('POST', path, { key: as, body })
    expect([path, reply.status, reply.status === 200 ? '' : reply.body]).toEqual([path, 200, ''])
    return reply.body as { data: Record<string, unknown> }
  }
  const url = 'https://shop.example/?utm_source=x'
  const timestamp = new Date(Date.now() - 60_000).toISOString()
  await send('/api/v1/events', {
    events: [{ type: 'pageview', visitorId: 'ana', url, timestamp }],
  })
  const payment = { provider: 'stripe', currency: 'EUR', visitorId: 'ana' }
  for (let nth = 0; nth < 12; nth++) {
    const amount = 9_999_999_999_999
    await send('/api/v1/payment', { ...payment, providerPaymentId: `p${nth}`, amount })
  }
  const today = new Date().toISOString().slice(0, 10)
  await send('/api/v1/spend', {
    rows: [{ day: today, source: 'x', amount: 5, currency: 'EUR' }],
  })
  const small = { ...payment, providerPaymentId: 'small', amount: 5 }
  await send('/api/v1/payment', small, otherKey)

  const dateRange = '7d'
  const revenue = 12 * 9_999_999_999_999
  const query = await send('/api/v1/query', { metrics: ['revenue'], dateRange })
  expect(query.data).toMatchObject({ totals: { revenue } })
  await send('/api/v1/funnel', { steps: [{ page: '/' }, { goal: 'x' }], dateRange })
  await send('/api/v1/cohorts', { dateRange: '90d' })
  const spend = await send('/api/v1/spend/report', { dateRange })
  expect(spend.data).toMatchObject({ totals: { revenue } })
  const visitors = await send('/api/v1/visitors', { dateRange, orderBy: 'revenue' })
  expect(visitors.data).toMatchObject({ rows: [{ visitorId: 'ana', revenue }] })
  const profile = await server.request('GET', '/api/v1/visitors/profile?visitorId=ana', { key })
  expect(profile.status).toBe(200)

  const headers = await aPerson(server.services, { role: 'owner' })
  const overview = await server.request('GET', `/api/app/overview?dateRange=${dateRange}`, {
    headers,
  })
  const reply = (overview.body as { data?: { sites: SiteOverview[] } }).data
  const revenueOf = (id: string) => reply?.sites.find(({ siteId }) => siteId === id)?.revenue.now
  expect([revenueOf(site.id), revenueOf(other.id)]).toEqual([revenue, 5])
})

it('a payment that is too large to convert is listed, without a rate', async () => {
  const { key } = await server.aSite({ currency: 'IDR' })
  const payment = { provider: 'stripe', providerPaymentId: 'p', currency: 'EUR' }
  const amount = 9_999_999_999_999
  const sent = await server.request('POST', '/api/v1/payment', {
    key,
    body: { ...payment, amount },
  })
  expect(sent.status).toBe(200)
  const day = new Date().toISOString().slice(0, 10)
  const rows = [{ day, source: 'x', amount, currency: 'EUR' }]
  const spent = await server.request('POST', '/api/v1/spend', { key, body: { rows } })
  expect(spent.status).toBe(200)

  const spend = await server.request('POST', '/api/v1/spend/report', {
    key,
    body: { dateRange: '7d' },
  })
  expect(spend.body).toMatchObject({ data: { unconverted: [{ currency: 'EUR', amount }] } })
  const list = await server.request('GET', '/api/v1/payments/totals?dateRange=7d', { key })
  expect(list.body).toMatchObject({ data: { amounts: [{ currency: 'EUR', amount }] } })
})

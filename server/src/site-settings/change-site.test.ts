import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson, type PersonHeaders } from '../test/a-person.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
let headers: PersonHeaders
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  headers = await aPerson(server.services, { role: 'owner' })
})
afterAll(() => server?.close())

it('shows a report by key the new currency and time zone as soon as they are chosen', async () => {
  const { site, key } = await server.aSite({ currency: 'USD' })
  const payment = { provider: 'stripe', providerPaymentId: 'pi_1', amount: 50, currency: 'EUR' }
  const timestamp = '2026-09-01T12:00:00Z'
  await server.request('POST', '/api/v1/payment', { key, body: { ...payment, timestamp } })
  const report = async () => {
    const body = { metrics: ['revenue'], dateRange: ['2026-09-01', '2026-09-01'] }
    const reply = await server.request('POST', '/api/v1/query', { key, body })
    const { currency, totals, query } = (reply.body as { data: Report }).data
    return { currency, revenue: totals.revenue, timezone: query.timezone }
  }
  expect(await report()).toMatchObject({ currency: 'USD', timezone: 'UTC' })
  const changed = await server.request('PATCH', `/api/app/sites/${site.id}`, {
    headers,
    body: { currency: 'EUR', timezone: 'Europe/Berlin' },
  })
  expect(changed.status).toBe(200)
  expect(await report()).toEqual({
    ...{ currency: 'EUR', revenue: 50, timezone: 'Europe/Berlin' },
  })
})

interface Report {
  currency: string
  totals: { revenue: number }
  query: { timezone: string }
}

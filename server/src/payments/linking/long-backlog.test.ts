import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserAgent, startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.close())

it('a backlog of payments with the longest ids there can be is linked', async () => {
  const { site, key } = await server.aSite()
  const nameOf = (number: number, kind: string) => `${kind}${number}`.padEnd(255, 'x')
  const numbers = Array.from({ length: 1000 }, (_, number) => number)
  const timestamp = new Date(Date.now() - 60_000).toISOString()
  const events = numbers.map((number) => ({
    type: 'pageview',
    visitorId: nameOf(number, 'visitor'),
    sessionId: nameOf(number, 'session'),
    timestamp,
    url: 'https://shop.example/',
    userAgent: browserAgent,
  }))
  // A batch has at most a megabyte.
  for (const part of [events.slice(0, 500), events.slice(500)]) {
    const body = { events: part }
    expect(await server.request('POST', '/api/v1/events', { key, body })).toMatchObject({
      body: { data: { accepted: 500, rejected: [] } },
    })
  }
  // All at once, as an import reports them: none is linked before all are there.
  const { payments } = server.services
  await payments.recordFacts(
    site.id,
    numbers.map((number) => ({
      kind: 'payment' as const,
      provider: 'custom',
      ids: [`long-${number}`],
      amountMinor: 100,
      currency: 'USD',
      taxMinor: null,
      paidAtMs: Date.now(),
      renewal: null,
      trial: null,
      customerId: null,
      subscriptionId: null,
      customerEmail: null,
      product: null,
      visitorId: nameOf(number, 'visitor'),
      sessionId: nameOf(number, 'session'),
      metadata: null,
    })),
    { source: 'import', nowMs: Date.now() },
  )
  await payments.sweep()
  const last = `provider=custom&providerPaymentId=long-999`
  expect(await server.request('GET', `/api/v1/payment?${last}`, { key })).toMatchObject({
    body: { data: { visitorId: nameOf(999, 'visitor'), link: { method: 'ids' } } },
  })
})

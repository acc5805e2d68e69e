import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/server.ts'
import { dayMs, hourMs } from '../time/durations.ts'
import { hourlyFigures } from './hourly-figures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
})
afterAll(() => server?.close())

it('nine o’clock is compared with nine o’clock of the weeks before clocks changed', async () => {
  const { site, key } = await server.aSite({ timezone: 'Europe/Berlin' })
  const visits = (ms: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ type: 'pageview', visitorId: `v${ms}-${index}`, url: 'https://shop.example/' },
      timestamp: new Date(ms).toISOString(),
    }))
  const pay = (ms: number) => ({
    ...{ provider: 'stripe', providerPaymentId: `p${ms}`, amount: 7, currency: 'USD' },
    timestamp: new Date(ms).toISOString(),
  })
  // Clocks in Berlin went back on 25 October 2026: nine o'clock was at 7:00 UTC before, and is at 8:00 UTC since.
  const hour = Date.UTC(2026, 10, 20, 8)
  const nineOclocks = Array.from({ length: 8 }, (_, index) => {
    const ms = hour - (index + 1) * 7 * dayMs
    return ms < Date.UTC(2026, 9, 25) ? ms - hourMs : ms
  })
  const events = nineOclocks.flatMap((ms) => [...visits(ms, 2), ...visits(ms + hourMs, 5)])
  const sent = await server.request('POST', '/api/v1/events', { key, body: { events } })
  expect(sent.status).toBe(200)
  for (const ms of nineOclocks) {
    // The first of these is in the 24 hours that end at ten, the second is not.
    for (const atMs of [ms, ms + hourMs]) {
      const paid = await server.request('POST', '/api/v1/payment', { key, body: pay(atMs) })
      expect(paid.status).toBe(200)
    }
  }
  const { events: store, payments, answers } = server.services
  await store.flush()
  await payments.flush()
  const asked = { hour, nowMs: hour + 2 * hourMs }
  const { visitors, revenue } = await hourlyFigures(answers, site, asked)
  expect(visitors).toEqual({ value: 0, weeksBefore: Array(8).fill(2) })
  expect(revenue.weeksBefore).toEqual(Array(7).fill(7))
})

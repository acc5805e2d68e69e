import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { minuteMs } from '../../../time/durations.ts'
import { rebuildSessions } from './rebuild-sessions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

it('a report has all visits while these are rebuilt again and again', async () => {
  const { site, key } = await server.aSite()
  const events = Array.from({ length: 20 }, (_, visitor) => ({
    type: 'pageview',
    visitorId: `visitor-${visitor}`,
    timestamp: new Date(Date.now() - 10 * minuteMs).toISOString(),
    url: 'https://shop.example/?utm_source=newsletter',
  }))
  await server.request('POST', '/api/v1/events', { key, body: { events } })
  const ask = async () => {
    const body = { metrics: ['visitors', 'sessions'], dimensions: ['source'], dateRange: '7d' }
    const reply = await server.request('POST', '/api/v1/query', { key, body })
    return (reply.body as { data: { totals: object } }).data.totals
  }
  const whole = { visitors: 20, sessions: 20 }
  expect(await ask()).toEqual(whole)
  let isAsking = true
  const rebuildAgain = async () => {
    const scope = { where: 'site_id = {site:String}', params: { site: site.id } }
    while (isAsking) {
      await rebuildSessions(server.services.engine, { ...scope, isKnownToDiffer: true })
    }
  }
  const rebuilding = rebuildAgain()
  const answers: object[] = []
  try {
    for (let round = 0; round < 2; round++) {
      answers.push(...(await Promise.all(Array.from({ length: 3 }, ask))))
    }
  } finally {
    isAsking = false
    await rebuilding
  }
  expect(answers).toEqual(Array(6).fill(whole))
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { minuteMs } from '../../../time/durations.ts'
import { EngineUnavailable, memoryExceeded } from '../engine-errors.ts'
import { rebuildSessions } from './rebuild-sessions.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

/** A site with a visit of each of 20 visitors, and how to ask for them. */
async function aVisitedSite() {
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
  expect(await ask()).toEqual(whole)
  const scope = { where: 'site_id = {site:String}', params: { site: site.id } }
  return { ask, scope: { ...scope, isKnownToDiffer: true } }
}

const whole = { visitors: 20, sessions: 20 }

it('a report has all visits while these are rebuilt again and again', async () => {
  const { ask, scope } = await aVisitedSite()
  let isAsking = true
  const rebuildAgain = async () => {
    while (isAsking) await rebuildSessions(server.services.engine, scope)
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

it('visits that cannot be put back for want of memory are, as soon as there is some', async () => {
  const { ask, scope } = await aVisitedSite()
  const { engine } = server.services
  let refusals = 0
  const command: typeof engine.command = async (sql, params) => {
    if (sql.startsWith('insert into sessions') && ++refusals <= 2) {
      throw new EngineUnavailable(memoryExceeded, new Error('memory limit exceeded'))
    }
    await engine.command(sql, params)
  }
  expect(await rebuildSessions({ ...engine, command }, scope)).toBe(true)
  expect(refusals).toBe(3)
  expect(await ask()).toEqual(whole)
})

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { updateSite } from '../site-settings/change-site.ts'
import { anEvent } from '../test/an-event.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { expectSessionsAgree } from '../test/sessions-agree.ts'
import { dayMs } from '../time/durations.ts'
import { keepRetention } from './keep-retention.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
afterEach(() => expectSessionsAgree(server.services.engine))

it('deletes whole days beyond a site’s retention, and nothing of other sites', async () => {
  const { services } = server
  const { events, control } = services
  const nowMs = Date.now()
  const todayMs = Math.floor(nowMs / dayMs) * dayMs
  const forgetful = await server.aSite()
  const keeping = await server.aSite()
  await updateSite(control, forgetful.site.id, { retentionDays: 30 })
  for (const { site } of [forgetful, keeping]) {
    const at = (ms: number, visitorId: string) =>
      anEvent({ siteId: site.id, visitorId, timestampMs: ms })
    await events.append([
      at(todayMs - 200 * dayMs, 'long-ago'),
      at(todayMs - 30 * dayMs - 1, 'a-moment-too-old'),
      at(todayMs - 30 * dayMs, 'just-in-time'),
      at(todayMs - dayMs, 'ana'),
    ])
  }
  await events.flush()
  const report = async ({ key }: { key: string }) => {
    const body = { metrics: ['visitors', 'sessions', 'pageviews'], dateRange: '12mo' }
    const reply = await server.request('POST', '/api/v1/query', { key, body })
    expect(reply.status).toBe(200)
    return reply.body
  }
  const others = await report(keeping)

  expect(await keepRetention(services, nowMs)).toBe(2)
  const seen = async (key: string, visitorId: string) =>
    (await server.request('GET', `/api/v1/visitor?visitorId=${visitorId}`, { key })).status
  expect(await seen(forgetful.key, 'long-ago')).toBe(404)
  expect(await seen(forgetful.key, 'a-moment-too-old')).toBe(404)
  expect(await seen(forgetful.key, 'just-in-time')).toBe(200)
  expect(await seen(forgetful.key, 'ana')).toBe(200)
  expect(JSON.stringify(await report(forgetful))).toMatch(/"visitors":2\b/)
  expect(await report(keeping)).toEqual(others)
  // Nothing old is left, so nothing is rewritten again.
  expect(await keepRetention(services, nowMs)).toBe(0)
})

import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rebuildSessions } from '../store/events/sessions/rebuild-sessions.ts'
import { aPerson } from '../test/a-person.ts'
import { type TestClock, testClock } from '../test/clock.ts'
import { inLongForm } from '../test/long-form.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { dayMs, hourMs, minuteMs } from '../time/durations.ts'
import { isoTime } from '../time/iso-time.ts'
import { recentAlerts } from './recent-alerts.ts'
import { watchSites } from './watch-sites.ts'

/** A Friday, ten minutes after an hour ended. */
const startMs = Date.UTC(2026, 10, 20, 12, 10)
const looks = inLongForm(3, 1)

let server: TestServer
let clock: TestClock
beforeAll(async () => {
  clock = testClock(startMs)
  server = await startTestServer({ sharesEngine: true, clock })
})
afterAll(() => server?.close())

/** A site with ten visitors an hour four weeks in a row, and 60 in each hour that will be judged. */
async function aSiteWithSpikes() {
  const { site, key } = await server.aSite()
  const visits = (ms: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...{ type: 'pageview', visitorId: `v${ms}-${index}`, url: 'https://shop.example/' },
      timestamp: new Date(ms).toISOString(),
    }))
  for (let look = 0; look < looks; look++) {
    const hour = startMs - 10 * minuteMs - hourMs - look * hourMs
    const before = [1, 2, 3, 4].flatMap((week) => visits(hour - week * 7 * dayMs, 10))
    const body = { events: [...before, ...visits(hour, 60)] }
    const reply = await server.request('POST', '/api/v1/events', { key, body })
    expect(reply.status).toBe(200)
  }
  return site
}

it('spikes are found while the visits are rebuilt again and again', async () => {
  const site = await aSiteWithSpikes()
  clock.jump((1 - looks) * hourMs)
  const settings = {
    ...{ watched: ['traffic-spike'], sensitivity: 'medium', minimumVisitors: 20 },
    ...{ minimumRevenue: 50, quietHours: 1, language: 'en', accountIds: [] },
  }
  const headers = await aPerson(server.services, { role: 'owner' })
  const path = `/api/app/sites/${site.id}/alerts`
  const saved = await server.request('PATCH', path, { headers, body: settings })
  expect(saved.status).toBe(200)
  const { engine, control } = server.services
  const params = { site: site.id }
  const scope = { where: 'site_id = {site:String}', params, isKnownToDiffer: true }
  let isWatching = true
  const rebuildAgain = async () => {
    while (isWatching) {
      await rebuildSessions(engine, scope)
      // Otherwise the rebuilds alone would occupy the engine.
      await setTimeout(50)
    }
  }
  const rebuilding = rebuildAgain()
  try {
    for (let look = 0; look < looks; look++) {
      await watchSites(server.services)
      const alerts = await recentAlerts(control, [site], clock.now())
      expect(alerts.get(site.id)).toEqual([{ kind: 'traffic-spike', at: isoTime(clock.now()) }])
      clock.pass(hourMs)
    }
  } finally {
    isWatching = false
    await rebuilding
  }
})

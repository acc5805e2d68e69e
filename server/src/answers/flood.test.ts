import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson } from '../test/a-person.ts'
import { anEvent } from '../test/an-event.ts'
import { inLongForm } from '../test/long-form.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { dayMs } from '../time/durations.ts'
import { defaultQuestionLimits } from './question-turns.ts'

let server: TestServer
let quiet: Awaited<ReturnType<TestServer['aSite']>>
let linkHeaders: Record<string, string>

const days = 1_090

beforeAll(async () => {
  server = await startTestServer()
  quiet = await server.aSite()
  const noisy = await server.aSite()
  await visits(quiet.site.id, 30, 10)
  await visits(noisy.site.id, days, 30)
  const panels = ['figures', 'chart', 'traffic', 'content']
  const headers = await aPerson(server.services, { role: 'owner', siteId: noisy.site.id })
  const body = { name: 'Open', panels, showsMoney: false }
  const path = `/api/app/sites/${noisy.site.id}/shares`
  const made = await server.request('POST', path, { headers, body })
  const { link } = (made.body as { data: { link: string } }).data
  const own = { 'sec-fetch-site': 'same-origin' }
  const token = link.split('#')[1] ?? ''
  const opened = await server.request('POST', '/api/share/open', { headers: own, body: { token } })
  const { access } = (opened.body as { data: { access: string } }).data
  linkHeaders = { ...own, 'x-share-access': access }
})
afterAll(() => server?.close())

/** Some visits on each of the last days, over the day. */
async function visits(siteId: string, ofDays: number, perDay: number): Promise<void> {
  const now = Date.now()
  for (let first = 0; first < ofDays; first += 100) {
    const events = Array.from({ length: Math.min(100, ofDays - first) * perDay }, (_, index) => {
      const timestampMs =
        now - (first + Math.floor(index / perDay)) * dayMs - (index % perDay) * 2_000_000
      const visitorId = `v${first}-${index}`
      const seen = { siteId, timestampMs, visitorId, sessionId: visitorId, path: `/${index % 50}` }
      return anEvent(seen)
    })
    await server.services.events.append(events)
  }
  await server.services.events.flush()
}

/** No two alike, so that none is answered from a cache. */
let asked = 0
const unlike = () => [['is_not', 'page', [`/none-${++asked}`]]]

async function askPanel(): Promise<void> {
  const body = { metrics: ['visitors'], dimensions: ['source'], dateRange: '7d', filters: unlike() }
  const { status } = await server.request('POST', '/api/v1/query', { key: quiet.key, body })
  expect(status).toBe(200)
}

it('a quiet site waits only for the questions in progress while a share link’s reader asks for years by the hour', async () => {
  await askPanel()
  const over = new AbortController()
  const statuses: number[] = []
  const hourly = { metrics: ['visitors', 'pageViews', 'bounceRate'], dimensions: ['hour'] }
  const flood = Array.from({ length: 150 }, async () => {
    const body = { ...hourly, dateRange: `${days}d`, filters: unlike() }
    const reply = await fetch(`${server.url}/api/share/query`, {
      method: 'POST',
      headers: { ...linkHeaders, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: over.signal,
    })
    statuses.push(reply.status)
  })
  const ended = Promise.allSettled(flood)
  const { mostUnderWay, atWork } = defaultQuestionLimits
  const refused = () => statuses.filter((status) => status === 429).length
  // One may be answered, and make room for another one, before the last of them arrives.
  const underWay = () => flood.length - statuses.length
  await expect.poll(underWay).toBeLessThanOrEqual(mostUnderWay)
  expect(refused()).toBeGreaterThan(0)
  const answered = () => statuses.length - refused()
  for (let count = 0; count < inLongForm(5, 2); count++) {
    const before = answered()
    expect(before).toBeLessThan(mostUnderWay - atWork.site)
    await askPanel()
    expect(answered() - before).toBeLessThanOrEqual(atWork.site)
  }
  over.abort()
  await ended
})

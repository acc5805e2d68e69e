import { setTimeout } from 'node:timers/promises'
import type { SiteOverview } from '@tributary/contract/app/overview.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson, type PersonHeaders } from '../../../test/a-person.ts'
import { inLongForm } from '../../../test/long-form.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { dayMs } from '../../../time/durations.ts'
import { EngineUnavailable, memoryExceeded } from '../engine-errors.ts'
import { rebuildRows } from './read-whole.ts'
import { rebuildSessions } from './rebuild-sessions.ts'

let server: TestServer
let headers: PersonHeaders
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  headers = await aPerson(server.services, { role: 'owner' })
})
afterAll(() => server?.close())

/** A site with a visit of each of 20 visitors, and how to ask for them. */
async function aVisitedSite() {
  const { site, key } = await server.aSite()
  const events = Array.from({ length: 20 }, (_, visitor) => ({
    type: 'pageview',
    visitorId: `visitor-${visitor}`,
    timestamp: new Date(Date.now() - dayMs).toISOString(),
    url: 'https://shop.example/?utm_source=newsletter',
  }))
  await server.request('POST', '/api/v1/events', { key, body: { events } })
  const ask = async () => {
    const body = { metrics: ['visitors', 'sessions'], dimensions: ['source'], dateRange: '7d' }
    const reply = await server.request('POST', '/api/v1/query', { key, body })
    return (reply.body as { data: { totals: object } }).data.totals
  }
  const askOverview = async () => {
    const reply = await server.request('GET', '/api/app/overview?dateRange=7d', { headers })
    const { sites } = (reply.body as { data: { sites: SiteOverview[] } }).data
    return sites.find(({ siteId }) => siteId === site.id)?.visitors.now
  }
  const askDigest = async () => {
    const path = `/api/app/account/digests/${site.id}/preview`
    const body = { frequency: 'daily', language: 'en' }
    const reply = await server.request('POST', path, { headers, body })
    return (reply.body as { data: { text: string } }).data.text
  }
  expect(await ask()).toEqual(whole)
  const scope = { where: 'site_id = {site:String}', params: { site: site.id } }
  return { ask, askOverview, askDigest, scope: { ...scope, isKnownToDiffer: true } }
}

const times = inLongForm(10, 3)

async function repeatedly<T>(ask: () => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  while (answers.length < times) answers.push(await ask())
  return answers
}

const whole = { visitors: 20, sessions: 20 }

it('a report, the overview and a digest have all visits while these are rebuilt again and again', async () => {
  const { ask, askOverview, askDigest, scope } = await aVisitedSite()
  let isAsking = true
  const rebuildAgain = async () => {
    while (isAsking) {
      await rebuildSessions(server.services.engine, scope)
      // Otherwise the rebuilds alone would occupy the engine.
      await setTimeout(50)
    }
  }
  const rebuilding = rebuildAgain()
  try {
    // Each at its own pace, because whatever follows a rebuild never coincides with one.
    const [reports, overviews, digests] = await Promise.all([
      repeatedly(ask),
      repeatedly(askOverview),
      repeatedly(askDigest),
    ])
    expect(reports).toEqual(Array(times).fill(whole))
    expect(overviews).toEqual(Array(times).fill(20))
    expect(digests).toEqual(Array(times).fill(expect.stringMatching(/^Visitors: 20\b/m)))
  } finally {
    isAsking = false
    await rebuilding
  }
})

it('a report waits for a rebuild of its own site, and for none of another', async () => {
  const [rebuilt, other] = [await aVisitedSite(), await aVisitedSite()]
  const { promise, resolve } = Promise.withResolvers<void>()
  const site = rebuilt.scope.params.site
  const rebuilding = rebuildRows(server.services.engine, site, () => promise)
  let isAnswered = false
  const asked = rebuilt.ask().finally(() => {
    isAnswered = true
  })
  try {
    expect(await repeatedly(other.ask)).toEqual(Array(times).fill(whole))
    expect(isAnswered).toBe(false)
  } finally {
    resolve()
    await rebuilding
  }
  expect(await asked).toEqual(whole)
})

it('visits that cannot be restored because memory is short are, as soon as there is some', async () => {
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

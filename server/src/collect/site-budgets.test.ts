import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson } from '../test/a-person.ts'
import { testClock } from '../test/clock.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

const clock = testClock()
let server: TestServer
beforeAll(async () => {
  const siteDailyBudget = { hits: 3, bytes: 4_000 }
  server = await startTestServer({ clock, config: { siteDailyBudget } })
})
afterAll(() => server?.close())

async function hit(siteId: string, more: object = {}, headers: Record<string, string> = {}) {
  const url = 'https://shop.example/'
  const body = { siteId, type: 'pageview', visitorId: 'ana', sessionId: 's', url, ...more }
  const reply = await server.request('POST', '/api/collect', { body, headers })
  expect(reply.status).toBe(202)
  return reply.headers.get('x-tributary-dropped')
}

async function overBudgetSince(siteId: string): Promise<unknown> {
  const headers = await aPerson(server.services, {
    role: 'viewer',
    siteId,
    email: `${Math.random()}@shop.example`,
  })
  const { body } = await server.request('GET', `/api/app/sites/${siteId}`, { headers })
  return (body as { data: { overBudgetSince: unknown } }).data.overBudgetSince
}

it('drops what is beyond a site’s budget of the day, says so to its people, and begins anew at midnight', async () => {
  const [{ site }, other] = [await server.aSite(), await server.aSite()]
  for (let count = 0; count < 3; count++) expect(await hit(site.id)).toBeNull()
  expect(await overBudgetSince(site.id)).toBeNull()
  expect(await hit(site.id)).toBe('over-budget')
  expect(await hit(other.site.id)).toBeNull()
  expect(await overBudgetSince(site.id)).toBe(new Date(clock.now()).toISOString())
  expect(await overBudgetSince(other.site.id)).toBeNull()
  const metrics = await fetch(`${server.url}/metrics`)
  expect(await metrics.text()).toContain('tributary_dropped_hits_total{reason="over-budget"} 1')
  clock.pass(86_400_000)
  expect(await hit(site.id)).toBeNull()
  expect(await overBudgetSince(site.id)).toBeNull()
})

it('counts the bytes of hits, and nothing that is dropped for another reason', async () => {
  const { site } = await server.aSite()
  for (let count = 0; count < 5; count++) {
    expect(await hit(site.id, {}, { 'user-agent': 'Googlebot/2.1' })).toBe('bot')
  }
  const title = 'long '.repeat(700)
  expect(await hit(site.id, { title })).toBeNull()
  expect(await hit(site.id, { title })).toBe('over-budget')
  expect(await hit(site.id)).toBeNull()
})

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { listDeliveries } from '../alerts/list-deliveries.ts'
import { sendQueued } from '../mail/send-queued.ts'
import { aPerson } from '../test/a-person.ts'
import { testClock } from '../test/clock.ts'
import { startSmtpReceiver } from '../test/processes/smtp-receiver.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

const clock = testClock()
let server: TestServer
beforeAll(async () => {
  const siteDailyBudget = { hits: 3, bytes: 4_000 }
  server = await startTestServer({ sharesEngine: true, clock, config: { siteDailyBudget } })
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

it('drops hits beyond a site’s daily budget, notifies its people, and starts over at midnight', async () => {
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

it('survives a restart, and one e-mail a day reports it to each owner and admin in their language', async () => {
  const smtp = await startSmtpReceiver()
  onTestFinished(() => smtp.close())
  const day = testClock()
  const config = { siteDailyBudget: { hits: 2, bytes: 1e9 }, smtpUrl: smtp.url }
  const own = await startTestServer({ sharesEngine: true, clock: day, config })
  onTestFinished(() => own.close())
  const { site } = await own.aSite({ name: 'Shop' })
  const hitOwn = async () => {
    const url = 'https://shop.example/'
    const body = { siteId: site.id, type: 'pageview', visitorId: 'ana', sessionId: 's', url }
    const reply = await own.request('POST', '/api/collect', { body })
    return reply.headers.get('x-tributary-dropped')
  }
  const subjects = async () => {
    await sendQueued(own.services)
    return smtp.mails.map(({ to, headers }) => `${to[0]}: ${headers.subject}`).sort()
  }
  for (const [role, language] of [
    ['owner', 'de'],
    ['admin', 'es'],
    ['viewer', 'en'],
  ] as const) {
    await aPerson(own.services, { role, siteId: site.id, email: `${role}@shop.example` })
    const { db } = own.services.control
    const email = `${role}@shop.example`
    await db.updateTable('accounts').set({ language }).where('email', '=', email).execute()
  }
  const reported = [
    'admin@shop.example: Shop alcanzó su límite diario',
    'owner@shop.example: Shop hat das Tageslimit erreicht',
  ]
  expect(await hitOwn()).toBeNull()
  await own.restart()
  expect(await hitOwn()).toBeNull()
  expect(await hitOwn()).toBe('over-budget')
  await expect.poll(subjects).toEqual(reported)
  // It is not one of the alerts that people choose.
  expect(await listDeliveries(own.services.control, site.id)).toEqual([])
  await own.restart()
  expect(await hitOwn()).toBe('over-budget')
  await own.restart()
  expect(await subjects()).toEqual(reported)
  day.pass(86_400_000)
  for (let count = 0; count < 2; count++) expect(await hitOwn()).toBeNull()
  expect(await hitOwn()).toBe('over-budget')
  await expect.poll(async () => (await subjects()).length).toBe(4)
})

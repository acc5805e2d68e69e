import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { setDisabled } from '../accounts/people/manage-people.ts'
import type { SiteRole } from '../accounts/rows/account-rows.ts'
import { saveMembership } from '../accounts/rows/member-rows.ts'
import { commandLine } from '../audit/actor.ts'
import { sendDigests } from '../digests/send-digests.ts'
import { sendQueued } from '../mail/send-queued.ts'
import type { SiteSettings } from '../sites/manage-sites.ts'
import { type TestClock, testClock } from '../test/clock.ts'
import { type SmtpReceiver, startSmtpReceiver } from '../test/processes/smtp-receiver.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { dayMs, hourMs } from '../time/durations.ts'
import { sendAlerts } from './send-alerts.ts'
import { watchSites } from './watch-sites.ts'

/** A Friday, ten minutes after an hour was over. */
const startMs = Date.UTC(2026, 10, 20, 12, 10)

interface Taken {
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

let server: TestServer
let smtp: SmtpReceiver
let clock: TestClock
let receiver: Server
let taken: Taken[]
let receiverUrl: string
let answer = 200

beforeAll(async () => {
  taken = []
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    taken.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(answer).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  clock = testClock(startMs)
  smtp = await startSmtpReceiver()
  server = await startTestServer({
    sharesEngine: true,
    clock,
    config: {
      smtpUrl: smtp.url,
      privateTargets: ['127.0.0.1'],
      publicUrl: 'https://stats.example.com',
    },
  })
})
afterAll(async () => {
  await server?.close()
  await smtp?.close()
  receiver?.close()
})

let people = 0

/** Somebody on a site, signed in. */
async function aMember(siteId: string, role: SiteRole) {
  const { control, signInSessions } = server.services
  const email = `p${++people}@team.example`
  const given = { email, passwordHash: 'none', installationRole: 'member' as const }
  const { id } = await createAccount(control.db, clock.now(), given)
  await saveMembership(control.db, { siteId, accountId: id, role })
  const cookie = `__Host-tributary_session=${await signInSessions.start(id)}`
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const ask = (method: string, path: string, body?: object) =>
    server.request(method, path, { headers, ...(body && { body }) })
  return { id, email, ask }
}

/** Disables an account, as an owner of the installation does. */
const disable = (id: string) =>
  setDisabled(server.services.control, id, {
    isDisabled: true,
    by: commandLine,
    nowMs: clock.now(),
  })

async function aSite(settings: Partial<SiteSettings> = {}) {
  const { site, key } = await server.aSite(settings)
  return { site, key, path: `/api/app/sites/${site.id}/alerts` }
}

/** Stores this many visitors at a moment. */
async function visit(key: string, ms: number, count: number, url = 'https://shop.example/') {
  const events = Array.from({ length: count }, (_, index) => ({
    type: 'pageview',
    visitorId: `v${ms}-${index}`,
    timestamp: new Date(ms + index).toISOString(),
    url,
  }))
  const reply = await server.request('POST', '/api/v1/events', { key, body: { events } })
  expect(reply.status).toBe(200)
}

async function pay(key: string, ms: number, amount: number, visitorId?: string) {
  const body = {
    ...{ provider: 'stripe', providerPaymentId: `pay-${ms}-${amount}`, amount, currency: 'EUR' },
    ...{ timestamp: new Date(ms).toISOString(), visitorId },
    product: 'Plan <b>&',
  }
  expect((await server.request('POST', '/api/v1/payment', { key, body })).status).toBe(200)
}

const settings = {
  ...{ sensitivity: 'medium', minimumVisitors: 20, minimumRevenue: 50, quietHours: 12 },
  language: 'en',
}
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email))

/** The periodic jobs of nodes, twice at once as on two nodes. */
async function look() {
  await Promise.all([watchSites(server.services), watchSites(server.services)])
  await Promise.all([sendQueued(server.services), sendQueued(server.services)])
  await Promise.all([sendAlerts(server.services), sendAlerts(server.services)])
  await nothingUnderWay()
}

/** The server's own jobs run, too, and may be in the middle of sending something. */
async function nothingUnderWay() {
  const { db } = server.services.control
  const underWay = async () =>
    (
      await Promise.all([
        db.selectFrom('mails').select('id').where('state', '=', 'sending').execute(),
        db.selectFrom('alert_deliveries').select('id').where('state', '=', 'sending').execute(),
      ])
    ).flat()
  await expect.poll(underWay).toEqual([])
}

describe('alerts', () => {
  it('report a spike once, by e-mail and by signed webhook, and stay quiet afterwards', async () => {
    const { site, key, path } = await aSite({ name: 'Shop <!channel>' })
    const admin = await aMember(site.id, 'admin')
    const other = await aMember(site.id, 'viewer')
    const disabled = await aMember(site.id, 'admin')
    const hook = (name: string, format: string) =>
      admin.ask('POST', `${path}/hooks`, { name, format, url: `${receiverUrl}/${name}` })
    const made = (await hook('spike-json', 'json')).body as {
      data: { secret: string; hook: { id: string } }
    }
    await hook('spike-slack', 'slack')
    await hook('spike-discord', 'discord')
    // Before the site is watched: an hour that the server's own job has judged is not judged again.
    const hour = startMs - 10 * 60_000 - hourMs
    for (let week = 1; week <= 4; week++) await visit(key, hour - week * 7 * dayMs, 22 + week)
    await visit(key, hour, 130)
    const watched = ['traffic-spike', 'traffic-drop']
    const accountIds = [admin.id, disabled.id]
    const saved = await admin.ask('PATCH', path, { ...settings, watched, accountIds })
    expect(saved.status).toBe(200)
    await disable(disabled.id)

    await look()
    await look()
    const mails = mailsTo(admin.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.headers.subject).toBe(
      'Shop <!channel>: 130 visitors in the hour from 20 Nov 2026, 11:00. Usually there are 25.',
    )
    expect(mails[0]?.parts['text/html']).toContain('Shop &lt;!channel&gt;')
    expect(mailsTo(other.email)).toEqual([])
    expect(mailsTo(disabled.email), 'of a disabled account').toEqual([])
    const of = (name: string) => taken.filter((one) => one.path === `/spike-${name}`)
    expect(of('json')).toHaveLength(1)
    const { body = '', headers } = of('json')[0] ?? {}
    expect(JSON.parse(body)).toMatchObject({ kind: 'traffic-spike', value: 130, usual: 24.5 })
    const [, seconds, mark] = /^t=(\d+),v1=(\w+)$/.exec(
      String(headers?.['tributary-signature']),
    ) as unknown as string[]
    const expected = createHmac('sha256', made.data.secret).update(`${seconds}.${body}`)
    expect(mark).toBe(expected.digest('hex'))
    expect(JSON.parse(of('slack')[0]?.body ?? '')).toEqual({
      text: expect.stringContaining('Shop &lt;!channel&gt;'),
    })
    expect(JSON.parse(of('discord')[0]?.body ?? '')).toMatchObject({
      allowed_mentions: { parse: [] },
    })

    clock.pass(hourMs)
    await visit(key, hour + hourMs, 300)
    for (let week = 1; week <= 4; week++) await visit(key, hour + hourMs - week * 7 * dayMs, 20)
    await look()
    expect(mailsTo(admin.email)).toHaveLength(1)

    const id = made.data.hook.id
    const rotated = await admin.ask('POST', `${path}/hooks/${id}/rotate`)
    expect(rotated.status).toBe(200)
    expect((await admin.ask('POST', `${path}/hooks/${id}/test`)).status).toBe(200)
    expect(of('json').at(-1)?.headers['tributary-signature']).toMatch(/,v1=\w{64},v1=\w{64}$/)
    answer = 500
    const refused = await admin.ask('POST', `${path}/hooks/${id}/test`)
    answer = 200
    expect(JSON.stringify(refused)).toContain('it answered 500')
    const list = await admin.ask('GET', `${path}/deliveries`)
    const { deliveries } = (list.body as { data: { deliveries: { state: string }[] } }).data
    expect(deliveries.map(({ state }) => state).sort()).toEqual([
      ...['failed', 'sent', 'sent', 'sent', 'sent', 'sent'],
    ])
    const log = await server.services.control.db.selectFrom('audit_entries').selectAll().execute()
    expect(JSON.stringify(log.filter((one) => one.site_id === site.id))).not.toContain('whsec_')
  })

  it('report a first payment once, and refused webhooks', async () => {
    const { site, key, path } = await aSite({ currency: 'EUR' })
    const admin = await aMember(site.id, 'owner')
    const watched = ['first-payment', 'webhooks-failing']
    await admin.ask('PATCH', path, { ...settings, watched, accountIds: [admin.id], language: 'de' })
    await look()
    expect(mailsTo(admin.email)).toEqual([])
    await pay(key, clock.now() - hourMs, 20)
    await look()
    await pay(key, clock.now() - hourMs, 30)
    await look()
    expect(mailsTo(admin.email).map(({ headers }) => headers.subject)).toEqual([
      `${site.name} hat die erste Zahlung erhalten. Glückwunsch!`,
    ])
    const added = await admin.ask('POST', `/api/app/sites/${site.id}/webhooks`, {
      provider: 'stripe',
      secret: 'whsec_MDEyMzQ1Njc4OWFi',
    })
    const { url } = (added.body as { data: { endpoint: { url: string } } }).data.endpoint
    await server.request('POST', new URL(url).pathname, { body: { id: 'evt_1' } })
    await look()
    await look()
    expect(mailsTo(admin.email)).toHaveLength(2)
    expect(mailsTo(admin.email)[1]?.headers.subject).toContain('Webhooks von Stripe')
  })

  it('date a first payment by the report that counts, not by another system’s', async () => {
    const { site, key, path } = await aSite({ currency: 'EUR', primaryProvider: 'stripe' })
    const admin = await aMember(site.id, 'owner')
    const hook = { name: 'dated', format: 'json', url: `${receiverUrl}/dated` }
    await admin.ask('POST', `${path}/hooks`, hook)
    for (const [provider, minutesAgo] of [
      ['shopify', 10],
      ['stripe', 5],
    ] as const) {
      const timestamp = new Date(clock.now() - minutesAgo * 60_000).toISOString()
      const payment = { amount: 20, currency: 'EUR', customerEmail: 'ana@example.com', timestamp }
      const body = { ...payment, provider, providerPaymentId: `${provider}-1` }
      await server.request('POST', '/api/v1/payment', { key, body })
    }
    await admin.ask('PATCH', path, { ...settings, watched: ['first-payment'], accountIds: [] })
    await look()
    const sent = taken.filter((one) => one.path === '/dated')
    expect(sent.map(({ body }) => JSON.parse(body))).toMatchObject([
      { kind: 'first-payment', at: new Date(clock.now() - 5 * 60_000).toISOString() },
    ])
  })

  it('retry a webhook that is down, and refuse private addresses', async () => {
    const { site, path } = await aSite()
    const admin = await aMember(site.id, 'admin')
    const bad = { name: 'bad', format: 'json', url: 'https://169.254.169.254/latest/' }
    const made = (await admin.ask('POST', `${path}/hooks`, bad)).body as {
      data: { hook: { id: string } }
    }
    const tried = await admin.ask('POST', `${path}/hooks/${made.data.hook.id}/test`)
    expect([tried.status, JSON.stringify(tried.body)]).toEqual([
      409,
      expect.stringContaining('private network'),
    ])
    for (const url of ['ftp://x.example', 'https://a:b@x.example', 'nonsense']) {
      expect((await admin.ask('POST', `${path}/hooks`, { ...bad, url })).status).toBe(400)
    }
  })

  it('are for admins, and only of people and webhooks of the site', async () => {
    const { site, path } = await aSite()
    const { site: elsewhere, path: theirs } = await aSite()
    const viewer = await aMember(site.id, 'viewer')
    const admin = await aMember(site.id, 'admin')
    const stranger = await aMember(elsewhere.id, 'admin')
    const hook = { name: 'h', format: 'json', url: `${receiverUrl}/h` }
    const made = (await stranger.ask('POST', `${theirs}/hooks`, hook)).body as {
      data: { hook: { id: string } }
    }
    const body = { ...settings, watched: [], accountIds: [] }
    const asked: [string, string, object?][] = [
      ['GET', path],
      ['PATCH', path, body],
      ['GET', `${path}/deliveries`],
      ['POST', `${path}/hooks`, hook],
      ['POST', `${path}/hooks/${made.data.hook.id}/test`],
    ]
    for (const [method, address, given] of asked) {
      expect([address, (await viewer.ask(method, address, given)).status]).toEqual([address, 403])
      expect([address, (await stranger.ask(method, address, given)).status]).toEqual([address, 404])
    }
    for (const [method, rest] of [
      ['POST', '/test'],
      ['POST', '/rotate'],
      ['DELETE', ''],
    ] as const) {
      const address = `${path}/hooks/${made.data.hook.id}${rest}`
      expect((await admin.ask(method, address)).status).toBe(404)
    }
    const foreign = { ...body, accountIds: [stranger.id] }
    expect((await admin.ask('PATCH', path, foreign)).status).toBe(400)
  })
})

describe('a digest', () => {
  it('arrives on Monday morning in the site’s zone, once, and is unsubscribed from with one click', async () => {
    const { site, key } = await aSite({
      ...{ name: 'Söhne & <b>', timezone: 'Europe/Berlin', currency: 'EUR' },
    })
    const { site: quiet } = await aSite({ timezone: 'Europe/Berlin' })
    const viewer = await aMember(site.id, 'viewer')
    const left = await aMember(site.id, 'viewer')
    const disabled = await aMember(site.id, 'viewer')
    await saveMembership(server.services.control.db, {
      ...{ siteId: quiet.id, accountId: viewer.id, role: 'viewer' },
    })
    const wish = { frequencies: ['weekly'], language: 'de', evenWhenEmpty: false }
    const digestOf = (id: string) => `/api/app/account/digests/${id}`
    for (const id of [site.id, quiet.id]) {
      expect((await viewer.ask('PUT', digestOf(id), wish)).status).toBe(200)
    }
    expect((await left.ask('PUT', digestOf(site.id), wish)).status).toBe(200)
    expect((await disabled.ask('PUT', digestOf(site.id), wish)).status).toBe(200)
    await disable(disabled.id)
    expect((await left.ask('PUT', digestOf(quiet.id), wish)).status).toBe(404)
    await server.services.control.db
      .deleteFrom('memberships')
      .where('account_id', '=', left.id)
      .execute()

    const monday = Date.UTC(2026, 10, 15, 23)
    const source = 'https://shop.example/?utm_source=x%3Cimg%20src%3D%22http%3A%2F%2Fevil%22%3E'
    await visit(key, monday + hourMs, 4, source)
    await visit(key, monday - 2 * dayMs, 2)
    await pay(key, monday + 2 * hourMs, 1234.5, `v${monday + hourMs}-0`)
    const pass = async (untilMs: number) => {
      clock.pass(untilMs - clock.now())
      await Promise.all([sendDigests(server.services), sendDigests(server.services)])
      await sendQueued(server.services)
      await nothingUnderWay()
    }
    const next = monday + 7 * dayMs
    await pass(next + 7 * hourMs - 1)
    expect(mailsTo(viewer.email)).toEqual([])
    await pass(next + 7 * hourMs)
    await pass(next + 8 * hourMs)
    const [mail, ...more] = mailsTo(viewer.email)
    expect(more).toEqual([])
    expect(mailsTo(left.email)).toEqual([])
    expect(mailsTo(disabled.email), 'of a disabled account').toEqual([])
    expect(mail?.headers.subject).toMatch(/^Söhne & <b>: letzte Woche 1\.234,50\s€$/)
    const { 'text/plain': text = '', 'text/html': html = '' } = mail?.parts ?? {}
    expect(text).toContain('16.–22. November 2026')
    expect(text).toMatch(/Besucher: 4 \(\+100\s% gegenüber/)
    expect(text).toMatch(/Conversion-Rate: 25\s%/)
    expect(text).toMatch(/x<img src="http:\/\/evil">: 1\.234,50/i)
    expect(html).not.toMatch(/<img|<script|<link|src="/)
    const link = /<(.*)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const { pathname, search } = new URL(link)
    const page = await fetch(server.url + pathname + search)
    const style = /rel="stylesheet" href="([^"]+)"/.exec(await page.text())?.[1]
    expect((await server.request('GET', String(style))).headers.get('content-type')).toMatch(
      /^text\/css/,
    )
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const press = (address: string) =>
      server.request('POST', address, { headers: form, body: 'List-Unsubscribe=One-Click' })
    expect((await press(`${pathname}${search.replace(/\.[\w-]+&/, '.forged&')}`)).status).toBe(400)
    const asked = () => viewer.ask('GET', digestOf(site.id))
    expect((await asked()).body).toMatchObject({ data: { digest: { frequencies: ['weekly'] } } })
    expect((await press(pathname + search)).status).toBe(200)
    expect((await asked()).body).toMatchObject({ data: { digest: { frequencies: [] } } })
  })

  it('comes although that of another site cannot be made', async () => {
    const { db } = server.services.control
    const sites = [await aSite({ timezone: 'UTC' }), await aSite({ timezone: 'UTC' })]
    const [broken, fine] = sites.map(({ site }) => site.id).sort() as [string, string]
    const viewer = await aMember(broken, 'viewer')
    await saveMembership(db, { siteId: fine, accountId: viewer.id, role: 'viewer' })
    const wish = { frequencies: ['daily'], language: 'en', evenWhenEmpty: true }
    for (const id of [broken, fine]) {
      const saved = await viewer.ask('PUT', `/api/app/account/digests/${id}`, wish)
      expect(saved.status).toBe(200)
    }
    const setZone = (timezone: string) =>
      db.updateTable('sites').set({ timezone }).where('id', '=', broken).execute()
    await setZone('Nowhere/Nothing')
    clock.pass(dayMs)
    await expect(sendDigests(server.services)).rejects.toMatchObject({
      errors: [{ message: `daily digest of ${broken}` }],
    })
    await setZone('UTC')
    await sendQueued(server.services)
    await nothingUnderWay()
    expect(mailsTo(viewer.email).map(({ headers }) => headers['list-unsubscribe'])).toEqual([
      expect.stringContaining(fine),
    ])
  })

  it('names sources and providers as people know them', async () => {
    const { site, key } = await aSite({ timezone: 'UTC', currency: 'EUR' })
    const viewer = await aMember(site.id, 'viewer')
    const yesterday = clock.now() - dayMs
    const visits = [
      { visitorId: 'ana', referrer: 'https://chatgpt.com/' },
      { visitorId: 'ben', referrer: '' },
    ].map((of) => ({
      ...{ ...of, type: 'pageview', url: 'https://shop.example/' },
      timestamp: new Date(yesterday).toISOString(),
    }))
    const seen = await server.request('POST', '/api/v1/events', { key, body: { events: visits } })
    expect(seen.status).toBe(200)
    for (const visitorId of ['ana', 'ben']) {
      const sum = { provider: 'lemonsqueezy', amount: 9, currency: 'EUR', visitorId }
      const timestamp = new Date(yesterday + 1000).toISOString()
      const body = { ...sum, providerPaymentId: visitorId, timestamp }
      expect((await server.request('POST', '/api/v1/payment', { key, body })).status).toBe(200)
    }
    const path = `/api/app/account/digests/${site.id}/preview`
    const wish = { frequency: 'daily', language: 'de' }
    const { body } = await viewer.ask('POST', path, wish)
    const text = JSON.stringify(body)
    for (const name of ['ChatGPT: 9', 'Direkt: 9', 'Lemon Squeezy: 9']) expect(text).toContain(name)
  })
})

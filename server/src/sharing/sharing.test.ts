import type { GoalSettingChange } from '@tributary/contract/app/goals.ts'
import type { AppShare, NewShare, SharedSite } from '@tributary/contract/app/share.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { findByAccess } from './open-share.ts'

let server: TestServer
let cookie: string
const samePage = { 'sec-fetch-site': 'same-origin' }

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  const { control, signInSessions } = server.services
  const account = { email: 'owner@shop.example', passwordHash: '' }
  const { id } = await createAccount(control.db, Date.now(), account)
  cookie = `tributary_session=${await signInSessions.start(id)}`
})
afterAll(() => server.close())

const traffic: NewShare = { name: 'Board', panels: ['figures', 'traffic'], showsMoney: false }
const visitors = { metrics: ['visitors'], dateRange: '7d' }

/** A site where one person came from a newsletter, another directly, and the first paid. */
async function aSiteWithVisits() {
  const { site, key } = await server.aSite()
  const events = ['ana', 'ben'].map((visitorId) => ({
    type: 'pageview',
    visitorId,
    sessionId: `of-${visitorId}`,
    url: `https://shop.example/${visitorId}${visitorId === 'ana' ? '?utm_source=letter' : ''}`,
  }))
  const sent = await server.request('POST', '/api/v1/events', { key, body: { events } })
  expect(sent.status).toBe(200)
  const body = { provider: 'own', providerPaymentId: '1', amount: 49, visitorId: 'ana' }
  expect((await server.request('POST', '/api/v1/payment', { key, body })).status).toBe(200)
  return site
}

async function share(siteId: string, given: NewShare): Promise<{ share: AppShare; token: string }> {
  const path = `/api/app/sites/${siteId}/shares`
  const headers = { ...samePage, cookie }
  const reply = await server.request('POST', path, { body: given, headers })
  expect(reply.status).toBe(200)
  const made = (reply.body as { data: { share: AppShare; link: string } }).data
  return { share: made.share, token: made.link.split('#')[1] ?? '' }
}

function open(token: string, password?: string) {
  const body = { token, ...(password !== undefined && { password }) }
  return server.request('POST', '/api/share/open', { body, headers: samePage })
}

async function accessTo(token: string, password?: string): Promise<string> {
  const { data } = (await open(token, password)).body as { data: SharedSite }
  return data.passwordNeeded ? 'none' : data.access
}

async function showGoal(siteId: string, body: GoalSettingChange): Promise<void> {
  const headers = { ...samePage, cookie }
  const path = `/api/app/sites/${siteId}/goals`
  expect((await server.request('PATCH', path, { headers, body })).status).toBe(200)
}

function ask(access: string, body: object, path = 'query') {
  const headers = { ...samePage, 'x-share-access': access }
  return server.request('POST', `/api/share/${path}`, { body, headers })
}

describe('a share link', () => {
  it('answers what its panels show, and nothing else', async () => {
    const { id } = await aSiteWithVisits()
    const access = await accessTo((await share(id, traffic)).token)
    const answer = await ask(access, { ...visitors, dimensions: ['source'] })
    expect(answer.body).toMatchObject({ data: { totals: { visitors: 2 } } })
    const refused: [string, object][] = [
      ['page', { ...visitors, dimensions: ['page'] }],
      ['country', { ...visitors, dimensions: ['country'] }],
      ['day', { ...visitors, dimensions: ['day'] }],
      ['property:email', { ...visitors, dimensions: ['property:email'] }],
      ['revenue', { ...visitors, metrics: ['revenue'] }],
      ['conversionRate', { ...visitors, metrics: ['conversion_rate'] }],
      ['a filter by page', { ...visitors, filters: [['contains', 'page', ['/ana']]] }],
      ['a group', { ...visitors, filters: [['visitor', ['is', 'goal', ['x']]]] }],
      ['money', { ...visitors, filters: [['is', 'provider', ['stripe']]] }],
      ['two dimensions', { ...visitors, dimensions: ['source', 'channel'] }],
    ]
    for (const [what, body] of refused)
      expect([what, (await ask(access, body)).status]).toEqual([what, 403])
    expect((await ask(access, {}, 'realtime')).status).toBe(403)
  })

  it('shows revenue only where the link allows it, and totals only with the figures', async () => {
    const { id } = await aSiteWithVisits()
    const given: NewShare = { name: 'Money', panels: ['goals', 'chart'], showsMoney: true }
    const access = await accessTo((await share(id, given)).token)
    const byDay = { metrics: ['revenue'], dimensions: ['day'], dateRange: '7d' }
    expect((await ask(access, byDay)).body).toMatchObject({ data: { totals: { revenue: 49 } } })
    expect((await ask(access, { ...byDay, dimensions: [] })).status).toBe(403)
    for (const cost of ['takeHome', 'fees', 'tax', 'feesKnown', 'feesKnownRevenue']) {
      expect((await ask(access, { ...byDay, metrics: ['revenue', cost] })).status).toBe(403)
    }
  })

  it('tells how goals are shown where it shows them', async () => {
    const { site } = await server.aSite()
    const goals = [{ goal: 'signup', name: 'Sign-ups', shown: 'pinned' } as const]
    for (const goal of [
      ...goals,
      { goal: 'secret', name: 'Never shown', shown: 'hidden' } as const,
    ])
      await showGoal(site.id, goal)
    for (const [panels, shown] of [
      [['goals'], goals],
      [['figures'], []],
    ] as const) {
      const given: NewShare = { name: 'Goals', panels: [...panels], showsMoney: false }
      const opened = await open((await share(site.id, given)).token)
      expect(opened.body).toMatchObject({ data: { goals: shown } })
    }
  })

  it('tells nothing of goals that are hidden, not even to who guesses their names', async () => {
    const { site, key } = await server.aSite()
    const goal = { type: 'goal', url: 'https://shop.example/' }
    const events = ['signup', 'secret', 'stays secret'].map((name) => ({
      ...goal,
      visitorId: `did-${name}`,
      name,
    }))
    expect((await server.request('POST', '/api/v1/events', { key, body: { events } })).status).toBe(
      200,
    )
    const given: NewShare = { name: 'Goals', panels: ['figures', 'goals'], showsMoney: false }
    const { token } = await share(site.id, given)
    const access = await accessTo(token)
    const byGoal = { ...visitors, metrics: ['visitors', 'goals'], dimensions: ['goal'] }
    const rowsOf = async (body: object) => {
      const { data } = (await ask(access, body)).body as { data: { rows: { goal: string }[] } }
      return data.rows.map((row) => row.goal)
    }
    expect(await rowsOf({ ...byGoal, orderBy: [['goal', 'asc']] })).toEqual([
      'secret',
      'signup',
      'stays secret',
    ])
    for (const hidden of ['secret', 'stays secret'])
      await showGoal(site.id, { goal: hidden, shown: 'hidden' })
    const answer = await ask(access, { ...byGoal, limit: 1, compare: 'previous' })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toContain('secret')
    expect(answer.body).toMatchObject({ data: { rows: [{ goal: 'signup' }] } })
    expect(await rowsOf({ ...byGoal, filters: [['is', 'goal', ['signup']]] })).toEqual(['signup'])
    for (const [operator, value] of [
      ['is', 'secret'],
      ['is_not', 'secret'],
      ['contains', 's'],
      ['does_not_contain', 's'],
      ['matches', '^s'],
    ]) {
      const filters = [[operator, 'goal', [value]]]
      expect([operator, (await ask(access, { ...visitors, filters })).status]).toEqual([
        operator,
        403,
      ])
    }
  })

  it('keeps to its own filters, whatever is asked', async () => {
    const { id } = await aSiteWithVisits()
    const filters: NewShare['filters'] = [['is', 'source', ['letter']]]
    const access = await accessTo((await share(id, { ...traffic, filters })).token)
    const all = await ask(access, { ...visitors, filters: [['is_not', 'source', ['nowhere']]] })
    expect(all.body).toMatchObject({ data: { totals: { visitors: 1 } } })
    const other = await ask(access, { ...visitors, filters: [['is_not', 'source', ['letter']]] })
    expect(other.body).toMatchObject({ data: { totals: { visitors: 0 } } })
  })

  it('opens one site: no other can be named, and no other route', async () => {
    const [mine, other] = [await aSiteWithVisits(), (await server.aSite()).site]
    const { token, share: made } = await share(other.id, traffic)
    const access = await accessTo(token)
    const named = await server.request('POST', `/api/share/query?siteId=${mine.id}`, {
      body: { ...visitors, siteId: mine.id },
      headers: { ...samePage, 'x-share-access': access },
    })
    expect(named.body).toMatchObject({ data: { totals: { visitors: 0 } } })
    for (const key of [token, access]) {
      for (const path of ['visitor?visitorId=ana', 'payments', `payments?siteId=${other.id}`]) {
        const headers = { ...samePage, 'x-share-access': access, authorization: `Bearer ${key}` }
        expect((await server.request('GET', `/api/v1/${path}`, { headers })).status).toBe(401)
      }
    }
    const mineToo = await share(mine.id, traffic)
    const swapped = access.replace(made.id, mineToo.share.id)
    expect((await ask(swapped, visitors)).status).toBe(403)
    const longer = access.replace(/\.(\d+)\./, (_, until) => `.${Number(until) + 1}.`)
    expect((await ask(longer, visitors)).status).toBe(403)
  })

  it('shows how many visitors are live, and identifies none', async () => {
    const { id } = await aSiteWithVisits()
    const live: NewShare = { name: 'Live', panels: ['live', 'content'], showsMoney: true }
    const answer = await ask(await accessTo((await share(id, live)).token), {}, 'realtime')
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.body)).not.toMatch(/visitorId|paymentId/)
  })

  it('with a password asks for it, and looks at few wrong ones', async () => {
    const { site } = await server.aSite()
    const password = 'a lake without an arm'
    const { token, share: made } = await share(site.id, { ...traffic, password })
    expect(made.hasPassword).toBe(true)
    expect((await open(token)).body).toEqual({ status: 'success', data: { passwordNeeded: true } })
    expect((await ask(await accessTo(token, password), visitors)).status).toBe(200)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await open(token, 'guess')).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  it('ends at once when it is revoked, and by itself when its time is over', async () => {
    const { site } = await server.aSite()
    const { token, share: made } = await share(site.id, { ...traffic, expiresInDays: 1 })
    const access = await accessTo(token)
    const { control, secrets } = server.services
    const found = (afterMs: number) => findByAccess(control, secrets, access, Date.now() + afterMs)
    expect([await found(11 * 3_600_000), await found(13 * 3_600_000)]).toEqual([
      expect.objectContaining({ site: expect.objectContaining({ id: site.id }) }),
      undefined,
    ])
    const path = `/api/app/sites/${site.id}/shares/${made.id}`
    const headers = { ...samePage, cookie }
    expect((await server.request('DELETE', path, { headers })).status).toBe(200)
    expect((await ask(access, visitors)).status).toBe(403)
    expect((await open(token)).status).toBe(403)
  })

  it('has its token where browsers send it to no server on opening the page', async () => {
    const { site } = await server.aSite()
    const body = { ...traffic }
    const headers = { ...samePage, cookie }
    const path = `/api/app/sites/${site.id}/shares`
    const made = await server.request('POST', path, { body, headers })
    const { link, share: shown } = (made.body as { data: { link: string; share: AppShare } }).data
    const { pathname, search, hash } = new URL(link)
    expect([pathname, search, hash.length > 20]).toEqual([`/share/${shown.id}`, '', true])
    // The id alone, which proxies may have in their logs, opens nothing.
    expect((await open(shown.id)).status).toBe(403)
    expect((await open(`${hash.slice(1)}${'x'.repeat(200)}`)).status).toBe(403)
    expect((await open(hash.slice(1))).status).toBe(200)
  })

  it('is stored without its token and its password', async () => {
    const { site } = await server.aSite()
    const password = 'a lake without an arm'
    const { token } = await share(site.id, { ...traffic, password })
    const { db } = server.services.control
    const stored = JSON.stringify([
      await db.selectFrom('share_links').selectAll().execute(),
      await db.selectFrom('audit_entries').selectAll().execute(),
    ])
    expect(stored).toContain('share.made')
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(password)
  })

  it('is shown again to admins, or replaced by one that revokes the old', async () => {
    const { id: siteId } = await aSiteWithVisits()
    const { share: made, token } = await share(siteId, traffic)
    const path = `/api/app/sites/${siteId}/shares/${made.id}/link`
    const headers = { ...samePage, cookie }
    const linkBy = async (method: string) => {
      const { body } = await server.request(method, path, { headers })
      return (body as { data: { link: string | null } }).data.link
    }
    expect(await linkBy('GET')).toContain(`/share/${made.id}#${token}`)
    const access = await accessTo(token)
    const renewed = (await linkBy('POST'))?.split('#')[1] ?? ''
    expect(renewed).not.toBe(token)
    expect((await open(token)).status).toBe(403)
    expect((await ask(access, visitors)).status).toBe(403)
    expect((await open(renewed)).status).toBe(200)
    expect(await linkBy('GET')).toContain(renewed)
    // Links of an older version have no stored token.
    const { db } = server.services.control
    await db
      .updateTable('share_links')
      .set({ sealed_token: null })
      .where('id', '=', made.id)
      .execute()
    expect(await linkBy('GET')).toBeNull()
    const { site: other } = await server.aSite()
    const elsewhere = path.replace(siteId, other.id)
    for (const method of ['GET', 'POST']) {
      expect((await server.request(method, elsewhere, { headers })).status).toBe(404)
    }
  })

  it('shows a title, a logo and a colour, and refuses what could not be read or drawn', async () => {
    const { id: siteId } = await aSiteWithVisits()
    // 2 × 1 pixels.
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGNgYGD4D8VAFgAeAwEAg6yQ2wAAAABJRU5ErkJggg=='
    const logo = `data:image/png;base64,${png}`
    const brand = { title: ' For the board ', accent: '#0B6E7F', logo }
    const { share: made, token } = await share(siteId, { ...traffic, ...brand })
    expect(made).toMatchObject({ title: 'For the board' })
    const shown = { title: 'For the board', accent: '#0b6e7f', logo }
    expect((await open(token)).body).toMatchObject({ data: shown })
    const bytes = Buffer.from(png, 'base64')
    const wide = Buffer.from(bytes)
    wide.writeUInt32BE(481, 16)
    const large = Buffer.concat([bytes, Buffer.alloc(100_001)])
    const urlOf = (image: Buffer, type = 'png') =>
      `data:image/${type};base64,${image.toString('base64')}`
    for (const [given, message] of [
      [{ accent: '#ffcc00' }, 'accent must have a contrast with white of at least 5:1'],
      [{ accent: 'red' }, 'accent'],
      [{ logo: urlOf(wide) }, 'logo must have at most 480 × 160 pixels'],
      [{ logo: urlOf(large) }, 'logo must have at most 480 × 160 pixels and 100000 bytes'],
      [{ logo: urlOf(Buffer.from('<svg onload="alert(1)"/>'), 'svg+xml') }, 'logo must be a PNG'],
      [{ logo: urlOf(Buffer.alloc(40)) }, 'logo must be a PNG'],
      [{ logo: 'https://evil.example/logo.png' }, 'logo must be a PNG'],
      [{ title: 'a\u0000b' }, 'title'],
    ] as const) {
      const path = `/api/app/sites/${siteId}/shares`
      const headers = { ...samePage, cookie }
      const body = { ...traffic, ...given }
      expect(await server.request('POST', path, { headers, body })).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining(message) } },
      })
    }
  })

  it('may be framed only where the link allows it, and is not indexed', async () => {
    const { site } = await server.aSite()
    const [shut, open_] = [
      await share(site.id, traffic),
      await share(site.id, { ...traffic, allowsEmbed: true }),
    ]
    const headersOf = async (path: string) => (await server.request('GET', path)).headers
    for (const path of [
      `/share/${shut.token}?embed=1`,
      `/share/${shut.share.id}?embed=1`,
      `/share/${open_.token}`,
      `/share/${open_.share.id}`,
      '/share/shr_abcdefghijkl?embed=1',
      '/share/made-up?embed=1',
      '/sign-in?embed=1',
    ]) {
      const headers = await headersOf(path)
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY'])
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
    // By the token in links of older versions.
    expect(
      await headersOf(`/share/${open_.token}?embed=1`).then((one) => one.get('x-frame-options')),
    ).toBeNull()
    const framed = await headersOf(`/share/${open_.share.id}?embed=1`)
    expect(framed.get('x-frame-options')).toBeNull()
    expect(framed.get('content-security-policy')).toContain('frame-ancestors *')
    expect(framed.get('x-robots-tag')).toBe('noindex, nofollow')
  })

  it('is refused with filters that are invalid, or that live visits cannot apply', async () => {
    const { site } = await server.aSite()
    const path = `/api/app/sites/${site.id}/shares`
    const headers = { ...samePage, cookie }
    for (const body of [
      { ...traffic, filters: [['is', 'nothing', ['x']]] },
      { ...traffic, panels: ['live'], filters: [['is', 'source', ['x']]] },
      { ...traffic, panels: ['payers'] },
      { ...traffic, password: 'short' },
    ]) {
      expect((await server.request('POST', path, { body, headers })).status).toBe(400)
    }
  })
})

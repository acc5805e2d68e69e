import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
let owner: string
let viewer: string
let viewerId: string

/** A person's cookie. */
async function aPerson(email: string) {
  const { control, signInSessions } = server.services
  const account = await createAccount(control.db, Date.now(), { email, passwordHash: 'none' })
  const cookie = `tributary_session=${await signInSessions.start(account.id)}`
  return { account, cookie }
}

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  owner = (await aPerson('ana@example.com')).cookie
  const { account, cookie } = await aPerson('ben@example.com')
  viewer = cookie
  viewerId = account.id
  const { db } = server.services.control
  await db
    .updateTable('accounts')
    .set({ installation_role: 'member' })
    .where('id', '=', account.id)
    .execute()
})
afterAll(() => server.close())

async function ask(method: string, path: string, cookie: string, body?: unknown) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const reply = await server.request(method, path, { headers, ...(body !== undefined && { body }) })
  return { status: reply.status, body: reply.body as { data: Record<string, unknown> } }
}

async function aSite(): Promise<string> {
  const { body } = await ask('POST', '/api/app/sites', owner, { domain: 'shop.example' })
  return (body.data.site as { id: string }).id
}

async function addViewer(siteId: string): Promise<void> {
  const membership = { account_id: viewerId, site_id: siteId, role: 'viewer' }
  await server.services.control.db.insertInto('memberships').values(membership).execute()
}

describe('/api/app/sites', () => {
  it('makes, lists, shows and changes sites', async () => {
    const id = await aSite()
    const made = {
      id,
      name: 'shop.example',
      domains: ['shop.example'],
      timezone: 'UTC',
      currency: 'USD',
      identification: false,
      privacyMode: 'cookies',
      respectDoNotTrack: false,
      retentionDays: null,
      excludedAddresses: [],
      excludedPaths: [],
      requireSignedIdentify: false,
      identityKeyVersion: 1,
      primaryProvider: null,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    }
    const shown = await ask('GET', `/api/app/sites/${id}`, owner)
    expect(shown.body).toEqual({
      status: 'success',
      data: { site: made, role: 'owner', overBudgetSince: null, defaultView: null },
    })
    const changes = {
      identification: true,
      currency: 'EUR',
      retentionDays: 400,
      id: 'site_other',
      createdMs: 1,
    }
    const changed = await ask('PATCH', `/api/app/sites/${id}`, owner, changes)
    const now = { ...made, identification: true, currency: 'EUR', retentionDays: 400 }
    expect(changed.body).toEqual({ status: 'success', data: { site: now } })
    const listed = await ask('GET', '/api/app/sites', owner)
    expect(listed.body.data.sites).toContainEqual(now)
    const forEver = await ask('PATCH', `/api/app/sites/${id}`, owner, { retentionDays: 'off' })
    expect(forEver.body.data.site).toMatchObject({ currency: 'EUR', retentionDays: null })
  })

  it('400: says what is wrong and changes nothing', async () => {
    const id = await aSite()
    for (const bad of [
      { timezone: 'Mars/Phobos', currency: 'EUR' },
      { domains: [] },
      { identification: 'yes' },
      { privacyMode: 'none' },
      { retentionDays: 0 },
      { retentionDays: 1.5 },
      { excludedAddresses: ['203.0.113.0/33'] },
      { excludedAddresses: ['office'] },
      { excludedPaths: ['admin'] },
      { domains: 'a.example' },
    ]) {
      expect((await ask('PATCH', `/api/app/sites/${id}`, owner, bad)).status).toBe(400)
    }
    const shown = await ask('GET', `/api/app/sites/${id}`, owner)
    expect(shown.body.data.site).toMatchObject({ currency: 'USD', domains: ['shop.example'] })
    expect((await ask('POST', '/api/app/sites', owner, {})).status).toBe(400)
  })

  it('401: an API key is no sign-in', async () => {
    const { key } = await server.aSite()
    const reply = await server.request('GET', '/api/app/sites', { key })
    expect(reply.status).toBe(401)
  })

  it('403: another site cannot change anything with the cookie', async () => {
    const id = await aSite()
    const headers = { cookie: owner, 'sec-fetch-site': 'cross-site' }
    const path = `/api/app/sites/${id}`
    const reply = await server.request('PATCH', path, { headers, body: { name: 'taken' } })
    expect(reply.status).toBe(403)
  })

  it('a viewer sees the site, and changes neither it nor its keys', async () => {
    const id = await aSite()
    await addViewer(id)
    const site = `/api/app/sites/${id}`
    expect((await ask('GET', site, viewer)).status).toBe(200)
    const sites = (await ask('GET', '/api/app/sites', viewer)).body.data.sites
    expect(sites).toEqual([expect.objectContaining({ id })])
    expect((await ask('PATCH', site, viewer, { name: 'x' })).status).toBe(403)
    expect((await ask('GET', `${site}/keys`, viewer)).status).toBe(403)
    expect((await ask('POST', `${site}/keys`, viewer, { name: 'x' })).status).toBe(403)
    expect((await ask('GET', `${site}/identity-key`, viewer)).status).toBe(403)
    expect((await ask('POST', `${site}/identity-key/roll`, viewer)).status).toBe(403)
    expect((await ask('POST', '/api/app/sites', viewer, { domain: 'x.example' })).status).toBe(403)
  })

  it("404: another's site looks like one that never was", async () => {
    const foreign = await aSite()
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'x' }],
      ['GET', '/keys', undefined],
      ['POST', '/keys', { name: 'x' }],
      ['PATCH', '/keys/key_x', { name: 'x' }],
      ['POST', '/keys/key_x/roll', undefined],
      ['GET', '/identity-key', undefined],
      ['POST', '/identity-key/roll', undefined],
      ['DELETE', '/keys/key_x', undefined],
    ] as const) {
      const [real, never] = [foreign, 'site_000000000000'].map((id) =>
        ask(method, `/api/app/sites/${id}${rest}`, viewer, body),
      )
      expect(await real).toEqual(await never)
      expect((await real)?.status).toBe(404)
    }
  })
})

describe('/api/app/sites/:siteId/identity-key', () => {
  it('is the same until it is replaced, and another on every site', async () => {
    const paths = [await aSite(), await aSite()].map((id) => `/api/app/sites/${id}/identity-key`)
    const [path = '', other = ''] = paths
    const keyAt = async (method: string, at: string) =>
      String((await ask(method, at, owner)).body.data.identityKey)
    const first = await keyAt('GET', path)
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(await keyAt('GET', path)).toBe(first)
    expect(await keyAt('GET', other)).not.toBe(first)
    const second = await keyAt('POST', `${path}/roll`)
    expect(second).not.toBe(first)
    expect(await keyAt('GET', path)).toBe(second)
  })
})

describe('/api/app/sites/:siteId/keys', () => {
  it('makes a key that works, shows it once, rolls and revokes it', async () => {
    const id = await aSite()
    const keys = `/api/app/sites/${id}/keys`
    const input = { name: 'Backend', expiresInDays: 90 }
    const made = await ask('POST', keys, owner, input)
    const { key, token } = made.body.data as { key: Record<string, unknown>; token: string }
    expect(key).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'Backend',
      prefix: token.slice(0, 10),
      scopes: ['goals:write', 'payments:write', 'visitors:read'],
      ratePerMinute: 100,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      revokedAt: null,
      lastUsedAt: null,
    })
    const goal = async (given: string) =>
      (await server.request('POST', '/api/v1/goal', { key: given, body: { event: 'x' } })).status
    expect(await goal(token)).toBe(200)
    const listed = await ask('GET', keys, owner)
    expect(listed.body.data.keys).toHaveLength(1)
    expect(JSON.stringify(listed.body)).not.toContain(token)

    const changes = { name: 'Jobs', ratePerMinute: 300, scopes: ['goals:write'] }
    const changed = await ask('PATCH', `${keys}/${key.id}`, owner, changes)
    expect(changed.body.data).toMatchObject({ key: { id: key.id, ...changes } })
    const limit = await server.request('POST', '/api/v1/goal', { key: token, body: { event: 'x' } })
    expect(limit.headers.get('x-ratelimit-limit')).toBe('300')

    const rolled = await ask('POST', `${keys}/${key.id}/roll`, owner)
    const successor = (rolled.body.data as { token: string }).token
    expect(await goal(token)).toBe(200)
    expect(await goal(successor)).toBe(200)

    expect((await ask('DELETE', `${keys}/${key.id}`, owner)).status).toBe(200)
    expect(await goal(token)).toBe(401)
    expect(await goal(successor)).toBe(200)
    expect((await ask('GET', keys, owner)).body.data.keys).toHaveLength(1)
  })

  it("404: a key of another site is not this site's to end", async () => {
    const [mine, other] = [await aSite(), await aSite()]
    const made = await ask('POST', `/api/app/sites/${mine}/keys`, owner, { name: 'mine' })
    const { key } = made.body.data as { key: { id: string } }
    const reply = await ask('DELETE', `/api/app/sites/${other}/keys/${key.id}`, owner)
    expect(reply.status).toBe(404)
  })

  it('400: refuses unknown scopes, odd rates and missing names', async () => {
    const keys = `/api/app/sites/${await aSite()}/keys`
    for (const bad of [
      {},
      { name: 'x', scopes: ['everything'] },
      { name: 'x', scopes: [] },
      { name: 'x', expiresInDays: 0 },
      { name: 'x', ratePerMinute: 'many' },
    ]) {
      expect((await ask('POST', keys, owner, bad)).status).toBe(400)
    }
  })
})

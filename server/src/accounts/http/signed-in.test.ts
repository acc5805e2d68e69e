import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Site } from '../../site.ts'
import { siteOf } from '../../sites/http/api-key.ts'
import { requireKeyOr } from '../../sites/http/key-or-person.ts'
import { aPerson } from '../../test/a-person.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { personOf, requirePerson } from './signed-in.ts'

let server: TestServer
let app: FastifyInstance
let site: Site
let key: string
let cookie: string

beforeAll(async () => {
  server = await startTestServer()
  cookie = (await aPerson(server.services, { role: 'owner', email: 'owner@who.example' })).cookie
  const made = await server.aSite()
  site = made.site
  key = made.key
  app = buildApp(server.services)
  app.post('/api/app/who', requirePerson(server.services), async (request) => personOf(request))
  app.post(
    '/api/v1/ask',
    requireKeyOr(server.services, 'viewer', ['stats:read']),
    async (request) => ({
      siteId: siteOf(request).id,
    }),
  )
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const ownPage = { 'sec-fetch-site': 'same-origin' }

async function post(url: string, headers: Record<string, string>) {
  const reply = await app.inject({ method: 'POST', url, headers, payload: {} })
  return [reply.statusCode, reply.json()]
}

const refusal = (code: number, message: string) => [
  code,
  { status: 'error', error: { code, message } },
]
const foreign = refusal(403, 'This request came from another site')

describe('requirePerson', () => {
  it('knows who is signed in', async () => {
    const reply = await post('/api/app/who', { cookie, ...ownPage })
    expect(reply).toMatchObject([200, { email: 'owner@who.example' }])
  })

  it.each([
    ['no cookie', ''],
    ['another cookie', 'other=1'],
    ['an unknown token', `tributary_session=${'x'.repeat(43)}`],
    ['no token', 'tributary_session='],
    ['what is no token', 'tributary_session=../..'],
  ])('refuses %s', async (_case, given) => {
    const reply = await post('/api/app/who', { cookie: given, ...ownPage })
    expect(reply).toEqual(refusal(401, 'You are not signed in.'))
  })

  it('refuses two session cookies, for one may come from a neighbour of our domain', async () => {
    const reply = await post('/api/app/who', { cookie: `${cookie}; ${cookie}`, ...ownPage })
    expect(reply).toEqual(refusal(401, 'You are not signed in.'))
  })

  it.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour of our domain', { 'sec-fetch-site': 'same-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['an unknown origin', {}],
  ])('refuses a change from %s', async (_case, headers) => {
    expect(await post('/api/app/who', { cookie, ...headers })).toEqual(foreign)
  })

  it('takes no API key in place of a person', async () => {
    const authorization = `Bearer ${key}`
    const reply = await post('/api/app/who', { authorization, ...ownPage })
    expect(reply).toEqual(refusal(401, 'You are not signed in.'))
  })
})

describe('requireKeyOr', () => {
  const path = () => `/api/v1/ask?siteId=${site.id}`

  it('takes a key, and its site whatever the address says', async () => {
    const other = (await server.aSite()).site
    const headers = { authorization: `Bearer ${key}` }
    expect(await post('/api/v1/ask', headers)).toEqual([200, { siteId: site.id }])
    expect(await post(`/api/v1/ask?siteId=${other.id}`, headers)).toEqual([
      200,
      { siteId: site.id },
    ])
  })

  it('takes a signed-in person who names a site', async () => {
    expect(await post(path(), { cookie, ...ownPage })).toEqual([200, { siteId: site.id }])
  })

  it('refuses a request from another origin, and one without a session', async () => {
    expect(await post(path(), { cookie, 'sec-fetch-site': 'cross-site' })).toEqual(foreign)
    const unauthorized = refusal(401, 'Unauthorized. Invalid or missing API key.')
    expect(await post(path(), ownPage)).toEqual(unauthorized)
    expect(await post('/api/v1/ask', { cookie, ...ownPage })).toEqual(unauthorized)
    const bad = { cookie, authorization: 'Bearer x', ...ownPage }
    expect(await post(path(), bad)).toEqual(unauthorized)
  })

  it('gives one answer for a site that is not there or named twice over', async () => {
    const headers = { cookie, ...ownPage }
    expect(await post('/api/v1/ask?siteId=site_000000000000', headers)).toEqual(
      refusal(404, 'Site not found'),
    )
    expect(await post(`${path()}&siteId=${site.id}`, headers)).toEqual(
      refusal(400, 'siteId must be given only once'),
    )
  })
})

import { apiKeyScopes } from '@tributary/contract/operation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '../../test/raw-request.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
})
afterAll(() => server.close())

const unauthorized = {
  status: 'error',
  error: { code: 401, message: 'Unauthorized. Invalid or missing API key.' },
}

/** Every operation that takes a key, and its error for a key without the scope. */
const endpoints = [
  ['POST', '/api/v1/goal', 'goals:write'],
  ['POST', '/api/v1/payment', 'payments:write'],
  ['GET', '/api/v1/visitor', 'visitors:read'],
  ['DELETE', '/api/v1/visitor', 'events:write'],
  ['GET', '/api/v1/payment', 'payments:write or visitors:read or stats:read'],
  ['POST', '/api/v1/events', 'events:write'],
  ['POST', '/api/v1/identify', 'events:write or payments:write or goals:write'],
  ['POST', '/api/v1/query', 'stats:read'],
] as const

/** A well-formed token, checksum included, that no site has. */
async function unknownKey(): Promise<string> {
  const { site } = await server.aSite()
  const { key, token } = await server.services.apiKeys.create(site.id, { name: 'gone' })
  await server.services.apiKeys.revoke(site.id, key.id)
  return token
}

describe('401', () => {
  it.each(endpoints)('%s %s without a key', async (method, path) => {
    const reply = await server.request(method, path)
    expect(reply.status).toBe(401)
    expect(reply.body).toEqual(unauthorized)
    expect(reply.headers.get('x-ratelimit-limit')).toBeNull()
  })

  it('gives one answer for every way a key can be wrong', async () => {
    const { key } = await server.aSite()
    const flipped = key.endsWith('A') ? `${key.slice(0, -1)}B` : `${key.slice(0, -1)}A`
    const wrong = [
      '',
      'Bearer',
      'Bearer ',
      key,
      `Basic ${key}`,
      `Bearer${key}`,
      `Bearer ${key} ${key}`,
      `Bearer ${key},`,
      `Bearer ${flipped}`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key}x`,
      `Bearer trb_${'0'.repeat(49)}`,
      `Bearer ${'x'.repeat(4000)}`,
      `Bearer ${await unknownKey()}`,
    ]
    for (const authorization of wrong) {
      for (const [method, path] of endpoints) {
        const reply = await server.request(method, path, { headers: { authorization } })
        expect([authorization, reply.status, reply.body]).toEqual([
          authorization,
          401,
          unauthorized,
        ])
      }
    }
  })

  it('refuses an expired key', async () => {
    const { site } = await server.aSite()
    const expiresMs = Date.now() + 40
    const { token } = await server.services.apiKeys.create(site.id, { name: 'short', expiresMs })
    while (Date.now() <= expiresMs) await new Promise((wake) => setTimeout(wake, 5))
    const reply = await server.request('POST', '/api/v1/goal', { key: token, body: { event: 'g' } })
    expect(reply.body).toEqual(unauthorized)
  })

  it('refuses two Authorization headers, even of one good key', async () => {
    const { key } = await server.aSite()
    const header = `Authorization: Bearer ${key}\r\n`
    const head = 'GET /api/v1/visitor?visitorId=v HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'
    const twice = await rawRequest(server.url, `${head}${header}${header.toLowerCase()}\r\n`)
    expect([twice.status, JSON.parse(twice.text)]).toEqual([401, unauthorized])
    const once = await rawRequest(server.url, `${head}${header}\r\n`)
    expect(once.status).toBe(404)
  })

  it('does not take a key from the address', async () => {
    const { key } = await server.aSite()
    for (const name of ['api_key', 'apiKey', 'key', 'token', 'access_token']) {
      const reply = await server.request('GET', `/api/v1/visitor?visitorId=v&${name}=${key}`)
      expect([name, reply.body]).toEqual([name, unauthorized])
    }
  })

  it('is checked before anything about the body', async () => {
    const bodies: [string, Record<string, string>][] = [
      ['{', {}],
      ['a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['x'.repeat(70_000), {}],
    ]
    for (const [body, headers] of bodies) {
      const reply = await server.request('POST', '/api/v1/goal', { body, headers })
      expect(reply.body).toEqual(unauthorized)
    }
  })
})

it.each(['bearer', 'BEARER', 'bEaReR'])('takes "%s" for Bearer', async (word) => {
  const { key } = await server.aSite()
  const headers = { authorization: `${word} ${key}` }
  const reply = await server.request('POST', '/api/v1/goal', { headers, body: { event: 'g' } })
  expect(reply.status).toBe(200)
})

it('stops a revoked key at once', async () => {
  const { site } = await server.aSite()
  const { key, token } = await server.services.apiKeys.create(site.id, { name: 'k' })
  const goal = () => server.request('POST', '/api/v1/goal', { key: token, body: { event: 'g' } })
  expect((await goal()).status).toBe(200)
  await server.services.apiKeys.revoke(site.id, key.id)
  expect((await goal()).body).toEqual(unauthorized)
})

describe('403', () => {
  it('names the scope that a key does not have, before it looks at the body', async () => {
    const { site } = await server.aSite()
    for (const [method, path, wanted] of endpoints) {
      const scopes = apiKeyScopes.filter((scope) => !wanted.includes(scope))
      const { token } = await server.services.apiKeys.create(site.id, { name: 'r', scopes })
      const body = method === 'POST' ? '{' : undefined
      const reply = await server.request(method, path, { key: token, body })
      const message = `This API key does not have the scope ${wanted}.`
      expect([reply.status, reply.body]).toEqual([
        403,
        { status: 'error', error: { code: 403, message } },
      ])
      expect(reply.headers.get('x-ratelimit-limit')).toBe('100')
    }
  })

  it('lets in a key with any one of the scopes', async () => {
    const { site } = await server.aSite()
    for (const [method, path, wanted] of endpoints) {
      for (const scope of wanted.split(' or ')) {
        const given = { name: 'one', scopes: [scope] }
        const { token } = await server.services.apiKeys.create(site.id, given)
        const reply = await server.request(method, path, { key: token })
        // With an empty body, each of them reports a missing field.
        expect([method, path, scope, reply.status]).toEqual([method, path, scope, 400])
      }
    }
  })
})

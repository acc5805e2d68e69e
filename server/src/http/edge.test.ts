import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawRequest } from '../test/raw-request.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { securityHeaders } from './security-headers.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = (await server.aSite()).key
})
afterAll(() => server.close())

const refusal = (code: number, message: string) => ({ status: 'error', error: { code, message } })
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** One request as bytes, after which the server closes. */
const raw = (requestLine: string, headers: readonly string[] = [], body = '') =>
  rawRequest(
    server.url,
    [`${requestLine} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', body].join('\r\n'),
  )

describe('every reply', () => {
  it('carries an id of its own and the security headers, whatever it says', async () => {
    const replies = await Promise.all([
      server.request('POST', '/api/v1/goal', { key, body: { event: 'g' } }),
      server.request('POST', '/api/v1/goal'),
      server.request('GET', '/api/v1/nothing'),
      server.request('GET', '/api/%zz'),
      server.request('GET', '/health/live'),
      server.request('GET', '/metrics'),
      server.request('GET', '/'),
    ])
    expect(replies.map(({ status }) => status).slice(0, 6)).toEqual([200, 401, 404, 400, 200, 200])
    for (const { headers } of replies) {
      expect(headers.get('x-request-id')).toMatch(uuid)
      for (const [name, value] of Object.entries(securityHeaders)) {
        expect([name, headers.get(name)]).toEqual([name, value])
      }
      expect(headers.get('x-powered-by')).toBeNull()
    }
    expect(new Set(replies.map(({ headers }) => headers.get('x-request-id'))).size).toBe(7)
  })

  it('gives other origins no access', async () => {
    for (const path of ['/api/v1/visitor?visitorId=v', '/api/app/session', '/api/none', '/']) {
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const headers = {
          origin: 'https://evil.example',
          'access-control-request-method': 'POST',
        }
        const reply = await server.request(method, path, { key, headers })
        expect(reply.headers.get('access-control-allow-origin')).toBeNull()
        expect(reply.headers.get('access-control-allow-credentials')).toBeNull()
      }
    }
  })
})

describe('404', () => {
  it.each([
    '/api/v1/nothing',
    '/api/v1/goal/',
    '/api/v1//goal',
    '/api/v1/Goal',
    '/API/v1/goal',
    '/api/v2/goal',
    '/api/v1/goal/1',
    '/api/v1/visitor/',
    '/api/v1/payment/?paymentId=x',
    '/api/v1/events/',
    '/api/v1/query%2f',
    '/api/v1/',
    '/api/',
    '/api',
    '/webhooks/none',
    '/js/none.js',
    '/assets/none.js',
    '/..%2f..%2fpackage.json',
    '/.env',
  ])('%s', async (path) => {
    const reply = await raw(`GET ${path}`)
    expect([path, reply.status]).toEqual([path, 404])
    expect(JSON.parse(reply.text)).toEqual(refusal(404, 'Not found'))
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('405', () => {
  it.each([
    ['GET', '/api/v1/goal', 'POST'],
    ['PUT', '/api/v1/goal', 'POST'],
    ['PATCH', '/api/v1/goal', 'POST'],
    ['DELETE', '/api/v1/goal', 'POST'],
    ['OPTIONS', '/api/v1/goal', 'POST'],
    ['TRACE', '/api/v1/goal', 'POST'],
    ['PROPFIND', '/api/v1/goal', 'POST'],
    ['QUERY', '/api/v1/goal', 'POST'],
    ['GET', '/api/v1/events', 'POST'],
    ['HEAD', '/api/v1/identify', 'POST'],
    ['OPTIONS', '/api/v1/query', 'POST'],
    ['POST', '/api/v1/visitor', 'DELETE, GET, HEAD'],
    ['OPTIONS', '/api/v1/visitor', 'DELETE, GET, HEAD'],
    ['DELETE', '/api/v1/payment', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/v1/payment', 'GET, HEAD, POST'],
  ])('%s %s', async (method, path, allowed) => {
    const reply = await raw(`${method} ${path}`)
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')).toBe(allowed)
    const body = reply.text && JSON.parse(reply.text)
    expect(body).toEqual(method === 'HEAD' ? '' : refusal(405, 'Method not allowed'))
  })

  it('is checked before anything about the body', async () => {
    for (const body of ['{', 'x'.repeat(70_000)]) {
      const reply = await server.request('PUT', '/api/v1/goal', { key, body })
      expect([reply.status, reply.headers.get('x-ratelimit-limit')]).toEqual([405, '1000000'])
    }
  })

  it('names every method of a path, parameters included', async () => {
    const visitor = await raw('PUT /api/v1/visitor?visitorId=v')
    expect(visitor.headers.get('allow')?.split(', ')).toEqual(
      expect.arrayContaining(['GET', 'HEAD']),
    )
    const app = await raw('PUT /api/app/sites/site_1')
    expect(app.headers.get('allow')).toBe('GET, HEAD, PATCH')
  })

  it('answers HEAD like GET, without a body', async () => {
    const authorization = `Authorization: Bearer ${key}`
    const reply = await raw('HEAD /api/v1/visitor?visitorId=unknown', [authorization])
    expect([reply.status, reply.text]).toEqual([404, ''])
    expect((await raw('HEAD /api/v1/goal', [authorization])).status).toBe(405)
  })
})

describe('413', () => {
  const tooLarge = refusal(413, 'The body is too large')

  it.each([
    ['/api/v1/goal', { event: 'g' }],
    ['/api/v1/payment', { provider: 'p', providerPaymentId: 'p', amount: 1 }],
    ['/api/v1/identify', { visitorId: 'v', userId: 'u' }],
    ['/api/v1/query', { metrics: ['visitors'], dateRange: 'today' }],
  ])('POST %s takes 65,536 bytes and no more', async (path, fields) => {
    const filler = (bytes: number) => {
      const empty = JSON.stringify({ ...fields, ignored: '' })
      return JSON.stringify({ ...fields, ignored: 'x'.repeat(bytes - empty.length) })
    }
    const post = (body: string) => server.request('POST', path, { key, body })
    expect((await post(filler(65_536))).status).toBe(200)
    const refused = await post(filler(65_537))
    expect([refused.status, refused.body]).toEqual([413, tooLarge])
  })

  it('refuses 65,537 bytes, announced or not', async () => {
    const body = `{"event":"${'x'.repeat(65_537 - 12)}"}`
    expect(body.length).toBe(65_537)
    expect((await server.request('POST', '/api/v1/goal', { key, body })).body).toEqual(tooLarge)
    const chunked = await raw(
      'POST /api/v1/goal',
      [
        `Authorization: Bearer ${key}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ],
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    )
    expect([chunked.status, JSON.parse(chunked.text)]).toEqual([413, tooLarge])
  })
})

describe('415', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonx',
    'application/vnd.api+json',
    'text/json',
    'json',
    '/',
    '*/*',
  ])('Content-Type: %s', async (type) => {
    const headers = { 'content-type': type }
    const reply = await server.request('POST', '/api/v1/goal', { key, headers, body: '{}' })
    expect(reply.status).toBe(415)
    expect(reply.body).toEqual(refusal(415, 'Content-Type must be application/json'))
  })

  it('requires a content type where there is a body', async () => {
    const headers = [`Authorization: Bearer ${key}`, 'Content-Length: 13']
    const reply = await raw('POST /api/v1/goal', headers, '{"event":"g"}')
    expect(reply.status).toBe(415)
  })

  it('refuses other charsets and compressed bodies', async () => {
    const utf16 = { 'content-type': 'application/json; charset=utf-16' }
    const body = { event: 'g' }
    expect(
      (await server.request('POST', '/api/v1/goal', { key, body, headers: utf16 })).body,
    ).toEqual(refusal(415, 'The body must be UTF-8'))
    const gzip = { 'content-encoding': 'gzip' }
    expect(
      (await server.request('POST', '/api/v1/goal', { key, body, headers: gzip })).body,
    ).toEqual(refusal(415, 'Content-Encoding is not supported'))
  })
})

describe('what is not HTTP', () => {
  it.each([
    ['a line that is none', 'hello\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/v1/goal HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/v1/goal HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('is answered in the envelope: %s', async (_case, bytes, status) => {
    const reply = await rawRequest(server.url, bytes)
    expect(reply.status).toBe(status)
    expect(JSON.parse(reply.text)).toMatchObject({ status: 'error', error: { code: status } })
    expect(reply.headers.get('x-request-id')).toMatch(uuid)
  })
})

describe('500', () => {
  it('says nothing else', async () => {
    const own = await startTestServer({ own: true })
    const { key } = await own.aSite()
    await own.services.apiKeys.find(key)
    await own.services.engine.command('drop table events')
    const reply = await own.request('GET', '/api/v1/visitor?visitorId=v', { key })
    expect(reply.status).toBe(500)
    expect(reply.body).toEqual(refusal(500, 'Internal server error'))
    expect(reply.headers.get('x-ratelimit-remaining')).toBe('999999')
    await own.close()
  })
})

describe('health', () => {
  it('is live and ready, and not ready once the server is stopping', async () => {
    expect((await server.request('GET', '/health/live')).body).toEqual({ status: 'live' })
    const ready = await server.request('GET', '/health/ready')
    expect([ready.status, ready.body]).toEqual([
      200,
      { status: 'ready', engine: 'ok', control: 'ok' },
    ])
    server.services.lifecycle.draining = true
    const draining = await server.request('GET', '/health/ready')
    server.services.lifecycle.draining = false
    expect([draining.status, draining.body]).toEqual([503, { status: 'draining' }])
  })

  it('counts requests by route and never names a site', async () => {
    const { site, key } = await server.aSite()
    await server.request('POST', `/api/v1/goal?visitorId=secret`, { key, body: { event: 'g' } })
    const reply = await fetch(`${server.url}/metrics`)
    const text = await reply.text()
    expect(reply.headers.get('content-type')).toContain('text/plain')
    expect(text).toContain('method="POST",route="/api/v1/goal",status="200"')
    expect(text).toMatch(/^tributary_events_appended_total [1-9]/m)
    expect(text).not.toContain(site.id)
    expect(text).not.toContain('secret')
  })
})

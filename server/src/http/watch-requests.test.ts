import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('logs what happened to a request and nothing about whom it concerns', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const logger = pino({ level: 'trace' }, stream)
  const app = buildApp({ ...server.services, logger })
  const { key } = await server.aSite()
  const headers = {
    authorization: `Bearer ${key}`,
    'user-agent': 'Secret-Agent',
    cookie: 'tributary_session=secret-cookie',
    'x-forwarded-for': '198.51.100.77',
    referer: 'https://secret.example/',
  }
  const remoteAddress = '203.0.113.9'
  const payload = { event: 'secret-goal', visitorId: 'secret-visitor', value: -1 }
  const goal = await app.inject({
    method: 'POST',
    url: '/api/v1/goal',
    headers,
    payload,
    remoteAddress,
  })
  const visitor = '/api/v1/visitor?visitorId=secret-visitor'
  await app.inject({ url: visitor, headers, remoteAddress })
  await app.inject({ url: '/secret-path.txt?email=secret@x', headers, remoteAddress })
  await server.services.engine.command('rename table events to elsewhere')
  const failed = await app.inject({ url: visitor, headers, remoteAddress })
  await server.services.engine.command('rename table elsewhere to events')
  await app.close()

  const written = lines.join('')
  const entries = lines.map((line) => JSON.parse(line))
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        reqId: goal.headers['x-request-id'],
        method: 'POST',
        route: '/api/v1/goal',
        status: 200,
        ms: expect.any(Number),
      }),
      expect.objectContaining({ method: 'GET', route: '/api/v1/visitor', status: 404 }),
      expect.objectContaining({ method: 'GET', route: 'none', status: 404 }),
      expect.objectContaining({ reqId: failed.headers['x-request-id'], msg: 'request failed' }),
    ]),
  )
  for (const secret of [key, /secret/i, '198.51.100', '203.0.113']) {
    expect(written).not.toMatch(secret)
  }
})

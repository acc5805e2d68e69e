import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../accounts/create-account.ts'
import { buildApp } from '../../app.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
/** The same server on another port with shorter timeouts, so that the test is quick. */
let app: FastifyInstance
const [headersMs, requestMs] = [300, 600]

beforeAll(async () => {
  server = await startTestServer()
  app = buildApp(server.services)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app?.close()
  await server?.close()
})

it('has half a minute for a request and ten seconds for its headers', () => {
  expect(app.server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 10_000 })
})

describe('a slow client', () => {
  beforeAll(() => {
    app.server.headersTimeout = headersMs
    app.server.requestTimeout = requestMs
  })

  /** Sends a first part and then a byte ten times a second, until the server closes the connection. */
  async function drip(beginning: string, byte = '') {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    // Writing fails while the server closes, which is what the test waits for.
    socket.on('error', () => undefined)
    socket.write(beginning)
    const timer = setInterval(() => socket.write(byte), 100)
    let reply = ''
    socket.on('data', (chunk) => {
      reply += chunk
    })
    await once(socket, 'close')
    clearInterval(timer)
    return reply
  }

  const head = (method: string, path: string, more: readonly string[]) =>
    [`${method} ${path} HTTP/1.1`, 'Host: x', ...more, '', ''].join('\r\n')

  it('gets an error and is closed, whichever part is slow', async () => {
    const hit = (more: string) => head('POST', '/api/collect', ['Content-Type: text/plain', more])
    const batch = ['Content-Type: application/json', 'Content-Length: 60000']
    const { key } = await server.aSite()
    const ways: [beginning: string, byte: string][] = [
      ['', ''],
      ['POST /api/v1/goal HTTP/1.1\r\nX-Slow: ', 'x'],
      [hit('Content-Length: 60000'), ' '],
      [`${hit('Transfer-Encoding: chunked')}FFFF\r\n`, ' '],
      [head('POST', '/api/v1/events', [`Authorization: Bearer ${key}`, ...batch]), ' '],
    ]
    const replies = await Promise.all(ways.map(([beginning, byte]) => drip(beginning, byte)))
    for (const reply of replies) {
      expect(reply).toMatch(/^HTTP\/1\.1 408 /)
      expect(reply).toContain('{"status":"error","error":{"code":408,')
    }
  })

  it('keeps what arrived of a part of a file, and continues from there', async () => {
    const { control, signInSessions } = server.services
    const { site } = await server.aSite()
    const account = await createAccount(control.db, Date.now(), {
      email: 'owner@x.example',
      passwordHash: undefined,
    })
    const cookie = `tributary_session=${await signInSessions.start(account.id)}`
    const own = { cookie, 'sec-fetch-site': 'same-origin' }
    const all = `/api/app/sites/${site.id}/imports`
    const made = await server.request('POST', all, { headers: own, body: { format: 'rows' } })
    const path = `${all}/${(made.body as { data: { import: { id: string } } }).data.import.id}`
    const piece = (offset: number, bytes: string) =>
      server.request('PUT', `${path}/content?offset=${offset}`, {
        headers: { ...own, 'content-type': 'application/octet-stream' },
        body: bytes,
      })
    const reply = await drip(
      `${head('PUT', `${path}/content?offset=0`, [
        `Cookie: ${cookie}`,
        'Sec-Fetch-Site: same-origin',
        'Content-Type: application/octet-stream',
        'Content-Length: 60000',
      ])}date,visitor\n`,
    )
    expect(reply).toMatch(/^HTTP\/1\.1 408 /)
    await expect
      .poll(async () => (await piece(0, 'again')).body)
      .toMatchObject({
        error: {
          code: 409,
          message: 'The file has 13 bytes so far; send what follows with offset=13',
        },
      })
    expect((await piece(13, '2025-03-01,v1')).body).toMatchObject({
      data: { import: { bytes: 26 } },
    })
  })
})

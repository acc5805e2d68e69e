import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { publicOperations } from '@tributary/contract/operations/public.ts'
import { afterEach, describe, expect, it } from 'vitest'
import type { Operations } from '../src/contract/operations.ts'
import { readRetryAfter, retryDelayMs } from '../src/retry-delay.ts'
import {
  Tributary,
  TributaryApiError,
  TributaryConnectionError,
  type TributaryOptions,
  TributaryTimeoutError,
} from '../src/sdk.ts'
import { toCall } from '../src/send.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let open: Server | undefined
afterEach(() => {
  open?.closeAllConnections()
  open?.close()
})

/** A network that returns the given answers in turn, and records the requests. */
async function network(...answers: Answer[]) {
  const seen: { key: unknown; authorization: unknown; atMs: number }[] = []
  const server = createServer((request, response) => {
    const { 'idempotency-key': key, authorization } = request.headers
    seen.push({ key, authorization, atMs: performance.now() })
    request.resume()
    answers[Math.min(seen.length, answers.length) - 1]?.(request, response)
  })
  open = server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = (options: Partial<TributaryOptions> = {}) =>
    new Tributary({ url, key: 'trb_key', ...options })
  return { seen, client, url }
}

const reply =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
const fine = reply(200, { status: 'success', data: { message: 'ok' } })
const failing = (status: number, headers?: Record<string, string>) =>
  reply(status, { status: 'error', error: { code: status, message: 'no' } }, headers)
const cut: Answer = (request) => request.socket.destroy()
const silent: Answer = () => {}

it('a report is waited for longer than what is recorded, unless the settings say how long', async () => {
  expect(toCall('POST /api/v1/query', {}).usualTimeoutMs).toBe(45_000)
  expect(toCall('POST /api/v1/goal', {}).usualTimeoutMs).toBe(10_000)
  const { client } = await network(silent)
  const report = client({ timeoutMs: 50, retries: 0 }).query({
    metrics: ['visitors'],
    dateRange: '7d',
  })
  await expect(report).rejects.toThrow('No answer within 50 ms')
})

/** What reads statistics, but no long range of visits. */
const quick = [
  ...['GET /api/v1/payment', 'GET /api/v1/payments/totals', 'GET /api/v1/payments/unlinked'],
  ...['GET /api/v1/annotations', 'GET /api/v1/spend', 'GET /api/v1/imported'],
  'POST /api/v1/realtime',
]

it('each operation that may read a long range of visits is a report', () => {
  const reading = Object.entries(publicOperations).flatMap(([name, { access }]) => {
    const scopes: readonly string[] =
      typeof access === 'object' && 'scopes' in access ? access.scopes : []
    return scopes.includes('stats:read') && !quick.includes(name) ? [name as keyof Operations] : []
  })
  expect(reading.length).toBeGreaterThan(8)
  expect(reading.filter((name) => toCall(name, {}).usualTimeoutMs !== 45_000)).toEqual([])
})

it('an erasure is waited for longer than other calls, and not repeated', async () => {
  const erased = { message: 'Visitor erased', events: 1, identities: 0, payments: 0 }
  const late: Answer = (request, response) =>
    setTimeout(() => reply(200, { status: 'success', data: erased })(request, response), 150)
  const { seen, client } = await network(late)
  expect(await client({ timeoutMs: 50 }).eraseVisitor('ana')).toEqual(erased)
  expect(seen).toHaveLength(1)
})

describe('a call', () => {
  it.each([
    ['500', failing(500)],
    ['502 from a proxy', reply(502, '<html>Bad gateway</html>')],
    ['503', failing(503)],
    ['429', failing(429, { 'Retry-After': '0' })],
    ['409 that is still being handled', failing(409, { 'Retry-After': '0' })],
    ['a cut connection', cut],
  ])('continues after %s, under the same name', async (_case, failure) => {
    const { seen, client } = await network(failure, failure, fine)
    expect(await client().recordGoal({ event: 'a' })).toEqual({ message: 'ok' })
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
    expect(seen).toHaveLength(3)
  })

  it.each([400, 401, 403, 404, 409, 413, 415])('takes %i for an answer', async (status) => {
    const { seen, client } = await network(failing(status))
    await expect(client().recordGoal({ event: 'a' })).rejects.toMatchObject({ status, attempts: 1 })
    expect(seen).toHaveLength(1)
  })

  it('gives up after the repeats it may make, with the last failure', async () => {
    const { seen, client } = await network(failing(500))
    const error = await client({ retries: 1 })
      .recordGoal({ event: 'a' })
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(TributaryApiError)
    expect(error).toMatchObject({ kind: 'server', attempts: 2, message: 'no' })
    expect(seen).toHaveLength(2)
  })

  it('never comes back sooner than it was asked to', async () => {
    const { seen, client } = await network(failing(503, { 'Retry-After': '1' }), fine)
    await client().recordGoal({ event: 'a' })
    const [first, second] = seen
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990)
  })

  it('gives each attempt its time', async () => {
    const { client } = await network(silent, fine)
    expect(await client({ timeoutMs: 200 }).recordGoal({ event: 'a' })).toEqual({ message: 'ok' })
    const { client: never } = await network(silent)
    // Counted where they are sent: on a busy machine the first may not arrive in its time.
    let attempts = 0
    const fetchCounted: TributaryOptions['fetch'] = (url, init) => {
      attempts++
      return fetch(url, init)
    }
    const call = never({ timeoutMs: 50, retries: 1, fetch: fetchCounted }).recordGoal({
      event: 'a',
    })
    await expect(call).rejects.toBeInstanceOf(TributaryTimeoutError)
    expect(attempts).toBe(2)
  })

  it('counts a body that never ends among what comes too late', async () => {
    const trickle: Answer = (_request, response) => {
      response.writeHead(200).write('{')
    }
    const { client } = await network(trickle)
    const call = client({ timeoutMs: 100, retries: 0 }).recordGoal({ event: 'a' })
    await expect(call).rejects.toBeInstanceOf(TributaryTimeoutError)
  })

  it('says why there was no connection', async () => {
    const tributary = new Tributary({ url: 'http://127.0.0.1:1', key: 'trb_key', retries: 0 })
    const error = await tributary.recordGoal({ event: 'a' }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(TributaryConnectionError)
    expect(error.message).toContain('127.0.0.1:1')
    expect(error.cause).toBeDefined()
  })

  it('ends when its caller ends it, while waiting for an answer or for the next attempt', async () => {
    const { client } = await network(silent)
    const signal = AbortSignal.timeout(50)
    const waiting = client().recordGoal({ event: 'a' }, { signal })
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' })

    const { client: later, seen } = await network(failing(503, { 'Retry-After': '20' }))
    const aborter = new AbortController()
    const pausing = later().recordGoal({ event: 'a' }, { signal: aborter.signal })
    setTimeout(() => aborter.abort(new Error('enough')), 100)
    await expect(pausing).rejects.toThrow('enough')
    expect(seen).toHaveLength(1)
  })

  it('names the new address where the server has moved', async () => {
    const { client } = await network(reply(301, '', { Location: 'https://stats.example.com/' }))
    await expect(client().recordGoal({ event: 'a' })).rejects.toThrow('https://stats.example.com/')
  })

  it('treats a page that is not from Tributary as a failure', async () => {
    const { client } = await network(reply(200, '<html>Welcome</html>'))
    await expect(client().recordGoal({ event: 'a' })).rejects.toThrow('is the url right?')
  })
})

describe('a batch of events', () => {
  it.each([
    ['429', failing(429, { 'Retry-After': '0' })],
    ['a 500', failing(500)],
    ['a proxy’s 504', reply(504, '')],
    ['a cut connection', cut],
  ])('continues after %s, under the same name', async (_case, failure) => {
    const { client, seen } = await network(failure, fine)
    await client().recordEvents([{ type: 'pageview', visitorId: 'v', path: '/' }])
    expect(seen).toHaveLength(2)
    expect(new Set(seen.map(({ key }) => key))).toEqual(new Set([expect.stringMatching(/^.{36}$/)]))
  })
})

describe('pauses', () => {
  it('are random up to a bound that doubles, and at most 8 seconds', () => {
    const longest = [1, 2, 3, 4, 20].map((failed) => retryDelayMs(failed, undefined, () => 1))
    expect(longest).toEqual([250, 500, 1000, 2000, 8000])
    expect(retryDelayMs(3, undefined, () => 0)).toBe(0)
    expect(retryDelayMs(1, 5, () => 0)).toBe(5000)
  })

  it('follow both forms of Retry-After', () => {
    const nowMs = Date.parse('2026-11-20T09:30:00Z')
    expect(readRetryAfter('7', nowMs)).toBe(7)
    expect(readRetryAfter('Fri, 20 Nov 2026 09:30:30 GMT', nowMs)).toBe(30)
    expect(readRetryAfter('Fri, 20 Nov 2026 09:00:00 GMT', nowMs)).toBe(0)
    expect(readRetryAfter('soon', nowMs)).toBeUndefined()
    expect(readRetryAfter(null, nowMs)).toBeUndefined()
  })
})

describe('a connection', () => {
  it.each([
    ['no url', { url: undefined, key: 'trb_key' }],
    ['a url without its scheme', { url: 'stats.example.com', key: 'trb_key' }],
    ['no key', { url: 'https://stats.example.com', key: undefined }],
    ['a key with a line end', { url: 'https://stats.example.com', key: 'trb_key\n' }],
  ])('cannot be made with %s', (_case, options) => {
    expect(() => new Tributary(options)).toThrow(TypeError)
  })

  it('uses the fetch it is given', async () => {
    const asked: string[] = []
    const tributary = new Tributary({
      url: 'https://stats.example.com/tributary/',
      key: 'trb_key',
      fetch: async (url) => {
        asked.push(url)
        return Response.json({ status: 'success', data: { message: 'ok' } })
      },
    })
    await tributary.recordGoal({ event: 'a' })
    expect(asked).toEqual(['https://stats.example.com/tributary/api/v1/goal'])
  })
})

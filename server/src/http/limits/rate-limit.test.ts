import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failedKeysPerMinute } from '../../sites/http/api-key.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { memoryRateLimiter } from './rate-limit.ts'

describe('a window', () => {
  const time = { nowMs: 1_000_000_000_500, monotonicMs: 0 }
  const clock = { now: () => time.nowMs, monotonic: () => time.monotonicMs }

  it('begins with the first request and lasts 60 seconds, whatever the wall clock does', async () => {
    const limiter = memoryRateLimiter(clock)
    expect(await limiter.take('k', 2)).toEqual({
      allowed: true,
      limit: 2,
      remaining: 1,
      resetSeconds: 1_000_000_061,
      retryAfterSeconds: 60,
    })
    time.monotonicMs = 59_999
    time.nowMs += 3_600_000
    expect(await limiter.take('k', 2)).toMatchObject({ allowed: true, remaining: 0 })
    const refused = await limiter.take('k', 2)
    expect(refused).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 1 })
    time.monotonicMs = 60_000
    expect(await limiter.take('k', 2)).toMatchObject({ allowed: true, remaining: 1 })
  })

  it('follows a limit that is changed within it', async () => {
    const limiter = memoryRateLimiter(clock)
    await limiter.take('k', 1)
    expect((await limiter.take('k', 1)).allowed).toBe(false)
    expect(await limiter.take('k', 5)).toMatchObject({ allowed: true, limit: 5, remaining: 2 })
  })

  it('is remembered for a limited number of callers; the least recent go first', async () => {
    const limiter = memoryRateLimiter(clock, 2)
    for (const caller of ['a', 'b', 'c']) await limiter.take(caller, 9)
    expect(await limiter.take('c', 9)).toMatchObject({ remaining: 7 })
    expect(await limiter.take('a', 9)).toMatchObject({ remaining: 8 })
  })
})

describe('a key', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ sharesEngine: true })
  })
  afterAll(() => server.close())

  async function aKey(ratePerMinute?: number) {
    const { site } = await server.aSite()
    return (await server.services.apiKeys.create(site.id, { name: 'k', ratePerMinute })).token
  }

  const goal = (key: string, body: unknown = { event: 'g' }) =>
    server.request('POST', '/api/v1/goal', { key, body })

  it('may ask 100 times a minute, exactly, also when 200 ask at once', async () => {
    const key = await aKey()
    const began = Date.now()
    const replies = await Promise.all(Array.from({ length: 200 }, () => goal(key)))
    const good = replies.filter(({ status }) => status === 200)
    expect(good.length).toBe(100)
    expect(
      good.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort(byValue),
    ).toEqual(Array.from({ length: 100 }, (_, index) => index))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBe(100)
    for (const { headers, body } of refused) {
      expect(body).toEqual({
        status: 'error',
        error: { code: 429, message: 'Too many requests. Limit is 100 per minute.' },
      })
      expect(headers.get('x-ratelimit-limit')).toBe('100')
      expect(headers.get('x-ratelimit-remaining')).toBe('0')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
      const reset = Number(headers.get('x-ratelimit-reset')) * 1000
      expect(reset).toBeGreaterThan(began)
      expect(reset).toBeLessThanOrEqual(Date.now() + 61_000)
    }
  })

  it('gets the limit headers on every reply, refusals included', async () => {
    const key = await aKey(50)
    const seen = [
      await goal(key),
      await goal(key, {}),
      await goal(key, '{'),
      await goal(key, 'x'.repeat(70_000)),
      await server.request('POST', '/api/v1/goal', {
        key,
        body: 'a',
        headers: { 'content-type': 'a/b' },
      }),
      await server.request('GET', '/api/v1/visitor?visitorId=unknown', { key }),
      await server.request('GET', '/api/v1/visitor', { key }),
      await server.request('PUT', '/api/v1/goal', { key, body: {} }),
      await server.request('GET', '/api/v1/nothing', { key }),
      await server.request('HEAD', '/api/v1/visitor?visitorId=unknown', { key }),
    ]
    expect(seen.map(({ status }) => status)).toEqual([
      200, 400, 400, 413, 415, 404, 400, 405, 404, 404,
    ])
    for (const [index, { headers }] of seen.entries()) {
      expect(headers.get('x-ratelimit-limit')).toBe('50')
      expect(headers.get('x-ratelimit-remaining')).toBe(String(49 - index))
      expect(headers.get('x-ratelimit-reset')).toMatch(/^\d{10}$/)
    }
  })

  it('is refused for its rate before anything about the body', async () => {
    const key = await aKey(1)
    await goal(key)
    expect((await goal(key, '{')).status).toBe(429)
    expect((await goal(key, 'x'.repeat(70_000))).status).toBe(429)
  })

  it('has its own count, apart from other keys of its site', async () => {
    const { site } = await server.aSite()
    const keys = await Promise.all(
      ['a', 'b'].map((name) => server.services.apiKeys.create(site.id, { name, ratePerMinute: 1 })),
    )
    for (const { token } of keys) expect((await goal(token)).status).toBe(200)
    for (const { token } of keys) expect((await goal(token)).status).toBe(429)
  })

  it('keeps working from an address that tried too many bad ones', async () => {
    const key = await aKey()
    const bad = await Promise.all(
      Array.from({ length: failedKeysPerMinute + 50 }, () => goal('trb_bad')),
    )
    expect(new Set(bad.map(({ status }) => status))).toEqual(new Set([401, 429]))
    const refused = bad.filter(({ status }) => status === 429)
    expect(refused.length).toBe(50)
    expect(refused[0]?.body).toEqual({
      status: 'error',
      error: {
        code: 429,
        message: `Too many requests. Limit is ${failedKeysPerMinute} per minute.`,
      },
    })
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await goal(key)).status).toBe(200)
  })
})

function byValue(a: number, b: number): number {
  return a - b
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, systemClock } from '../../clock.ts'
import { deriveSecrets } from '../../store/control/secrets.ts'
import { isCi } from '../../test/control-stores.ts'
import { hasPostgres, startPostgres, type TestPostgres } from '../../test/processes/postgres.ts'
import { hasRedis, startRedis, type TestRedis } from '../../test/processes/redis.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { openSharedRateLimits, type SharedRateLimits } from './shared-rate-limit.ts'

const secret = 'a secret that both of the nodes were given'
if (!(hasRedis() && hasPostgres()) && isCi()) {
  throw new Error('Redis or Postgres is missing, and CI skips nothing')
}

describe.skipIf(!hasRedis())('limits in Redis', () => {
  let redis: TestRedis
  const opened: SharedRateLimits[] = []
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterEach(() => {
    for (const limits of opened.splice(0)) limits.close()
  })
  afterAll(() => redis.remove())

  async function aNode(clock: Clock = systemClock) {
    const logged: string[] = []
    const logger = {
      info: (text: string) => logged.push(text),
      warn: (_about: unknown, text: string) => logged.push(text),
    }
    const secrets = deriveSecrets(secret)
    const limits = await openSharedRateLimits({
      redisUrl: redis.url,
      clock,
      secrets,
      logger: logger as never,
    })
    opened.push(limits)
    return { limits, logged }
  }

  it('are one count for all nodes, exact however many ask at once', async () => {
    const nodes = await Promise.all([aNode(), aNode()])
    const limiters = nodes.map(({ limits }) => limits.limiter('key'))
    const asked = Array.from({ length: 200 }, (_, index) => limiters[index % 2]?.take('k', 100))
    const answers = await Promise.all(asked)
    const allowed = answers.filter((answer) => answer?.allowed)
    expect(
      allowed.map((answer) => answer?.remaining).sort((a, b) => Number(b) - Number(a)),
    ).toEqual(Array.from({ length: 100 }, (_, index) => 99 - index))
  })

  it('begin a window of a minute with the first request and keep names apart', async () => {
    const clock = { now: () => 1_000_000_000_500, monotonic: () => 0 }
    const { limits } = await aNode(clock)
    const first = await limits.limiter('key').take('window', 1)
    expect(first).toEqual({
      allowed: true,
      limit: 1,
      remaining: 0,
      resetSeconds: 1_000_000_061,
      retryAfterSeconds: 60,
    })
    expect((await limits.limiter('key').take('window', 1)).allowed).toBe(false)
    expect((await limits.limiter('key').take('window', 5)).remaining).toBe(2)
    expect((await limits.limiter('address').take('window', 1)).allowed).toBe(true)
  })

  it('leave no address in Redis, and nothing there for ever', async () => {
    const { limits } = await aNode()
    await limits.limiter('address').take('failed-key:203.0.113.7', 1)
    const keys = await redis.keys()
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.join(' ')).not.toContain('203.0.113')
    expect(keys.every((key) => key.startsWith('tributary:limit:'))).toBe(true)
  })

  it('count per node while Redis is down, which is logged once, and together when it is back', async () => {
    const time = { ms: 0 }
    const { limits, logged } = await aNode({ now: Date.now, monotonic: () => time.ms })
    const limiter = limits.limiter('key')
    for (let n = 0; n < 3; n++) await limiter.take('away', 4)
    await redis.stop()
    // The node knows its own counts, so no caller gets another full window.
    const answers = await Promise.all(Array.from({ length: 5 }, () => limiter.take('away', 4)))
    expect(answers.filter(({ allowed }) => allowed).length).toBe(1)
    for (let n = 0; n < 5; n++) {
      time.ms += 1_000
      await limiter.take('away', 4)
    }
    expect(logged).toEqual(['Redis is unreachable: rate limits count per node until it is back'])

    await redis.start()
    const other = (await aNode()).limits.limiter('key')
    await other.take('together', 9)
    const deadline = performance.now() + 10_000
    while (logged.length < 2 && performance.now() < deadline) {
      time.ms += 1_000
      await limiter.take('back', 100)
      await sleep(20)
    }
    expect(logged.slice(1)).toEqual(['Redis is back: rate limits are shared again'])
    expect(await limiter.take('together', 9)).toMatchObject({ remaining: 7 })
  })

  it('count an answer that came while the thread was busy for longer than Redis may take', async () => {
    const [one, other] = await Promise.all([aNode(), aNode()])
    await one.limits.limiter('key').take('busy', 9)
    const asked = other.limits.limiter('key').take('busy', 9)
    // Sent, but not answered: nothing is read in between.
    await new Promise<void>((resolve) => setImmediate(resolve))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
    expect(await asked).toMatchObject({ remaining: 7 })
    expect(other.logged).toEqual([])
  })

  it('do not wait for a Redis that hangs', async () => {
    const { limits, logged } = await aNode()
    const limiter = limits.limiter('key')
    await limiter.take('hangs', 99)
    redis.pause()
    const began = performance.now()
    try {
      for (let n = 0; n < 20; n++) {
        expect(await limiter.take('hangs', 99)).toMatchObject({ allowed: true, remaining: 97 - n })
      }
    } finally {
      redis.resume()
    }
    // If each waited for the timeout, it would take six seconds.
    expect(performance.now() - began).toBeLessThan(3_000)
    expect(logged).toEqual(['Redis is unreachable: rate limits count per node until it is back'])
  })

  it('do not keep a node from starting where there is no Redis', async () => {
    await redis.stop()
    const { limits } = await aNode()
    expect(await limits.limiter('key').take('k2', 3)).toMatchObject({ allowed: true, remaining: 2 })
    await redis.start()
  })
})

describe.skipIf(!(hasRedis() && hasPostgres()))('two server processes with one Redis', () => {
  let redis: TestRedis
  let postgres: TestPostgres
  let server: TestServer
  let child: ChildProcess
  let childUrl: string
  let childFolder: string
  beforeAll(async () => {
    redis = await startRedis()
    postgres = await startPostgres()
    const databaseUrl = await postgres.newDatabase()
    server = await startTestServer({
      sharesEngine: true,
      config: { databaseUrl, redisUrl: redis.url, secret },
    })
    childFolder = await mkdtemp(join(tmpdir(), 'tributary-node-'))
    const environment = {
      PORT: '0',
      DATA_DIR: childFolder,
      SECRET: secret,
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
    }
    const program = fileURLToPath(new URL('../../test/processes/server-child.ts', import.meta.url))
    child = spawn(process.execPath, [program, JSON.stringify(environment)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data')
    childUrl = String(line).trim()
  })
  afterAll(async () => {
    const exited = once(child, 'exit')
    child.stdin?.end()
    await exited
    await server.close()
    await postgres.stop()
    await redis.remove()
    await rm(childFolder, { recursive: true, force: true })
  })

  it('let a key ask 100 times a minute, exactly, when 200 ask both of them at once', async () => {
    const { site } = await server.aSite()
    const { token } = await server.services.apiKeys.create(site.id, { name: 'k' })
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        fetch(`${index % 2 === 0 ? server.url : childUrl}/api/v1/goal`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: '{"event":"g"}',
        }),
      ),
    )
    const good = replies.filter(({ status }) => status === 200)
    const remaining = good.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
    expect(remaining.sort((a, b) => b - a)).toEqual(
      Array.from({ length: 100 }, (_, index) => 99 - index),
    )
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBe(100)
    for (const { headers } of refused) {
      expect(headers.get('x-ratelimit-remaining')).toBe('0')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })
})

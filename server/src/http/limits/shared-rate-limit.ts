import { setImmediate } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Secrets } from '../../store/control/secrets.ts'
import { within } from '../../within.ts'
import { allowanceOf, memoryRateLimiter, type RateLimiter, windowMs } from './rate-limit.ts'

/** The limits of all nodes that share a Redis. */
export interface SharedRateLimits {
  /** A limiter whose callers are separate from those of every other name. */
  limiter(name: string): RateLimiter
  close(): void
}

export interface SharedRateLimitOptions {
  redisUrl: string
  clock: Clock
  secrets: Pick<Secrets, 'hash'>
  logger: Pick<Logger, 'info' | 'warn'>
}

/** The longest that a request waits for Redis: counting alone is better than answering late. */
const patienceMs = 300
const connectTimeoutMs = 2_000
/** How often Redis is retried while it is down, by one request at most. */
const retryAfterMs = 1_000

/**
 * Counts one request. One script, so that nothing happens between counting and beginning the window, which could
 * lock a caller for good; Redis runs it as one step, so any number of nodes is exact.
 */
const take = `
  local count = redis.call('incr', KEYS[1])
  local left = redis.call('pttl', KEYS[1])
  if left < 0 then
    left = tonumber(ARGV[1])
    redis.call('pexpire', KEYS[1], left)
  end
  return { count, left }
`

/** If its window is over meanwhile, taking one back does not begin a new one. */
const release = `
  if redis.call('exists', KEYS[1]) == 1 then redis.call('decr', KEYS[1]) end
`

interface Counting extends Redis {
  giveOneBack(key: string): Promise<void>
  takeOne(key: string, lengthMs: number): Promise<[count: number, leftMs: number]>
}

/**
 * Limits across nodes, in windows stored in Redis. When it is down, which is logged once, each node uses its own
 * counts, and returns to the shared ones when Redis does.
 */
export async function openSharedRateLimits(
  options: SharedRateLimitOptions,
): Promise<SharedRateLimits> {
  const { clock, secrets, logger } = options
  const redis = await connect(options.redisUrl)
  const health = watchHealth(clock, logger)
  return {
    limiter(name) {
      const alone = memoryRateLimiter(clock)
      // Addresses are private, so callers are stored as hashes.
      const keyOf = (caller: string) =>
        `tributary:limit:${name}:${secrets.hash('rate limit', caller)}`
      return {
        async take(caller, limit) {
          // Counted here too, so that a node on its own does not start from zero.
          const own = await alone.take(caller, limit)
          if (!health.mayTry()) return own
          try {
            const [count, leftMs] = await inTime(redis.takeOne(keyOf(caller), windowMs))
            health.worked()
            return allowanceOf({ count, leftMs, limit }, clock)
          } catch (error) {
            health.failed(error)
            return own
          }
        },
        async release(caller) {
          await alone.release(caller)
          if (!health.mayTry()) return
          try {
            await inTime(redis.giveOneBack(keyOf(caller)))
            health.worked()
          } catch (error) {
            health.failed(error)
          }
        },
      }
    },
    close: () => redis.disconnect(),
  }
}

async function connect(redisUrl: string): Promise<Counting> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(redisUrl, {
    connectTimeout: connectTimeoutMs,
    // Commands fail at once while it is down; nothing is counted late.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(attempt * 100, retryAfterMs),
  })
  redis.defineCommand('takeOne', { numberOfKeys: 1, lua: take })
  redis.defineCommand('giveOneBack', { numberOfKeys: 1, lua: release })
  // Failing commands report why a connection failed.
  redis.on('error', () => undefined)
  // Gives a working Redis the moment that it needs to connect, without letting a broken one delay the start.
  await new Promise<void>((resolve) => {
    setTimeout(resolve, connectTimeoutMs).unref()
    redis.once('ready', resolve)
    redis.once('close', resolve)
  })
  return redis as Counting
}

/** Redis's answer, unless it takes longer than the timeout. */
async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const answer = asked.then((value) => ({ value }))
  // A busy thread runs its timers before it reads what arrived meanwhile.
  const found =
    (await within(answer, patienceMs)) || (await Promise.race([answer, setImmediate(undefined)]))
  if (found === undefined) throw new Error(`no answer within ${patienceMs} ms`)
  return found.value
}

function watchHealth(clock: Clock, logger: Pick<Logger, 'info' | 'warn'>) {
  let isAway = false
  let nextTryMs = 0
  return {
    mayTry() {
      const nowMs = clock.monotonic()
      if (!isAway) return true
      if (nowMs < nextTryMs) return false
      nextTryMs = nowMs + retryAfterMs
      return true
    },
    worked() {
      if (isAway) logger.info('Redis is back: rate limits are shared again')
      isAway = false
    },
    failed(err: unknown) {
      if (!isAway)
        logger.warn({ err }, 'Redis is unreachable: rate limits count per node until it is back')
      isAway = true
      nextTryMs = clock.monotonic() + retryAfterMs
    },
  }
}

import { Redis } from 'ioredis'
import type { Config } from '../config.ts'
import type { Finding } from './finding.ts'

/** Whether nodes can share rate limits. Without Redis each node limits by itself, so this is only a warning. */
export async function checkRedis({ redisUrl }: Config): Promise<Finding> {
  if (redisUrl === undefined) return { message: 'not used: rate limits hold per node' }
  const { host } = new URL(redisUrl)
  const client = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null })
  // The calls below also throw its connection errors.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
    return { message: `${host} answers` }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      level: 'warning',
      message: `${host} does not answer (${reason}); until it does, each node limits by itself`,
    }
  } finally {
    client.disconnect()
  }
}

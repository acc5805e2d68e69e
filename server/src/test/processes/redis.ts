import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../../../../scripts/free-port.ts'
import { findRedis } from '../../../../scripts/test-services.ts'

/** A Redis for one test file. */
export interface TestRedis {
  readonly url: string
  /** Ends the server; its counts are lost. */
  stop(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  /** Keeps it from answering, like a machine that hangs. */
  pause(): void
  resume(): void
  /** The keys it holds. */
  keys(): Promise<string[]>
  remove(): Promise<void>
}

/** Whether this machine has Redis's server. */
export function hasRedis(): boolean {
  return findRedis() !== undefined
}

/** Starts an in-memory server on a separate port. */
export async function startRedis(): Promise<TestRedis> {
  const program = findRedis()
  if (program === undefined) throw new Error('Redis is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'trb-redis-'))
  const port = await freePort()
  let server: ChildProcess | undefined
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      // A test run that is killed must not leave a server behind: the kernel ends it with its parent.
      server = spawn(
        'setpriv',
        [
          ...['--pdeathsig', 'KILL', program, '--port', String(port), '--bind', '127.0.0.1'],
          ...['--save', '', '--appendonly', 'no', '--dir', folder],
        ],
        { stdio: 'ignore', env: { PATH: '/usr/bin:/bin' } },
      )
      await untilReady(redis.url, server)
    },
    async stop() {
      if (server === undefined || server.exitCode !== null) return
      const exited = once(server, 'exit')
      server.kill('SIGKILL')
      await exited
      server = undefined
    },
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    keys: () => withClient(redis.url, (client) => client.keys('*')),
    async remove() {
      await redis.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await redis.start()
  return redis
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = performance.now() + 10_000
  for (;;) {
    try {
      await withClient(url, (client) => client.ping())
      return
    } catch (error) {
      if (server.exitCode !== null || performance.now() > deadline) throw error
    }
    await sleep(20)
  }
}

async function withClient<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    client.disconnect()
  }
}

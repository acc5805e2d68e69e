import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { FakeApi } from './fake-api.ts'
import type { SyncOrder } from './sync-child.ts'

const syncChild = fileURLToPath(new URL('sync-child.ts', import.meta.url))

/** Reads an account in processes that are each killed after some requests; returns how many were killed. */
export async function killedSyncs(
  fake: FakeApi,
  order: SyncOrder,
  requests: readonly number[],
): Promise<number> {
  let killed = 0
  for (const count of requests) {
    const until = fake.requests.length + count
    const child = spawn(process.execPath, [syncChild, JSON.stringify(order)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(child, 'exit')
    fake.onRequest = () => {
      if (fake.requests.length >= until) child.kill('SIGKILL')
      return undefined
    }
    const [, signal] = await ended
    if (signal === 'SIGKILL') killed += 1
  }
  fake.onRequest = () => undefined
  return killed
}

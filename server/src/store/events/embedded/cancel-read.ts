import { setTimeout as delay } from 'node:timers/promises'
import type { Session } from 'chdb'
import { RefusedStatement } from './exception.ts'

/** Once is enough for a statement that has begun: it ends at its next block. One that was only just sent is not listed yet. */
const cancelEveryMs = 500

let reads = 0

const cancelled = () => new RefusedStatement(394, 'QUERY_WAS_CANCELLED', 'The client has left')

/**
 * Runs a read, and has the engine end it when the signal is aborted. chDB accepts no ID for a statement, so `read` receives
 * the SQL with a comment by which to find it.
 */
export async function cancellableRead<T>(
  keeper: Session,
  { sql, signal }: { sql: string; signal: AbortSignal },
  read: (marked: string) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw cancelled()
  const mark = `/* read ${++reads} */`
  let hasEnded = false
  async function cancel(): Promise<void> {
    while (!hasEnded) {
      await keeper.queryAsync(`kill query where startsWith(query, '${mark}') async`)
      await delay(cancelEveryMs)
    }
  }
  // If it cannot be ended, it ends at its time limit.
  const begin = () => void cancel().catch(() => undefined)
  signal.addEventListener('abort', begin)
  try {
    return await read(`${mark} ${sql}`)
  } finally {
    hasEnded = true
    signal.removeEventListener('abort', begin)
  }
}

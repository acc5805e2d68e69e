import { setTimeout as delay } from 'node:timers/promises'
import { type EngineError, EngineUnavailable, mutationFailed } from './engine-errors.ts'

/** Rows of a SELECT; `query` of the engine. */
type Ask = (sql: string, params: Record<string, unknown>) => Promise<readonly unknown[]>

const lookEveryMs = 250
const mutation = /^\s*alter table (\w+) (?:delete|update)\b/

/**
 * Waits for a mutation that lacked memory: ClickHouse reports its first failure, and repeats it by itself, within
 * milliseconds at first and then more and more slowly. Throws what `failure` says when the mutation is still not done after
 * `patienceMs`, and at once for all other failures and for mutations of a cluster, whose other nodes have their own.
 */
export async function awaitPostponed(
  ask: Ask,
  { sql, failure, patienceMs }: FailedCommand,
): Promise<void> {
  const table = mutation.exec(sql)?.[1]
  const isPostponed = failure instanceof EngineUnavailable && failure.code === mutationFailed
  if (!isPostponed || table === undefined) throw failure
  const latestMs = performance.now() + patienceMs
  while (await hasMutations(ask, table)) {
    if (performance.now() > latestMs) throw failure
    await delay(lookEveryMs)
  }
}

interface FailedCommand {
  sql: string
  failure: EngineError | EngineUnavailable
  patienceMs: number
}

async function hasMutations(ask: Ask, table: string): Promise<boolean> {
  const sql = `select 1 from system.mutations
    where database = currentDatabase() and table = {table:String} and not is_done limit 1`
  return (await ask(sql, { table })).length > 0
}

import type { Engine } from './engine.ts'
import { EngineUnavailable } from './engine-errors.ts'

/**
 * An engine that may still be starting: calls wait until it has started, and fail as unavailable if it cannot. Not
 * for anything that must be answered sooner.
 */
export function awaitedEngine(starting: Promise<Engine>): Engine {
  const started = starting.catch((error: unknown) => {
    throw new EngineUnavailable(undefined, error)
  })
  // Its calls throw it, and so does the code that starts it.
  started.catch(() => undefined)
  return {
    query: async (sql, params, limits) => (await started).query(sql, params, limits),
    queryColumns: async (sql, params, limits) => (await started).queryColumns(sql, params, limits),
    read: async (sql, params, limits) => (await started).read(sql, params, limits),
    command: async (sql, params) => (await started).command(sql, params),
    insertLines: async (table, lines, given) => (await started).insertLines(table, lines, given),
    ping: async () => (await started).ping(),
    close: async () => (await started).close(),
  }
}

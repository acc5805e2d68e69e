import type { Engine } from './engine.ts'
import { EngineUnavailable } from './engine-errors.ts'

/** A dying process closes its connections first; on a busy machine its end is noticed a good while later. */
const noticedMs = 3_000
const lookEveryMs = 50

/**
 * An engine that survives the process it talks to: calls that the process left unanswered when it ended are sent
 * again, once, to the next. `current` returns the running engine, or the next one if that comes soon; `failed` is the
 * one that did not answer. If `isReplaced` is false, as for a server elsewhere, an unanswered call fails at once.
 */
export function lastingEngine(
  current: (failed?: Engine) => Promise<Engine>,
  isReplaced = () => true,
): Engine {
  async function lasting<T>(call: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = await current()
    try {
      return await call(engine)
    } catch (error) {
      const mayAskNext = error instanceof EngineUnavailable && error.unreachable && isReplaced()
      if (!mayAskNext) throw error
      const next = await nextAfter(engine)
      if (next === undefined) throw error
      return call(next)
    }
  }
  /** The engine that replaces one that did not answer; undefined if that one has not ended. */
  async function nextAfter(failed: Engine): Promise<Engine | undefined> {
    for (let waitedMs = 0; waitedMs < noticedMs; waitedMs += lookEveryMs) {
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
      const next = await current(failed)
      if (next !== failed) return next
    }
    return undefined
  }
  return {
    query: (sql, params, limits) => lasting((engine) => engine.query(sql, params, limits)),
    queryColumns: (sql, params, limits) =>
      lasting((engine) => engine.queryColumns(sql, params, limits)),
    read: (sql, params, limits) => lasting((engine) => engine.read(sql, params, limits)),
    // Not sent again: a statement may have taken effect before the process died.
    command: async (sql, params) => (await current()).command(sql, params),
    insertLines: async (table, lines, given) => {
      const insert = (engine: Engine) => engine.insertLines(table, lines, given)
      // A stream has been read by then; a buffer can be sent twice thanks to its token.
      return Buffer.isBuffer(lines) ? lasting(insert) : insert(await current())
    },
    ping: async () => (await current()).ping(),
    close: async () => (await current()).close(),
  }
}

import { engineCalls } from '../trace.ts'
import type { Engine } from './engine.ts'

/** The engine, with every call published on `tributary:engine.call`. */
export function tracedEngine(engine: Engine): Engine {
  return {
    ...engine,
    query: (sql, params, limits) =>
      engineCalls.tracePromise(() => engine.query(sql, params, limits), {
        kind: 'query',
        name: nameOf(sql),
      }),
    queryColumns: (sql, params, limits) =>
      engineCalls.tracePromise(() => engine.queryColumns(sql, params, limits), {
        kind: 'query',
        name: nameOf(sql),
      }),
    command: (sql, params) =>
      engineCalls.tracePromise(() => engine.command(sql, params), {
        kind: 'command',
        name: /^\s*\w+/.exec(sql)?.[0].trim().toLowerCase() ?? 'unnamed',
      }),
    insertLines: (table, lines, options) =>
      engineCalls.tracePromise(() => engine.insertLines(table, lines, options), {
        kind: 'insert',
        name: table,
      }),
  }
}

const nameOf = (sql: string) => /^\/\* ([\w-]+) \*\//.exec(sql)?.[1] ?? 'unnamed'

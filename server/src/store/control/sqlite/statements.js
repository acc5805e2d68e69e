// @ts-check
// Plain JavaScript, because the writer's thread loads it: see writer-thread.js.

/**
 * @typedef {import('node:sqlite').SQLInputValue} SqlValue
 * @typedef {Record<string, import('node:sqlite').SQLOutputValue>} SqlRow
 * @typedef {{ rows: SqlRow[], changes?: number | bigint, lastInsertRowid?: number | bigint }} SqlAnswer
 *   What a statement gave; the last two when it returns no rows.
 */

/** How many prepared statements are cached. */
const maxCached = 500

/**
 * Answers how to run statements on a connection.
 *
 * @param {import('node:sqlite').DatabaseSync} database
 * @returns {(sql: string, parameters: readonly SqlValue[]) => SqlAnswer}
 */
export function statementsOf(database) {
  /** @type {Map<string, { statement: import('node:sqlite').StatementSync, returnsRows: boolean }>} */
  const cached = new Map()

  /** @param {string} sql */
  function prepare(sql) {
    const known = cached.get(sql)
    if (known !== undefined) {
      // To the end: the first is the least recently used.
      cached.delete(sql)
      cached.set(sql, known)
      return known
    }
    const statement = database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    cached.set(sql, prepared)
    if (cached.size > maxCached) cached.delete(cached.keys().next().value ?? sql)
    return prepared
  }

  return (sql, parameters) => {
    const { statement, returnsRows } = prepare(sql)
    if (!returnsRows) return { rows: [], ...statement.run(...parameters) }
    return { rows: statement.all(...parameters) }
  }
}

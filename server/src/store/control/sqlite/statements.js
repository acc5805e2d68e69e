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
  /** @type {Map<string, { statement: import('node:sqlite').StatementSync, names: string[] }>} */
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
    statement.setReturnArrays(true)
    const prepared = { statement, names: namesOf(statement) }
    cached.set(sql, prepared)
    if (cached.size > maxCached) cached.delete(cached.keys().next().value ?? sql)
    return prepared
  }

  return (sql, parameters) => {
    const prepared = prepare(sql)
    const { statement } = prepared
    if (prepared.names.length === 0) return { rows: [], ...statement.run(...parameters) }
    const rows = statement.all(...parameters)
    // Careful: after a migration added a column, SQLite answers a cached `select *` with it.
    const isWider = rows[0] !== undefined && rows[0].length !== prepared.names.length
    if (isWider) prepared.names = namesOf(statement)
    return { rows: rows.map((values) => rowOf(prepared.names, values)) }
  }
}

/** @param {import('node:sqlite').StatementSync} statement */
function namesOf(statement) {
  return statement.columns().map(({ name }) => name)
}

/**
 * A row as an object. Made here, because node:sqlite takes twice as long for rows of a few columns.
 *
 * @param {readonly string[]} names
 * @param {SqlRow | import('node:sqlite').SQLOutputValue[]} values
 * @returns {SqlRow}
 */
function rowOf(names, values) {
  // The types of node:sqlite do not know that rows are arrays.
  const list = Array.isArray(values) ? values : Object.values(values)
  /** @type {SqlRow} */
  const row = {}
  for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = list[index] ?? null
  return row
}

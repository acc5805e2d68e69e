import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'

interface Prepared {
  statement: StatementSync
  returnsRows: boolean
}

/** Lets Kysely drive the SQLite that is built into Node. Prepared statements are kept for the next time. */
export function sqliteConnection(database: DatabaseSync): DatabaseConnection {
  const kept = new LRUCache<string, Prepared>({ max: 500 })
  const prepare = (sql: string): Prepared => {
    const known = kept.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    kept.set(sql, prepared)
    return prepared
  }

  return {
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { statement, returnsRows } = prepare(query.sql)
      const parameters = query.parameters.map(bindable)
      if (returnsRows) return { rows: statement.all(...parameters) as Row[] }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
    },
    async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
      // Not from the kept ones: a statement that is being read row by row cannot be run again meanwhile.
      const statement = database.prepare(query.sql)
      for (const row of statement.iterate(...query.parameters.map(bindable))) {
        yield { rows: [row as Row] }
      }
    },
  }
}

/** Careful: node:sqlite takes a first argument that is an object (a Date, say) for named parameters. */
function bindable(value: unknown): SQLInputValue {
  if (value === null || ArrayBuffer.isView(value)) return value as SQLInputValue
  if (['string', 'number', 'bigint'].includes(typeof value)) return value as SQLInputValue
  throw new TypeError(`cannot bind ${Object.prototype.toString.call(value)} to a SQLite parameter`)
}

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { SqlAnswer, SqlValue } from './statements.js'

/** Kysely's SQLite dialect over our own driver. */
export function sqliteDialect(createDriver: () => Driver): Dialect {
  return {
    createAdapter: () => new SelfLockingSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver,
  }
}

/** Kysely would queue for the one connection before the driver can refuse, so the driver queues. */
class SelfLockingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** The common part of connections: values in, rows out. */
export abstract class SqliteStatements implements DatabaseConnection {
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return resultOf(await this.answerTo(query, query.parameters.map(bindable)))
  }

  // biome-ignore lint/correctness/useYield: what it is in Kysely; nothing here asks for it.
  async *streamQuery(): AsyncGenerator<never> {
    throw new TypeError('SQLite streams nothing here; read in portions')
  }

  protected abstract answerTo(
    query: CompiledQuery,
    values: readonly SqlValue[],
  ): SqlAnswer | Promise<SqlAnswer>
}

function resultOf<Row>({ rows, changes, lastInsertRowid }: SqlAnswer): QueryResult<Row> {
  if (changes === undefined) return { rows: rows as Row[] }
  return {
    rows: [],
    numAffectedRows: BigInt(changes),
    insertId: BigInt(lastInsertRowid ?? 0),
  }
}

/** Careful: node:sqlite treats a first argument that is an object (a Date, say) as named parameters. */
function bindable(value: unknown): SqlValue {
  if (value === null || ArrayBuffer.isView(value)) return value as SqlValue
  if (['string', 'number', 'bigint'].includes(typeof value)) return value as SqlValue
  throw new TypeError(`cannot bind ${Object.prototype.toString.call(value)} to a SQLite parameter`)
}

import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { asUnavailable } from '../storage-failure.ts'
import type { SqlAnswer, SqlValue, statementsOf } from './statements.js'
import type { Writer } from './writer.ts'
import type { Turns } from './writer-turns.ts'

/** What all connections of a store share. */
export interface Shared {
  /** Reads on this thread, from a connection that can do nothing else. */
  read: ReturnType<typeof statementsOf>
  turns: Turns
  /** The working writer. Only for the caller that holds the turn. */
  writer(): Promise<Writer>
}

/**
 * What one caller is lent. Whatever may write takes a turn with the writer, and keeps it until the
 * connection is given back; a lone read needs neither and so never waits for the disk.
 */
export class SqliteConnection implements DatabaseConnection {
  #shared: Shared
  #hasTurn = false
  #inTransaction = false
  #writer: Writer | undefined

  constructor(shared: Shared) {
    this.#shared = shared
  }

  async executeQuery<Row>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const values = parameters.map(bindable)
    try {
      const isRead = query.kind === 'SelectQueryNode' && !this.#hasTurn
      return resultOf(isRead ? this.#shared.read(sql, values) : await this.#write(sql, values))
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  // biome-ignore lint/correctness/useYield: what it is in Kysely; nothing here asks for it.
  async *streamQuery(): AsyncGenerator<never> {
    throw new TypeError('SQLite streams nothing here; read in portions')
  }

  async begin(): Promise<void> {
    // Careful: a plain `begin` takes its snapshot at the first read and may no longer write when
    // another process has written since (SQLITE_BUSY_SNAPSHOT, which waiting cannot cure).
    await this.#run('begin immediate')
    this.#inTransaction = true
  }

  /** On disk when it resolves. */
  async commit(): Promise<void> {
    this.#inTransaction = false
    await this.#run('commit')
  }

  async rollBack(): Promise<void> {
    await this.#writer?.rollBack()
  }

  release(): void {
    if (this.#hasTurn) this.#shared.turns.pass()
    this.#hasTurn = false
    this.#inTransaction = false
    this.#writer = undefined
  }

  async #run(sql: string): Promise<void> {
    try {
      await this.#write(sql, [])
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  async #write(sql: string, values: readonly SqlValue[]): Promise<SqlAnswer> {
    if (!this.#hasTurn) {
      await this.#shared.turns.take()
      this.#hasTurn = true
    }
    // The one it began with: a transaction does not continue another when its own has ended.
    this.#writer ??= await this.#shared.writer()
    return this.#inTransaction ? this.#writer.runInside(sql, values) : this.#writer.run(sql, values)
  }
}

function resultOf<Row>({ rows, changes, lastInsertRowid }: SqlAnswer): QueryResult<Row> {
  if (changes === undefined) return { rows: rows as Row[] }
  return {
    rows: [],
    numAffectedRows: BigInt(changes),
    insertId: BigInt(lastInsertRowid ?? 0),
  }
}

/** Careful: node:sqlite takes a first argument that is an object (a Date, say) for named parameters. */
function bindable(value: unknown): SqlValue {
  if (value === null || ArrayBuffer.isView(value)) return value as SqlValue
  if (['string', 'number', 'bigint'].includes(typeof value)) return value as SqlValue
  throw new TypeError(`cannot bind ${Object.prototype.toString.call(value)} to a SQLite parameter`)
}

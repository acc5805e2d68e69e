import type { CompiledQuery } from 'kysely'
import { asAppError } from '../storage-failure.ts'
import { SqliteStatements } from './dialect.ts'
import type { SqlAnswer, SqlValue, statementsOf } from './statements.js'
import type { Writer } from './writer.ts'
import type { Turns } from './writer-turns.ts'

/** State shared by all connections of a store. */
export interface Shared {
  /** A read-only connection on this thread. */
  read: ReturnType<typeof statementsOf>
  turns: Turns
  /** The running writer. Only for the caller that holds the turn. */
  writer(): Promise<Writer>
}

/**
 * A connection as one caller uses it. Anything that may write waits for the writer and keeps it until the connection
 * is released; a lone read needs neither and so never waits for the disk.
 */
export class SqliteConnection extends SqliteStatements {
  #shared: Shared
  #hasTurn = false
  #writer: Writer | undefined

  constructor(shared: Shared) {
    super()
    this.#shared = shared
  }

  protected override async answerTo(
    { query, sql }: CompiledQuery,
    values: readonly SqlValue[],
  ): Promise<SqlAnswer> {
    try {
      const isRead = query.kind === 'SelectQueryNode' && !this.#hasTurn
      return isRead ? this.#shared.read(sql, values) : await this.#write(sql, values)
    } catch (error) {
      throw asAppError(error)
    }
  }

  /** Runs a command, which is a transaction of its own and releases the connection. */
  async runCommand<Output>(command: string, input: unknown): Promise<Output> {
    await this.#takeTurn()
    try {
      return await (await this.#shared.writer()).runCommand(command, input)
    } catch (error) {
      throw asAppError(error)
    } finally {
      this.release()
    }
  }

  async begin(): Promise<void> {
    // Careful: a plain `begin` takes its snapshot at the first read and may no longer write when another process has
    // written since (SQLITE_BUSY_SNAPSHOT, which waiting cannot cure).
    await this.#run('begin immediate')
  }

  /** On disk when it resolves. */
  async commit(): Promise<void> {
    await this.#run('commit')
  }

  async rollBack(): Promise<void> {
    await this.#writer?.rollBack()
  }

  release(): void {
    if (this.#hasTurn) this.#shared.turns.pass()
    this.#hasTurn = false
    this.#writer = undefined
  }

  async #run(sql: string): Promise<void> {
    try {
      await this.#write(sql, [])
    } catch (error) {
      throw asAppError(error)
    }
  }

  async #write(sql: string, values: readonly SqlValue[]): Promise<SqlAnswer> {
    await this.#takeTurn()
    // The writer it began with: a transaction does not continue another when its own has ended.
    this.#writer ??= await this.#shared.writer()
    return this.#writer.run(sql, values)
  }
  async #takeTurn(): Promise<void> {
    if (this.#hasTurn) return
    await this.#shared.turns.take()
    this.#hasTurn = true
  }
}

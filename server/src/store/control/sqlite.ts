import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DatabaseConnection, type Driver, Kysely } from 'kysely'
import type { Command } from './command.ts'
import { type Shared, SqliteConnection } from './sqlite/connection.ts'
import { sqliteDialect } from './sqlite/dialect.ts'
import { statementsOf } from './sqlite/statements.js'
import { Writer, type WriterOptions } from './sqlite/writer.ts'
import { writerTurns } from './sqlite/writer-turns.ts'
import type { Database } from './tables.ts'
import type { TransactionScope } from './transaction-scope.ts'

const readerPatienceMs = 500

/** The store in a file. */
export interface SqliteStore {
  db: Kysely<Database>
  /** Runs a command as a whole in the writer's thread, so that this one waits for none of its statements. */
  run<Input, Output>(command: Command<Input, Output>, input: Input): Promise<Output>
}

/**
 * Opens the file, durable on every commit and safe with other processes; creates it when absent. Writes
 * run on a separate thread, so that only their callers wait for the disk; `onLost` is called
 * when that thread ended by itself. The next write starts another one, as the first one does: a process that only
 * reads needs none. One that runs commands writes soon, so its thread is started at once.
 */
export function openSqlite(options: WriterOptions, scope: TransactionScope): SqliteStore {
  const { file, commands } = options
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Created here because SQLite would make it readable for everybody; its -wal and -shm get the same permissions.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  // A reader only waits while another process repairs the log of a killed one.
  const reader = new DatabaseSync(file, { readOnly: true, timeout: readerPatienceMs })
  let opening: Promise<Writer> | undefined
  const openWriter = () => {
    opening = Writer.open(options)
    return opening
  }
  // If it could not be opened, the next write tries again and fails with the reason.
  const opened = () => opening?.catch(() => undefined)
  if (commands) openWriter().catch(() => undefined)
  const shared: Shared = {
    read: statementsOf(reader),
    turns: writerTurns(),
    async writer() {
      const writer = await opened()
      return writer === undefined || writer.hasEnded ? openWriter() : writer
    },
  }
  const close = async () => {
    reader.close()
    await (await opened())?.close()
  }
  const dialect = sqliteDialect(() => sqliteDriver(shared, scope, close))
  return {
    db: new Kysely<Database>({ dialect }),
    run: async ({ name }, input) => {
      scope.refuseInside()
      return new SqliteConnection(shared).runCommand(name, input)
    },
  }
}

function sqliteDriver(shared: Shared, scope: TransactionScope, close: () => Promise<void>): Driver {
  return {
    init: async () => undefined,
    async acquireConnection() {
      scope.refuseInside()
      return new SqliteConnection(shared)
    },
    beginTransaction: (connection) => ours(connection).begin(),
    commitTransaction: (connection) => ours(connection).commit(),
    rollbackTransaction: (connection) => ours(connection).rollBack(),
    releaseConnection: async (connection) => ours(connection).release(),
    destroy: close,
  }
}

function ours(connection: DatabaseConnection): SqliteConnection {
  if (connection instanceof SqliteConnection) return connection
  throw new TypeError('this connection is of another store')
}

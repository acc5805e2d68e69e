import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type Shared, SqliteConnection } from './sqlite/connection.ts'
import { statementsOf } from './sqlite/statements.js'
import { Writer } from './sqlite/writer.ts'
import { writerTurns } from './sqlite/writer-turns.ts'
import type { Database } from './tables.ts'
import type { TransactionScope } from './transaction-scope.ts'

const readerPatienceMs = 500

/**
 * Opens the file, durable on every commit and safe with other processes; creates it when absent. Writes
 * run on a separate thread, so that only their callers wait for the disk; `onLost` is called
 * when that thread ended by itself, and the next statement starts another one.
 */
export async function openSqlite(
  file: string,
  scope: TransactionScope,
  onLost: (error: Error) => void,
): Promise<Kysely<Database>> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Made here because SQLite would make it readable for everybody; its -wal and -shm take after it.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const openWriter = () => Writer.open(file, onLost)
  const writer = await openWriter()
  // Only for the moment in which another process repairs the log of one that was killed does a reader wait.
  const reader = new DatabaseSync(file, { readOnly: true, timeout: readerPatienceMs })
  const dialect: Dialect = {
    createAdapter: () => new SelfLockingSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => sqliteDriver({ writer, reader, scope, openWriter }),
  }
  return new Kysely<Database>({ dialect })
}

interface Connections {
  writer: Writer
  reader: DatabaseSync
  scope: TransactionScope
  openWriter(): Promise<Writer>
}

function sqliteDriver({ writer, reader, scope, openWriter }: Connections): Driver {
  let current = writer
  const shared: Shared = {
    read: statementsOf(reader),
    turns: writerTurns(),
    async writer() {
      if (current.hasEnded) current = await openWriter()
      return current
    },
  }
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
    async destroy() {
      reader.close()
      await current.close()
    },
  }
}

function ours(connection: DatabaseConnection): SqliteConnection {
  if (connection instanceof SqliteConnection) return connection
  throw new TypeError('this connection is of another store')
}

/** Kysely would queue for the one connection before the driver can refuse, so the driver queues. */
class SelfLockingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

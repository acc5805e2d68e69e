import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { takeLock } from './advisory-lock.ts'
import type { Command } from './command.ts'
import { migrateControl } from './migrate.ts'
import { openPostgres, serializable } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Database } from './tables.ts'
import { type TransactionScope, transactionScope } from './transaction-scope.ts'

/** Sites, keys, accounts and payments: SQLite in a file, or Postgres, with the same queries. */
export interface ControlStore {
  /** For single statements. Throws inside a transaction; use its handle there. */
  readonly db: Kysely<Database>
  readonly dialect: 'sqlite' | 'postgres'
  /**
   * All or nothing, on disk when it resolves, and isolated from all other transactions. `work` may run more than
   * once, so it must do nothing but use the handle.
   */
  transaction<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>
  /**
   * The same for a command. SQLite runs it as a whole in the thread of its connection, so that no statement of it
   * waits for a turn of this thread's event loop, or this thread for a statement.
   */
  run<Input, Output>(command: Command<Input, Output>, input: Input): Promise<Output>
  /**
   * Runs `work` while no other process of this store runs any; when a process ends or loses the store, the next one
   * begins. Work that was done before a failure stays done. SQLite has only one process.
   */
  alone<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Further writes in the transaction of a change, such as its audit entry and the e-mail about it. */
export type AlsoWrite<Change = void> = (db: Kysely<Database>, change: Change) => Promise<unknown>

export interface ControlStoreOptions {
  /** `postgres://…`; without it the store is the SQLite `file`. */
  databaseUrl?: string | undefined
  file: string
  /**
   * The file for SQLite's thread to load that knows all commands (`commandsOn`). Without it they run like any
   * transaction, statement by statement.
   */
  commands?: URL | undefined
  /** Called when an idle connection is lost; the next query opens a new one. */
  onConnectionLost?: (error: Error) => void
}

/** Where an installation without a database server keeps its control store. */
export function controlFile(dataDir: string): string {
  return join(dataDir, 'control.sqlite')
}

/** Opens the store and updates its tables. Any number of processes may do so at once. */
export async function openControlStore(options: ControlStoreOptions): Promise<ControlStore> {
  const { db, dialect, scope, run } = await openUnmigrated(options)
  try {
    await migrateControl(db, dialect)
  } catch (error) {
    await db.destroy()
    throw error
  }
  const transaction: ControlStore['transaction'] = (work) =>
    dialect === 'sqlite'
      ? db.transaction().execute((handle) => scope.run(() => work(handle)))
      : serializable(db, (handle) => scope.run(() => work(handle)))
  return {
    ...{ db, dialect, transaction },
    run: run ?? ((command, input) => transaction((handle) => command.run(handle, input))),
    alone: (work) => (dialect === 'sqlite' ? work() : holdingLock(db, work)),
    close: () => db.destroy(),
  }
}

/** The lock is the transaction's, so that it also works if a proxy gives each transaction another connection. */
function holdingLock<T>(db: Kysely<Database>, work: () => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (handle) => {
      // A server's timeouts are for statements and transactions that block others, which these do not.
      await sql`
        select set_config('idle_in_transaction_session_timeout', '0', true),
          set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)
      `.execute(handle)
      await takeLock(handle, 'alone')
      return work()
    })
}

type UnmigratedStore = Pick<ControlStore, 'db' | 'dialect'> & {
  scope: TransactionScope
  /** Present if the store has a thread that runs commands. */
  run?: ControlStore['run'] | undefined
}

/** The store without migrations, for the code that runs them. */
export async function openUnmigrated({
  databaseUrl,
  file,
  commands,
  onConnectionLost = () => undefined,
}: ControlStoreOptions): Promise<UnmigratedStore> {
  const scope = transactionScope()
  if (databaseUrl !== undefined) {
    return { db: openPostgres(databaseUrl, scope, onConnectionLost), dialect: 'postgres', scope }
  }
  const { db, run } = openSqlite({ file, commands, onLost: onConnectionLost }, scope)
  return { db, dialect: 'sqlite', scope, run: commands && run }
}

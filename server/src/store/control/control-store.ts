import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { migrateControl } from './migrate.ts'
import { openPostgres, serializable } from './postgres.ts'
import { openSqlite } from './sqlite.ts'
import type { Database } from './tables.ts'
import { type TransactionScope, transactionScope } from './transaction-scope.ts'

/** Sites, keys, accounts and payments: SQLite in a file, or Postgres, behind one set of queries. */
export interface ControlStore {
  /** For single statements. Inside a transaction it refuses to work; use the handle given there. */
  readonly db: Kysely<Database>
  readonly dialect: 'sqlite' | 'postgres'
  /**
   * All or nothing, on disk when it resolves, and as if no other transaction ran at the same time.
   * `work` may be run more than once, so it must do nothing but talk to the handle it is given.
   */
  transaction<T>(work: (db: Kysely<Database>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What else is written in the transaction of a change, such as its audit entry and the e-mail about it. */
export type AlsoWrite<Change = void> = (db: Kysely<Database>, change: Change) => Promise<unknown>

export interface ControlStoreOptions {
  /** `postgres://…`; without it the store is the SQLite `file`. */
  databaseUrl?: string | undefined
  file: string
  /** Called when an idle connection is lost; the next query opens a new one. */
  onConnectionLost?: (error: Error) => void
}

/** Where an installation without a database server keeps its control store. */
export function controlFile(dataDir: string): string {
  return join(dataDir, 'control.sqlite')
}

/** Opens the store and brings its tables up to date. Any number of processes may do so at once. */
export async function openControlStore(options: ControlStoreOptions): Promise<ControlStore> {
  const { db, dialect, scope } = await openUnmigrated(options)
  try {
    await migrateControl(db, dialect)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    dialect,
    transaction: (work) =>
      dialect === 'sqlite'
        ? db.transaction().execute((handle) => scope.run(() => work(handle)))
        : serializable(db, (handle) => scope.run(() => work(handle))),
    close: () => db.destroy(),
  }
}

/** The store without migrations, for the code that runs them. */
export async function openUnmigrated({
  databaseUrl,
  file,
  onConnectionLost = () => undefined,
}: ControlStoreOptions): Promise<
  Pick<ControlStore, 'db' | 'dialect'> & { scope: TransactionScope }
> {
  const scope = transactionScope()
  return databaseUrl === undefined
    ? { db: await openSqlite(file, scope, onConnectionLost), dialect: 'sqlite', scope }
    : { db: openPostgres(databaseUrl, scope, onConnectionLost), dialect: 'postgres', scope }
}

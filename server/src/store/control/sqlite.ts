import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { AppError } from '../../errors.ts'
import { sqliteConnection } from './sqlite-connection.ts'
import { asUnavailable } from './storage-failure.ts'
import type { Database } from './tables.ts'
import type { TransactionScope } from './transaction-scope.ts'

/** How long a statement waits for another process (a command line, a backup) to let go of the lock. */
const busyDeadlineMs = 15_000

/** Opens the file, durable on every commit and safe beside other processes; makes it when absent. */
export async function openSqlite(file: string, scope: TransactionScope): Promise<Kysely<Database>> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Made here because SQLite would make it readable for everybody; its -wal and -shm take after it.
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const database = new DatabaseSync(file, { timeout: 0 })
  await whileBusy(() =>
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma journal_size_limit = 67108864',
    ),
  )
  return new Kysely<Database>({ dialect: sqliteDialect(database, scope) })
}

function sqliteDialect(database: DatabaseSync, scope: TransactionScope): Dialect {
  return {
    createAdapter: () => new SelfLockingSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => sqliteDriver(database, scope),
  }
}

function sqliteDriver(database: DatabaseSync, scope: TransactionScope): Driver {
  const connection = patient(database, sqliteConnection(database))
  const run = async (sql: string) => void (await connection.executeQuery(CompiledQuery.raw(sql)))
  const turns = takeTurns()
  return {
    init: async () => undefined,
    acquireConnection: async () => {
      scope.refuseInside()
      await turns.take()
      return connection
    },
    // Careful: a plain `begin` takes its snapshot at the first read and may no longer write when
    // another process has written since (SQLITE_BUSY_SNAPSHOT, which waiting cannot cure).
    beginTransaction: () => run('begin immediate'),
    commitTransaction: () => run('commit'),
    // A full disk makes SQLite roll back by itself; a second rollback would hide that error.
    rollbackTransaction: async () => {
      if (database.isTransaction) await run('rollback')
    },
    releaseConnection: async () => turns.pass(),
    destroy: async () => database.close(),
  }
}

/** Kysely would queue for the one connection before the driver can refuse, so the driver queues. */
class SelfLockingSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** After this long without a pause, other processes get a chance to write. */
const stretchMs = 50
/** Longer than they sleep between two attempts. */
const pauseMs = 6

/**
 * First come, first served; a transaction keeps its turn until its end. Between two turns the event
 * loop goes on: SQLite answers at once, so a queue of transactions would otherwise stop everything
 * else, and with it every other process that waits for the lock.
 */
function takeTurns() {
  const waiting: (() => void)[] = []
  let taken = false
  let stretchBeganMs = 0
  return {
    async take(): Promise<void> {
      if (taken) return new Promise<void>((resolve) => waiting.push(resolve))
      taken = true
      stretchBeganMs = performance.now()
    },
    pass(): void {
      const next = waiting.shift()
      if (next === undefined) {
        taken = false
      } else if (performance.now() < stretchBeganMs + stretchMs) {
        setImmediate(next)
      } else {
        setTimeout(() => {
          stretchBeganMs = performance.now()
          next()
        }, pauseMs)
      }
    },
  }
}

/**
 * Waits without blocking the process when another one holds the lock. SQLite's own waiting would
 * stop the event loop, and with it everything else that this server does.
 */
function patient(database: DatabaseSync, connection: DatabaseConnection): DatabaseConnection {
  return {
    async executeQuery<Row>(query: CompiledQuery) {
      const run = () => connection.executeQuery<Row>(query)
      try {
        return await (database.isTransaction ? run() : whileBusy(run))
      } catch (error) {
        throw asUnavailable(error)
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

async function whileBusy<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + busyDeadlineMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() > deadline) {
        throw new AppError('unavailable', 'The control store is busy', {
          cause: error,
          retryAfterSeconds: 1,
        })
      }
    }
    // Jitter, so that two processes do not keep meeting.
    await sleep(1 + Math.random() * 4)
  }
}

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  // The low byte is the primary code; extended codes such as SQLITE_BUSY_RECOVERY carry more above.
  return (
    error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy
  )
}

import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresAdapter,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  replaceWithNoncontingentExpression,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { AppError } from '../../errors.ts'
import { storedText } from '../stored-text.ts'
import { asAppError } from './storage-failure.ts'
import type { Database } from './tables.ts'
import type { TransactionScope } from './transaction-scope.ts'

/** How long conflicting transactions are retried before the caller gets a 503. */
const conflictDeadlineMs = 15_000

/** A repeated duplicate was not inserted by another transaction. */
const mostDuplicates = 5

/** Connects to a Postgres server. Whether it can be reached is only known after the first query. */
export function openPostgres(
  url: string,
  scope: TransactionScope,
  onConnectionLost: (error: Error) => void,
): Kysely<Database> {
  const options = {
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'tributary',
    types: { getTypeParser },
    // Careful: not Kysely's onCreateConnection. If that fails, the connection is never returned to the pool.
    onConnect: makeDurable,
  }
  const pool = new pg.Pool(options)
  // Without listeners, a connection that dies would end the process: the pool listens to idle ones, but not to one
  // that is checked out between two queries, as within a transaction.
  pool.on('error', onConnectionLost)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const config: PostgresDialectConfig = { pool }
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => new ScopedPostgresDriver(config, scope),
    },
    // `in ()` matches nothing in SQLite, and is a syntax error in Postgres.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })
}

/**
 * Runs `work` isolated, as SQLite always does. Postgres refuses one of two transactions that conflict; that one is
 * run again from the start.
 */
export async function serializable<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + conflictDeadlineMs
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('serializable').execute(work)
    } catch (error) {
      if (!isConflict(error) && !(isDuplicate(error) && attempt <= mostDuplicates)) throw error
      if (performance.now() > deadline) {
        throw new AppError('unavailable', 'The control store is busy', {
          cause: error,
          retryAfterSeconds: 1,
        })
      }
    }
    await sleep(Math.random() * Math.min(2 ** attempt, 64))
  }
}

class ScopedPostgresDriver extends PostgresDriver {
  readonly #scope: TransactionScope

  constructor(config: PostgresDialectConfig, scope: TransactionScope) {
    super(config)
    this.#scope = scope
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#scope.refuseInside()
    try {
      return adapted(await super.acquireConnection())
    } catch (error) {
      throw new AppError('unavailable', 'The control store cannot be reached', {
        cause: error,
        retryAfterSeconds: 5,
      })
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch (error) {
      // A lost connection has rolled back by itself, and the error that lost it is the one to throw.
      if (!isConnectionLoss(error)) throw error
    }
  }
}

const wrapped = new WeakSet<DatabaseConnection>()

/** With texts and errors as the store expects them. In place, because Kysely's driver only accepts its own object. */
function adapted(connection: DatabaseConnection): DatabaseConnection {
  if (wrapped.has(connection)) return connection
  wrapped.add(connection)
  const run = connection.executeQuery.bind(connection)
  connection.executeQuery = async <Row>(query: CompiledQuery) => {
    try {
      return await run<Row>({ ...query, parameters: query.parameters.map(storable) })
    } catch (error) {
      throw asAppError(error)
    }
  }
  return connection
}

/** Of what others send, Postgres would refuse some texts. */
const storable = (value: unknown) => (typeof value === 'string' ? storedText(value) : value)

/** "200 means on disk" must also hold on a server that by default answers before it has written. */
async function makeDurable(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`,
  )
}

const int8 = 20
const numeric = 1700

/** Postgres sends 64-bit integers, and sums of them, as text; SQLite returns numbers. Both return numbers here. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8 || oid === numeric) return safeNumber
  return format === 'binary'
    ? pg.types.getTypeParser(oid, 'binary')
    : pg.types.getTypeParser(oid, 'text')
}

function safeNumber(text: string): number {
  const value = Number(text)
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`${text} is beyond the safe integers`)
  }
  return value
}

function sqlState(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** serialization_failure and deadlock_detected: nothing was done, and a new attempt may succeed. */
function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlState(error))
}

/**
 * unique_violation: a row was looked for and not found while another transaction was inserting it. When the
 * transaction is run again, the row is there. Postgres reports this instead of serialization_failure if the look-up
 * used a different index (https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html).
 */
function isDuplicate(error: unknown): boolean {
  return sqlState(error) === '23505'
}

/** Not an answer of the server (five characters), or its notice that it closes the connection. */
function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error)
  return !/^[0-9A-Z]{5}$/.test(state) || state.startsWith('57P') || state.startsWith('08')
}

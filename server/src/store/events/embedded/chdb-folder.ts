import { drainPending, Session } from 'chdb'
import { ConnectionPool } from './connection-pool.ts'
import { syncDeduplicationLog } from './deduplication-log.ts'
import { syncDefinitions } from './durable-definitions.ts'
import { RefusedStatement } from './exception.ts'
import { listTables, markClosed, recoverTables } from './recover-tables.ts'
import { findInsertedTable, findInsertTarget, type Statement } from './statement.ts'

/** The open folder: runs statements, several at once, each as if it had a connection of its own. */
export interface ChdbFolder {
  /** The answer in the statement's format. Rejects with the engine's own words. */
  run(statement: Statement, body: Buffer): Promise<Uint8Array>
  version: string
  /** What had to be put right after a crash. */
  recovered: readonly string[]
  close(): Promise<void>
}

/**
 * Statements that run at the same time; more wait. Reads share one memory limit, and more of them
 * at once are no faster on a small machine; writes have turns of their own, so that slow questions
 * never hold up the rows. Together they leave some of libuv's 16 threads free.
 */
const maxReading = 6
const maxWriting = 4
/** Statements that may wait; more are refused rather than kept in memory. */
const maxWaiting = 500

/** Tables that a view fills with each insert into another one. */
const fedTables: Readonly<Record<string, readonly string[]>> = { events: ['sessions'] }

/** Opens the folder, waiting for a predecessor to let go of it, but no longer than `lockWaitMs`. */
export async function openChdbFolder(options: {
  dir: string
  connectionArgs: readonly string[]
  lockWaitMs: number
}): Promise<ChdbFolder> {
  const keeper = await openWhenFree(options)
  const version = JSON.parse(keeper.query('select version() as version', 'JSONEachRow')).version
  const recovered = await recoverTables(keeper, options.dir)
  const folders = tableFolders(keeper)
  const pool = new ConnectionPool(() => new Session(options.dir))
  const reading = takeTurns(maxReading)
  const writing = takeTurns(maxWriting)
  return {
    version,
    recovered,
    async run(statement, body) {
      const turns = statement.kind === 'read' ? reading : writing
      await turns.enter()
      try {
        const answer = await runOn(pool, statement, body)
        if (statement.kind === 'definition') {
          folders.forget()
          await syncDefinitions(options.dir)
        }
        if (statement.kind === 'insert') {
          const table = findInsertedTable(statement.sql)
          for (const name of [table, ...(fedTables[table] ?? [])]) {
            const folder = folders.find(name)
            if (folder !== undefined) await syncDeduplicationLog(folder)
          }
        }
        return answer
      } finally {
        turns.leave()
      }
    },
    async close() {
      pool.close()
      await drainPending()
      keeper.close()
      await drainPending()
      markClosed(options.dir)
    },
  }
}

/** Where each table's parts are; looked up once after every change of the tables. */
function tableFolders(session: Session): {
  find(table: string): string | undefined
  forget(): void
} {
  let known: Map<string, string> | undefined
  return {
    find(table) {
      known ??= new Map(listTables(session).map(({ name, dir }) => [name, dir]))
      return known.get(table)
    },
    forget() {
      known = undefined
    },
  }
}

async function openWhenFree(options: {
  dir: string
  connectionArgs: readonly string[]
  lockWaitMs: number
}): Promise<Session> {
  const deadline = performance.now() + options.lockWaitMs
  for (;;) {
    try {
      return new Session(options.dir, { connectionArgs: options.connectionArgs })
    } catch (error) {
      // The binding says only that it failed; the reason (a lock, a full disk) is on stderr.
      if (performance.now() >= deadline) {
        throw new Error(
          `cannot open ${options.dir}: another process holds it, or it cannot be read or written`,
          { cause: error },
        )
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function runOn(pool: ConnectionPool, statement: Statement, body: Buffer) {
  const connection = await pool.take(statement)
  let reusable = false
  try {
    const answer = await runStatement(connection.session, statement, body)
    reusable = statement.kind === 'read' || statement.kind === 'insert'
    return answer
  } catch (error) {
    // A failed read leaves nothing behind on its connection; after anything else start afresh.
    reusable = statement.kind === 'read'
    throw error
  } finally {
    if (reusable) pool.giveBack(connection)
    else pool.discard(connection)
  }
}

async function runStatement(session: Session, statement: Statement, body: Buffer) {
  const target = statement.kind === 'insert' ? findInsertTarget(statement.sql) : undefined
  if (target === undefined) {
    const result = await session.queryAsync(statement.sql, { format: statement.format })
    return result.bytes()
  }
  if (target.format !== 'JSONEachRow') {
    throw new RefusedStatement(73, 'UNKNOWN_FORMAT', `Insert JSONEachRow, not ${target.format}`)
  }
  const { table, columns, format } = target
  await session.insert({ table, values: body, format, ...(columns && { columns }) })
  return new Uint8Array(0)
}

/** Lets `maxRunning` in at a time, first come, first served. */
function takeTurns(maxRunning: number): { enter(): Promise<void>; leave(): void } {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    async enter() {
      if (running < maxRunning) {
        running++
        return
      }
      if (waiting.length >= maxWaiting) {
        throw new RefusedStatement(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many statements wait')
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    },
    leave() {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    },
  }
}

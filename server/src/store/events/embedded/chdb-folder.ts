import { drainPending, Session } from 'chdb'
import { semaphore } from '../../../concurrency/semaphore.ts'
import { cancellableRead } from './cancel-read.ts'
import { type Connection, ConnectionPool } from './connection-pool.ts'
import { syncDeduplicationLog } from './deduplication-log.ts'
import { syncDefinitions } from './durable-definitions.ts'
import { requireRoom } from './engine-disk.ts'
import { RefusedStatement } from './exception.ts'
import { FailedWrites } from './failed-writes.ts'
import { hasLostInserts } from './lost-inserts.ts'
import { listTables, markClosed, recoverTables, type TableFolder } from './recover-tables.ts'
import { shareMemory } from './share-memory.ts'
import { findInsertedTable, findInsertTarget, type Statement } from './statement.ts'
import { removeTornFiles } from './torn-files.ts'

/** The open folder: runs statements, several at once, each as if it had its own connection. */
export interface ChdbFolder {
  /**
   * The answer in the statement's format. Rejects with the engine's own error. A read whose signal is aborted ends early.
   */
  run(statement: Statement, body: Buffer, signal: AbortSignal): Promise<Uint8Array>
  version: string
  /** What was repaired after a crash. */
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
/** The most statements that wait; more are refused rather than queued in memory. */
const maxWaiting = 500
/** Often enough to find a failed merge while the parts it replaced still exist (engine-settings.ts). */
const checkEveryMs = 5_000
/** A slower read may have written temporary files; if writing them failed, its answer cannot be trusted either. */
const longReadMs = 250

/** Tables that a view fills with each insert into another one. */
const fedTables: Readonly<Record<string, readonly string[]>> = { events: ['sessions'] }

export interface ChdbFolderOptions {
  dir: string
  connectionArgs: readonly string[]
  /** How long to wait for a predecessor to release the folder. */
  lockWaitMs: number
  /** Ends the process, whose results cannot be trusted any more. Nothing is answered afterwards. */
  giveUp: (reason: string) => void
}

/** Opens the folder, recovered from an earlier crash. */
export async function openChdbFolder(options: ChdbFolderOptions): Promise<ChdbFolder> {
  const removed = removeTornFiles(options.dir)
  const keeper = await openWhenFree(options)
  const version = JSON.parse(keeper.query('select version() as version', 'JSONEachRow')).version
  const recovered = [...removed, ...(await recoverTables(keeper, options.dir))]
  const folders = tableFolders(keeper)
  const failedWrites = new FailedWrites(keeper)
  if ((await failedWrites.count()) > 0)
    throw new Error(`the disk refused a write in ${options.dir}`)
  const pool = new ConnectionPool(() => new Session(options.dir))
  const tooMany = () =>
    new RefusedStatement(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many statements wait')
  const reading = semaphore({ most: maxReading, mostWaiting: maxWaiting, refuse: tooMany })
  const writing = semaphore({ most: maxWriting, mostWaiting: maxWaiting, refuse: tooMany })
  const sharingMemory = shareMemory()
  /** Resolves when every write up to now was carried out, and never when one was not. */
  async function confirmWrites(): Promise<void> {
    if ((await failedWrites.count()) === 0) return
    options.giveUp('the disk refused a write')
    await new Promise(() => undefined)
  }
  /** `confirmWrites` while another error is being thrown, which must not be replaced. */
  const noticeFailedWrites = () => confirmWrites().catch(() => undefined)
  const checks = setInterval(noticeFailedWrites, checkEveryMs).unref()
  const read = (statement: Statement, signal: AbortSignal) =>
    runOn(pool, statement, ({ session }) => readOn(session, keeper, statement, signal))
  async function run(statement: Statement, body: Buffer, signal: AbortSignal): Promise<Uint8Array> {
    const beganMs = performance.now()
    try {
      if (statement.kind === 'definition') await requireRoom(options.dir, statement.sql)
      const answer = await (statement.kind === 'read'
        ? sharingMemory(() => read(statement, signal), patienceMs(statement))
        : runOn(pool, statement, ({ session }) => write(session, statement, body)))
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
      const isQuickRead = statement.kind === 'read' && performance.now() - beganMs < longReadMs
      if (!isQuickRead) await confirmWrites()
      return answer
    } catch (error) {
      if (error instanceof RefusedStatement) throw error
      await noticeFailedWrites()
      if (statement.kind === 'insert' && (await hasLostInserts(folders.all()))) {
        options.giveUp('an insert failed between its record and its rows')
        await new Promise(() => undefined)
      }
      throw error
    }
  }
  return {
    version,
    recovered,
    run: (statement, body, signal) =>
      (statement.kind === 'read' ? reading : writing)(() => run(statement, body, signal)),
    async close() {
      clearInterval(checks)
      pool.close()
      await drainPending()
      const isSound = await failedWrites.count().then(
        (count) => count === 0,
        () => false,
      )
      keeper.close()
      await drainPending()
      if (isSound) markClosed(options.dir)
    },
  }
}

/** The folder of each table's parts; looked up once after every change of the tables. */
function tableFolders(session: Session): {
  find(table: string): string | undefined
  all(): readonly TableFolder[]
  forget(): void
} {
  let known: TableFolder[] | undefined
  const all = () => {
    known ??= listTables(session)
    return known
  }
  return {
    find: (table) => all().find(({ name }) => name === table)?.dir,
    all,
    forget() {
      known = undefined
    },
  }
}

async function openWhenFree(options: ChdbFolderOptions): Promise<Session> {
  const deadline = performance.now() + options.lockWaitMs
  for (;;) {
    try {
      return new Session(options.dir, { connectionArgs: options.connectionArgs })
    } catch (error) {
      // The binding says only that it failed; the reason (a lock, a full disk) is on stderr.
      if (performance.now() >= deadline) {
        throw new Error(
          `cannot open ${options.dir}: another server uses it, or it cannot be read or written. Stop the other server, or give the folder to the user that Tributary runs as.`,
          { cause: error },
        )
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * So that the last try has time to answer before the client gives up. The statements of a report may each take 30
 * seconds, and several have to fit into the 40 seconds of a request.
 */
function patienceMs({ settings }: Statement): number {
  const seconds = Number(settings.get('max_execution_time')) || 30
  // What may take longer is work in the background, which can wait.
  return (seconds > 30 ? seconds * 0.8 : 8) * 1_000
}

async function runOn(
  pool: ConnectionPool,
  statement: Statement,
  work: (connection: Connection) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const connection = await pool.take(statement)
  let reusable = false
  try {
    const answer = await work(connection)
    // Careful: the partial output of a failed read is sent before the next answer on its connection.
    reusable = statement.kind === 'read' || statement.kind === 'insert'
    return answer
  } finally {
    if (reusable) pool.release(connection)
    else pool.discard(connection)
  }
}

async function readOn(
  session: Session,
  keeper: Session,
  { sql, format }: Statement,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const found = await cancellableRead(keeper, { sql, signal }, (marked) =>
    session.queryAsync(marked, { format }),
  )
  return found.bytes()
}

async function write(session: Session, statement: Statement, body: Buffer): Promise<Uint8Array> {
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

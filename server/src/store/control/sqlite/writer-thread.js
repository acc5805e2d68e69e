// @ts-check
// The thread that owns the control store's SQLite connection: SQLite waits for the disk in the thread that
// asks it, and the server's own must not wait. Plain JavaScript, because a thread that has to strip types
// loads what strips them: 17 MB and 50 ms of CPU for each process with a control store (measured).

import { DatabaseSync } from 'node:sqlite'
import { receiveMessageOnPort, workerData } from 'node:worker_threads'
import { statementsOf } from './statements.js'

/**
 * @typedef {import('./statements.js').SqlValue} SqlValue
 * @typedef {import('./statements.js').SqlAnswer} SqlAnswer
 * @typedef {{ sql: string, parameters: readonly SqlValue[] }} Statement
 * @typedef {{ command: string, input: unknown }} Command
 * @typedef {'open' | 'roll-back' | 'close' | Statement | Command} Order
 * @typedef {{ error: unknown, fields: object }} Failure
 *   An error on its way between threads keeps its class and texts; what SQLite adds to it is in `fields`.
 * @typedef {{
 *   file: string,
 *   commands: string | undefined,
 *   port: import('node:worker_threads').MessagePort,
 *   sent: Int32Array,
 * }} ThreadData
 *   `commands` is the URL of the file with the commands that may be run; `sent` is shared: how many orders were sent.
 * @typedef {{ id: number, order: Order }} ToThread
 * @typedef {{ id: number, answer: unknown } | { id: number, failure: Failure }} FromThread
 */

/** How long a statement waits for another process (a command, a backup) to release the lock. */
const busyDeadlineMs = 15_000
const sqliteBusy = 5

const { file, commands, port, sent } = /** @type {ThreadData} */ (workerData)
const database = new DatabaseSync(file, { open: false, timeout: 0 })
const run = statementsOf(database)
const neverNotified = new Int32Array(new SharedArrayBuffer(4))
/** @type {SqlAnswer} */
const nothing = { rows: [] }

/** @type {import('./run-command.ts').RunCommand | undefined} */
let runCommand

// No event loop: there is nothing else to do here, and waking up like this takes a third of the time.
for (;;) {
  const seen = Atomics.load(sent, 0)
  for (;;) {
    const received = receiveMessageOnPort(port)
    if (received === undefined) break
    const { id, order } = /** @type {ToThread} */ (received.message)
    port.postMessage(await answerTo(id, order))
  }
  Atomics.wait(sent, 0, seen)
}

/**
 * @param {number} id
 * @param {Order} order
 * @returns {Promise<FromThread>}
 */
async function answerTo(id, order) {
  try {
    const isCommand = typeof order === 'object' && 'command' in order
    return { id, answer: isCommand ? await obeyWhole(order) : obey(order) }
  } catch (error) {
    return { id, failure: { error, fields: { .../** @type {object} */ (error) } } }
  }
}

/**
 * Runs a command as a transaction. What it is made of is loaded with the first one: many processes run none.
 *
 * @param {Command} order
 */
async function obeyWhole({ command, input }) {
  if (commands === undefined) throw new Error('the store was opened without commands')
  runCommand ??= await loadCommands(commands)
  whileBusy(() => run('begin immediate', []))
  try {
    const output = await runCommand(command, input)
    run('commit', [])
    return output
  } catch (error) {
    rollBack()
    throw error
  }
}

/**
 * @param {string} file
 * @returns {Promise<import('./run-command.ts').RunCommand>}
 */
async function loadCommands(file) {
  const { commandsOn } = await import(file)
  return commandsOn(run)
}

function rollBack() {
  // A full disk makes SQLite roll back by itself; a second rollback would hide that error.
  if (database.isTransaction) database.exec('rollback')
}

/**
 * @param {Exclude<Order, Command>} order
 * @returns {SqlAnswer}
 */
function obey(order) {
  if (order === 'open') {
    database.open()
    whileBusy(() =>
      database.exec(
        'pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma journal_size_limit = 67108864',
      ),
    )
  } else if (order === 'close') {
    database.close()
  } else if (order === 'roll-back') {
    rollBack()
  } else {
    const once = () => run(order.sql, order.parameters)
    return database.isTransaction ? once() : whileBusy(once)
  }
  return nothing
}

/**
 * Tries until no other process holds the lock. Not SQLite's own waiting, which sleeps for up to 100 ms
 * between two attempts and so would never get the lock from a busy process.
 *
 * @template T
 * @param {() => T} work
 * @returns {T}
 */
function whileBusy(work) {
  const deadline = performance.now() + busyDeadlineMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    // Jitter, so that two processes do not keep meeting.
    Atomics.wait(neverNotified, 0, 0, 1 + Math.random() * 4)
  }
}

/** @param {unknown} error */
function isBusy(error) {
  // The low byte is the primary code; extended codes such as SQLITE_BUSY_RECOVERY carry more above.
  return (
    error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy
  )
}

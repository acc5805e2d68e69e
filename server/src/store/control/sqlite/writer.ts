import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { AppError } from '../../../errors.ts'
import type { SqlAnswer, SqlValue } from './statements.js'
import type { Failure, FromThread, Order, ThreadData, ToThread } from './writer-thread.js'

const threadFile = new URL('./writer-thread.js', import.meta.url)

/** Longer than a statement takes that has its pages in memory; shorter than anybody notices. */
const patienceMs = 1
/** So many statements without a turn of the event loop: more than a payment has, 0.5 ms in all. */
const mostAtOnce = 32

/** The writing connection on a separate thread, so that only its callers wait for the disk. */
export class Writer {
  /** Set when the thread is gone, for whatever reason. What was not committed is undone then. */
  hasEnded = false
  #worker: Worker
  #port: MessagePort
  #counters = new Int32Array(new SharedArrayBuffer(8))
  #open = new Map<number, PromiseWithResolvers<SqlAnswer>>()
  #asked = 0
  #atOnce = 0

  private constructor(file: string, onLost: (error: Error) => void) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#worker = new Worker(threadFile, {
      name: 'tributary-control',
      env: {},
      execArgv: [],
      workerData: { file, port: port2, counters: this.#counters } satisfies ThreadData,
      transferList: [port2],
    })
    // Only what is under way keeps the process from ending.
    this.#worker.unref()
    this.#port.on('message', (message: FromThread) => {
      this.#atOnce = 0
      this.#hear(message)
    })
    this.#port.unref()
    const lose = (reason: Error) => {
      if (this.hasEnded) return
      this.#end(reason)
      onLost(reason)
    }
    this.#worker.on('error', lose)
    this.#worker.on('exit', () => lose(new Error('the thread ended')))
  }

  /** Starts the thread, which opens the file. `onLost` hears why, if it ever ends by itself. */
  static async open(file: string, onLost: (error: Error) => void): Promise<Writer> {
    const writer = new Writer(file, onLost)
    try {
      await writer.#ask('open')
    } catch (error) {
      await writer.#terminate()
      throw error
    }
    return writer
  }

  /** Runs a statement that may take as long as the disk or another process takes. */
  run(sql: string, parameters: readonly SqlValue[]): Promise<SqlAnswer> {
    return this.#ask({ sql, parameters })
  }

  /**
   * Runs a statement within a transaction, where SQLite waits neither for the disk nor for a lock and is done
   * within some 20 µs: that is waited for at once, because a turn of a busy event loop takes
   * milliseconds, and a transaction has a dozen statements. What takes longer is not waited for, and a long
   * transaction lets the event loop continue now and then.
   */
  runInside(sql: string, parameters: readonly SqlValue[]): Promise<SqlAnswer> {
    const seen = Atomics.load(this.#counters, 1)
    const answer = this.#ask({ sql, parameters })
    if (this.hasEnded || ++this.#atOnce > mostAtOnce) return answer
    Atomics.wait(this.#counters, 1, seen, patienceMs)
    const received = receiveMessageOnPort(this.#port)
    if (received !== undefined) this.#hear(received.message)
    return answer
  }

  /** Undoes the transaction, unless it is undone already. */
  async rollBack(): Promise<void> {
    if (!this.hasEnded) await this.#ask('roll-back')
  }

  async close(): Promise<void> {
    if (this.hasEnded) return
    await this.#ask('close')
    await this.#terminate()
  }

  async #terminate(): Promise<void> {
    this.#end(new Error('the store was closed'))
    await this.#worker.terminate()
  }

  #ask(order: Order): Promise<SqlAnswer> {
    if (this.hasEnded) return Promise.reject(interrupted(new Error('the thread has ended')))
    const id = ++this.#asked
    const answered = Promise.withResolvers<SqlAnswer>()
    if (this.#open.size === 0) this.#worker.ref()
    this.#open.set(id, answered)
    this.#port.postMessage({ id, order } satisfies ToThread)
    Atomics.add(this.#counters, 0, 1)
    Atomics.notify(this.#counters, 0)
    return answered.promise
  }

  #hear(message: FromThread): void {
    const answered = this.#open.get(message.id)
    this.#open.delete(message.id)
    if (this.#open.size === 0) this.#worker.unref()
    if ('answer' in message) answered?.resolve(message.answer)
    else answered?.reject(errorOf(message.failure))
  }

  #end(reason: Error): void {
    this.hasEnded = true
    this.#port.close()
    for (const answered of this.#open.values()) answered.reject(interrupted(reason))
    this.#open.clear()
  }
}

function interrupted(cause: Error): AppError {
  return new AppError('unavailable', 'The control store was interrupted', {
    cause,
    retryAfterSeconds: 1,
  })
}

function errorOf({ error, fields }: Failure): unknown {
  return error instanceof Error ? Object.assign(error, fields) : error
}

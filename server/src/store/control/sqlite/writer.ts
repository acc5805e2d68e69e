import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { AppError } from '../../../errors.ts'
import type { SqlAnswer, SqlValue } from './statements.js'
import type { Failure, FromThread, Order, ThreadData, ToThread } from './writer-thread.js'

const threadFile = new URL('./writer-thread.js', import.meta.url)

export interface WriterOptions {
  file: string
  /** The file of the commands that may be run. */
  commands?: URL | undefined
  /** Called with the reason if the thread ends by itself. */
  onLost(error: Error): void
}

/** The writing connection on a separate thread, so that only its callers wait for the disk. */
export class Writer {
  /** Set when the thread is gone, for whatever reason. What was not committed is undone then. */
  hasEnded = false
  #worker: Worker
  #port: MessagePort
  #sent = new Int32Array(new SharedArrayBuffer(4))
  #open = new Map<number, PromiseWithResolvers<unknown>>()
  #asked = 0

  private constructor({ file, commands, onLost }: WriterOptions) {
    const { port1, port2 } = new MessageChannel()
    this.#port = port1
    this.#worker = new Worker(threadFile, {
      name: 'tributary-control',
      env: {},
      execArgv: [],
      workerData: {
        file,
        commands: commands?.href,
        port: port2,
        sent: this.#sent,
      } satisfies ThreadData,
      transferList: [port2],
    })
    // Only work in progress keeps the process from ending.
    this.#worker.unref()
    this.#port.on('message', (message: FromThread) => this.#hear(message))
    this.#port.unref()
    const lose = (reason: Error) => {
      if (this.hasEnded) return
      this.#end(reason)
      onLost(reason)
    }
    this.#worker.on('error', lose)
    this.#worker.on('exit', () => lose(new Error('the thread ended')))
  }

  /** Starts the thread, which opens the file. */
  static async open(options: WriterOptions): Promise<Writer> {
    const writer = new Writer(options)
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

  /** Runs a command in its own transaction, in the thread. */
  runCommand<Output>(command: string, input: unknown): Promise<Output> {
    return this.#ask({ command, input })
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

  #ask<Answer>(order: Order): Promise<Answer> {
    if (this.hasEnded) return Promise.reject(interrupted(new Error('the thread has ended')))
    const id = ++this.#asked
    // Throws for what cannot be copied to the thread; then there is no answer to wait for.
    this.#port.postMessage({ id, order } satisfies ToThread)
    const answered = Promise.withResolvers<unknown>()
    if (this.#open.size === 0) this.#worker.ref()
    this.#open.set(id, answered)
    Atomics.add(this.#sent, 0, 1)
    Atomics.notify(this.#sent, 0)
    // The thread answers an order with its result.
    return answered.promise as Promise<Answer>
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

/** Only built-in error classes pass between threads; of ours, commands throw only one. */
function errorOf({ error, fields }: Failure): unknown {
  if (!(error instanceof Error)) return error
  if (isAppError(fields)) {
    const { kind, retryAfterSeconds } = fields
    const options = { cause: error.cause, ...(retryAfterSeconds && { retryAfterSeconds }) }
    return new AppError(kind, error.message, options)
  }
  return Object.assign(error, fields)
}

function isAppError(fields: object): fields is AppError {
  return 'name' in fields && fields.name === 'AppError'
}

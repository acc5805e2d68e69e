import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { errorOf, failureOf } from '../failure.ts'
import { compileCacheFolder } from '../process/compile-cache.ts'
import type { Engine } from '../store/events/engine.ts'
import { engineCallsOfThreads } from '../store/trace.ts'
import { cancellation } from './cancellation.ts'
import type { EnginePlace, FromThread, ToThread } from './messages.ts'

/** What is computed from the engine alone, by name. Arguments and results are plain values. */
export type Answerers = Readonly<
  Record<string, (engine: Engine, ...asked: never[]) => Promise<unknown>>
>

type AskOne<Name, One> = One extends (
  engine: Engine,
  ...asked: infer Asked
) => Promise<infer Answer>
  ? (name: Name, ...asked: Asked) => Promise<Answer>
  : never

/** Several functions as one: accepts the name of any of them. */
type Each<One> = (One extends unknown ? (one: One) => void : never) extends (all: infer All) => void
  ? All
  : never

/** Requests answers that are computed on a separate thread from the one that accepts hits. */
export interface Asking<Of extends Answerers> {
  /**
   * The caller has made sure that the engine is up to date. Rejects with `too-costly`, `invalid` or `unavailable`,
   * or with an internal error; with `abandoned` if the work is cancelled (cancellation.ts).
   */
  ask: Each<{ [Name in keyof Of]: AskOne<Name, Of[Name]> }[keyof Of]>
}

/** The answers and their thread, for the owner. */
export interface Answers<Of extends Answerers> extends Asking<Of> {
  /** Starts the thread, which takes 0.1 to 0.2 s, ahead of questions that will come in a moment. */
  prepare(): void
  /** Ends the thread; unanswered questions are rejected. */
  close(): Promise<void>
}

/** What is needed to start the thread. */
export interface ThreadData {
  /** Where compiled code is stored between starts; the server's own folder, if it has one. */
  compiledIn: string | undefined
}

export interface AnswersOptions {
  logger: Logger
  /** The file that runs on the thread: `answer-thread.ts`, which imports the answerers. */
  threadFile: URL
  /** The engine's address now or in a moment; rejects with `unavailable` if it is down for longer. */
  engine(): Promise<EnginePlace>
  /** The thread's memory limit while it works, MiB. */
  memoryMib?: number
  /** How long it stays when idle. */
  idleMs?: number
}

/** A breakdown of 100,000 rows takes 200 MB while it is assembled. */
const defaultMemoryMib = 1_024
/**
 * The memory for new objects next to it. V8 would take up to 192 MiB: answers are no faster, and the process has 130 to
 * 160 MB more (docs/decisions/0120-limit-new-objects-of-the-thread-of-reports.md).
 */
const youngMemoryMib = (memoryMib: number) => (memoryMib < 512 ? 3 : 12)
const defaultIdleMs = 30 * 60_000

/** Starts the thread with the first question unless it is prepared, and again whenever it has ended. */
export function openAnswers<Of extends Answerers>(options: AnswersOptions): Answers<Of> {
  const { idleMs = defaultIdleMs } = options
  let thread: AnswerThread | undefined
  let closed = false
  function running(): AnswerThread {
    if (thread === undefined || thread.hasEnded) thread = new AnswerThread(options, idleMs)
    return thread
  }
  return {
    prepare() {
      if (!closed) running()
    },
    // `Asking` ensures that question and answer belong together by name.
    ask: ((name: string, ...asked: readonly unknown[]) => {
      if (closed) return Promise.reject(stopping())
      return running().ask(name, asked)
    }) as Asking<Of>['ask'],
    async close() {
      closed = true
      await thread?.end(stopping())
    },
  }
}

const stopping = () =>
  new AppError('unavailable', 'Tributary is stopping', { retryAfterSeconds: 2 })

const endedEarly = (cause: Error) =>
  new AppError(
    'unavailable',
    'The report could not be computed. Try again, or ask for a shorter range or fewer dimensions.',
    { cause, retryAfterSeconds: 2 },
  )

class AnswerThread {
  hasEnded = false
  #options: AnswersOptions
  #worker: Worker
  #open = new Map<number, PromiseWithResolvers<unknown>>()
  #asked = 0
  #idle: NodeJS.Timeout

  constructor(options: AnswersOptions, idleMs: number) {
    const { memoryMib = defaultMemoryMib } = options
    this.#options = options
    this.#worker = new Worker(options.threadFile, {
      name: 'tributary-answers',
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMib,
        maxYoungGenerationSizeMb: youngMemoryMib(memoryMib),
      },
      // It reads no settings and writes nothing: it only knows what it receives.
      env: {},
      workerData: { compiledIn: compileCacheFolder() } satisfies ThreadData,
    })
    this.#worker.on('message', (message: FromThread) => this.#hear(message))
    this.#worker.on('error', (error: Error) => {
      options.logger.error({ err: error }, 'the thread that answers questions ended')
      this.#fail(endedEarly(error))
    })
    this.#worker.on('exit', () => this.#fail(endedEarly(new Error('the thread ended'))))
    this.#idle = setTimeout(() => void this.#endWhenIdle(), idleMs).unref()
  }

  ask(name: string, asked: readonly unknown[]): Promise<unknown> {
    const id = ++this.#asked
    const answered = Promise.withResolvers<unknown>()
    const signal = cancellation.getStore()
    const cancel = () => this.#tell({ type: 'cancel', id })
    this.#open.set(id, answered)
    this.#idle.refresh()
    this.#tell({ type: 'ask', id, name, asked })
    if (signal?.aborted) cancel()
    else signal?.addEventListener('abort', cancel)
    return answered.promise.finally(() => signal?.removeEventListener('abort', cancel))
  }

  async end(reason: AppError): Promise<void> {
    this.#fail(reason)
    await this.#worker.terminate()
  }

  #tell(message: ToThread): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromThread): void {
    if (message.type === 'engine-called') engineCallsOfThreads.publish(message)
    else if (message.type === 'engine-wanted') void this.#tellEngine()
    else if (message.type === 'answered') this.#take(message.id)?.resolve(message.answer)
    else this.#take(message.id)?.reject(errorOf(message.failure))
  }

  #take(id: number): PromiseWithResolvers<unknown> | undefined {
    const answered = this.#open.get(id)
    this.#open.delete(id)
    return answered
  }

  async #tellEngine(): Promise<void> {
    try {
      this.#tell({ type: 'engine', place: await this.#options.engine() })
    } catch (error) {
      this.#tell({ type: 'no-engine', failure: failureOf(error) })
    }
  }

  async #endWhenIdle(): Promise<void> {
    if (this.#open.size > 0) this.#idle.refresh()
    else await this.end(stopping())
  }

  #fail(reason: AppError): void {
    this.hasEnded = true
    clearTimeout(this.#idle)
    for (const answered of this.#open.values()) answered.reject(reason)
    this.#open.clear()
  }
}

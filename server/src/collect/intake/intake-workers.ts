import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Config } from '../../config.ts'
import { errorOf, failureOf } from '../../failure.ts'
import { mostConnections } from '../../http/connections/bound-connections.ts'
import type { Place } from '../../http/connections/extra-listeners.ts'
import { compileCacheFolder } from '../../process/compile-cache.ts'
import { within } from '../../within.ts'
import type { HitRequest } from '../hit-request.ts'
import { type HitIntake, hitIntake, type IntakeDeps } from '../http/hit-intake.ts'
import type { ReceivedHit } from '../receive-hit.ts'
import type { FromIntake, IntakeData, Outcome, ToIntake } from './messages.ts'
import { PortStream } from './port-stream.ts'

/** What the intake threads need. */
export interface WorkersDeps extends IntakeDeps {
  config: Config
}

/** Threads that accept requests in addition to the server's own. */
export interface IntakeWorkers {
  /** Closes the connections of clients, within two seconds at most. */
  drain(): Promise<void>
  /** Finishes the requests in progress and ends the threads. */
  close(): Promise<void>
}

const firstDelayMs = 50
const longestDelayMs = 5_000
/** A thread that ran this long was healthy: its replacement starts without delay. */
const healthyAfterMs = 10_000
/** Requests that have not ended this long after the server began to close are cut off. */
const closeMs = 3_000
/** They hold only connections and hits in progress. */
const heapMib = 256

const threadFile = new URL('./intake-thread.ts', import.meta.url)

/**
 * Starts threads that accept connections at the server's address. `server` answers requests that are no hits. A
 * thread that ends is replaced; its clients see a broken connection, as none of their hits was acknowledged.
 */
export function startIntakeWorkers(
  deps: WorkersDeps,
  { server, place }: { server: Server; place: Place },
): IntakeWorkers {
  const { config, logger } = deps
  const data: IntakeData = {
    place,
    compiledIn: compileCacheFolder(),
    mostConnections: Math.ceil(mostConnections / (config.intakeWorkers + 1)),
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    collectorHosts: config.collectorHosts,
  }
  const closing = new AbortController()
  const intake = hitIntake(deps)
  const threads = new Set<IntakeThread>()

  async function keepOne(): Promise<void> {
    let delayMs = firstDelayMs
    while (!closing.signal.aborted) {
      const startedMs = performance.now()
      const thread = new IntakeThread(data, { intake, server })
      threads.add(thread)
      const reason = await thread.ended
      threads.delete(thread)
      if (closing.signal.aborted) return
      logger.error({ err: reason }, 'an intake worker ended')
      if (performance.now() - startedMs > healthyAfterMs) delayMs = firstDelayMs
      await delay(delayMs, undefined, { signal: closing.signal }).catch(() => undefined)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    }
  }
  const kept = Array.from({ length: config.intakeWorkers }, keepOne)
  return {
    async drain() {
      const listening = [...threads].filter((thread) => thread.isListening)
      await Promise.all(listening.map((thread) => thread.request('drain', 'drained')))
    },
    async close() {
      closing.abort()
      await Promise.all(
        [...threads].map(async (thread) => {
          // A thread that is still starting has no clients, and would be slow to answer.
          if (thread.isListening) await within(thread.request('close', 'closed'), closeMs)
          await thread.end()
        }),
      )
      await Promise.all(kept)
    },
  }
}

class IntakeThread {
  /** Resolves when the thread is gone, with what ended it. */
  readonly ended: Promise<Error>
  isListening = false
  #worker: Worker
  #intake: HitIntake
  #server: Server
  #stored: number[] = []
  #others: [number, Outcome][] = []
  #isSoon = false

  constructor(data: IntakeData, { intake, server }: { intake: HitIntake; server: Server }) {
    this.#intake = intake
    this.#server = server
    this.#worker = new Worker(threadFile, {
      name: 'tributary-intake',
      resourceLimits: { maxOldGenerationSizeMb: heapMib },
      // It reads no settings: it only knows what it receives.
      env: {},
      workerData: data,
    })
    this.#worker.on('message', (message: FromIntake) => this.#receive(message))
    this.ended = new Promise((resolve) => {
      this.#worker.on('error', resolve)
      this.#worker.on('exit', (code) => resolve(new Error(`the thread ended with ${code}`)))
    })
  }

  /** Resolves when the thread has done so, or is gone. */
  async request(type: 'drain' | 'close', answer: FromIntake['type']): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      this.#worker.on('message', (message: FromIntake) => {
        if (message.type === answer) resolve()
      })
    })
    this.#tell({ type })
    await Promise.race([answered, this.ended])
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #tell(message: ToIntake): void {
    this.#worker.postMessage(message)
  }

  #receive(message: FromIntake): void {
    if (message.type === 'hits') this.#collect(message.first, message.hits)
    else if (message.type === 'requests') message.finished.forEach(this.#intake.onFinished)
    else if (message.type === 'listening') this.isListening = true
    else if (message.type === 'failed') this.#intake.onError(errorOf(message.failure))
    else if (message.type === 'connection') {
      this.#server.emit('connection', new PortStream(message.port, message.remoteAddress))
    }
  }

  #collect(first: number, text: string): void {
    const hits = JSON.parse(text) as [ReceivedHit, HitRequest][]
    for (const [index, [received, request]] of hits.entries()) {
      const id = first + index
      this.#intake.collect(received, request).then(
        (hit) => {
          if (hit.dropped === undefined && hit.load === undefined) this.#stored.push(id)
          else this.#others.push([id, { hit }])
          this.#answerSoon()
        },
        (error: unknown) => {
          this.#others.push([id, { failure: failureOf(error) }])
          this.#answerSoon()
        },
      )
    }
  }

  /** One message answers all hits that one write of the journal stored. */
  #answerSoon(): void {
    if (this.#isSoon) return
    this.#isSoon = true
    setImmediate(() => {
      this.#isSoon = false
      this.#tell({ type: 'answers', stored: this.#stored, others: this.#others })
      this.#stored = []
      this.#others = []
    })
  }
}

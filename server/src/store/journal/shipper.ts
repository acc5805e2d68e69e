import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { AppError } from '../../errors.ts'
import type { Journal } from './journal.ts'
import { baseId, type Segment } from './segment.ts'
import { type Destination, shipFirstSegment } from './ship-segment.ts'
import { Unexplained } from './unexplained.ts'

export interface ShipperOptions {
  journal: Journal
  logger: Logger
  destination: Destination
  /** How long a line may wait for others before it is shipped. */
  intervalMs?: number | undefined
  /** The interval while only few lines wait; the one above by default. */
  fewIntervalMs?: number | undefined
  /** How long a flush waits while the destination fails. */
  patienceMs?: number | undefined
}

interface Waiting {
  id: string
  since: number
  resolve: () => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

const firstPauseMs = 100
/** The engine answers, but refuses: more attempts would keep it from recovering. */
const longestPauseMs = 5_000
/** The engine is unreachable: retries cost nothing, and shipping resumes soon after its return. */
const longestAwayPauseMs = 500
/** The longest that a reader waits, however much there is to ship: it should retry instead. */
const longestFlushMs = 15_000
/** The questions of a page arrive one after the other, and are answered together if they wait for one insert. */
const gatherMs = 5
/** Some 2,500 hits. Measured: a read that waits for their insert takes 190 ms, with that of one hit 130. */
const fewBytes = 2 * 1024 * 1024
/** Nothing is written while a segment is sealed. On a slow disk that is only worth it from time to time. */
const restPerSeal = 10

/**
 * Ships sealed segments to the engine, oldest first and one insert each, and deletes a segment only when the engine
 * has it. Transient failures are retried for ever; rows that are rejected, for whatever reason, are found by
 * splitting their segment and quarantined.
 */
export class Shipper {
  shipped = 0
  #journal: Journal
  #logger: Logger
  #destination: Destination
  #unexplained: Unexplained
  #patienceMs: number
  #fewIntervalMs: number
  #timer: NodeJS.Timeout
  #running: Promise<void> | undefined
  #stopping = false
  #sealFromMs = Number.NEGATIVE_INFINITY
  #sealFewFromMs = Number.NEGATIVE_INFINITY
  #wake = new AbortController()
  #failingSince: number | undefined
  #waiting: Waiting[] = []
  /** The next seal that readers requested; undefined from the moment at which it begins. */
  #nextSeal: Promise<void> | undefined

  constructor(options: ShipperOptions) {
    this.#journal = options.journal
    this.#logger = options.logger
    this.#destination = options.destination
    this.#patienceMs = options.patienceMs ?? 5_000
    this.#fewIntervalMs = options.fewIntervalMs ?? 0
    // Long enough that reads get a 503 before they are answered without it.
    this.#unexplained = new Unexplained(options.destination, 2 * this.#patienceMs)
    this.#timer = setInterval(() => this.#tick(), options.intervalMs ?? 1_500).unref()
    options.journal.backlog.onAdd = () => this.start()
    this.start()
  }

  /** Ships the backlog, unless that is in progress already. */
  start(): void {
    if (this.#running || this.#stopping || this.#journal.backlog.first() === undefined) return
    this.#running = this.#ship().finally(() => {
      this.#running = undefined
      this.start()
    })
  }

  /**
   * Resolves when everything acknowledged before the call is shipped. Calls share the next seal, since a segment for
   * each would be an insert for each; with nothing to seal they wait for what is being shipped.
   */
  async flush(): Promise<void> {
    const since = performance.now()
    if (this.#journal.unsealedBytes() > 0) {
      if (this.#stopping) throw stopping()
      this.#nextSeal ??= this.#sealWhenShipped(since)
      await this.#nextSeal
    }
    await this.shipSealed(since)
  }

  /** Waits for the insert in progress, with a limit, and ships nothing more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stopping = true
    this.#wake.abort()
    for (const waiting of this.#takeWaiting(() => true)) waiting.reject(stopping())
    await Promise.race([this.#running, delay(this.#patienceMs, undefined, { ref: false })])
  }

  /** All sealed segments are shipped when it resolves. Rejects as a flush does. */
  async shipSealed(since = performance.now()): Promise<void> {
    const last = this.#journal.backlog.last()
    if (last === undefined) return
    if (this.#stopping) throw stopping()
    await this.#untilShipped(last, since)
  }

  async #sealWhenShipped(since: number): Promise<void> {
    try {
      await delay(gatherMs)
      // With a pause: while the engine is down, each reader would leave a small segment behind, and each of those
      // would be an insert later on. 300 of them once took 43 seconds.
      await this.shipSealed(since)
    } finally {
      // What is acknowledged from now on may miss this seal.
      this.#nextSeal = undefined
    }
    await this.#seal()
  }

  #untilShipped(last: Segment, since: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          for (const waiting of this.#takeWaiting((one) => one.timer === timer)) {
            waiting.reject(unavailable(new Error(`not shipped within ${longestFlushMs} ms`)))
          }
        },
        // Sealing may have taken all of it.
        Math.max(0, since + longestFlushMs - performance.now()),
      ).unref()
      this.#waiting.push({ id: baseId(last.id), since, resolve, reject, timer })
      this.#wake.abort()
      this.start()
    })
  }

  /** A small site's hits wait to be inserted together; behind a backlog there is no hurry to add to it. */
  #tick(): void {
    const unsealedBytes = this.#journal.unsealedBytes()
    if (unsealedBytes === 0 || this.#journal.backlog.first() !== undefined) return
    const sealFromMs = unsealedBytes < fewBytes ? this.#sealFewFromMs : this.#sealFromMs
    if (performance.now() < sealFromMs) return
    this.#seal().then(
      () => this.start(),
      (error) => this.#logger.error({ err: error }, 'journal segment could not be sealed'),
    )
  }

  async #seal(): Promise<void> {
    const beganMs = performance.now()
    await this.#journal.seal()
    const endedMs = performance.now()
    this.#sealFromMs = endedMs + restPerSeal * (endedMs - beganMs)
    this.#sealFewFromMs = Math.max(this.#sealFromMs, endedMs + this.#fewIntervalMs)
  }

  async #ship(): Promise<void> {
    let pauseMs = firstPauseMs
    while (!this.#stopping && this.#journal.backlog.first()) {
      try {
        const count = await shipFirstSegment(this.#journal, {
          destination: this.#destination,
          patience: this.#unexplained,
          logger: this.#logger,
        })
        if (count > 0) this.#unexplained.forget()
        this.shipped += count
        this.#failingSince = undefined
        pauseMs = firstPauseMs
        this.#resolveWaiting()
      } catch (error) {
        this.#failed(error)
        await this.#pause(pauseMs)
        const isAway = this.#destination.isAway(error)
        pauseMs = Math.min(pauseMs * 2, isAway ? longestAwayPauseMs : longestPauseMs)
      }
    }
  }

  #resolveWaiting(): void {
    const first = this.#journal.backlog.first()
    const isShipped = ({ id }: Waiting) => first === undefined || baseId(first.id) > id
    for (const waiting of this.#takeWaiting(isShipped)) waiting.resolve()
  }

  #failed(error: unknown): void {
    const now = performance.now()
    if (this.#failingSince === undefined) {
      // Once an outage: the metrics show the rest.
      this.#logger.warn({ err: error }, 'events cannot be shipped just now')
      this.#failingSince = now
    }
    const failingSince = this.#failingSince
    const isTired = ({ since }: Waiting) => now - Math.min(since, failingSince) >= this.#patienceMs
    for (const waiting of this.#takeWaiting(isTired)) waiting.reject(unavailable(error))
  }

  #takeWaiting(isTaken: (waiting: Waiting) => boolean): Waiting[] {
    const taken = this.#waiting.filter(isTaken)
    this.#waiting = this.#waiting.filter((waiting) => !taken.includes(waiting))
    for (const { timer } of taken) clearTimeout(timer)
    return taken
  }

  /** A flush ends the pause: somebody is waiting now. */
  async #pause(ms: number): Promise<void> {
    this.#wake = new AbortController()
    if (this.#stopping) return
    await delay(ms, undefined, { signal: this.#wake.signal, ref: false }).catch(() => undefined)
  }
}

function unavailable(cause: unknown): AppError {
  const message = 'The events engine is not available just now'
  return new AppError('unavailable', message, { cause, retryAfterSeconds: 2 })
}

function stopping(): AppError {
  return new AppError('unavailable', 'The server is stopping')
}

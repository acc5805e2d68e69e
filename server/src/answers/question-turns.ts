import type { Socket } from 'node:net'
import { boundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { engineOwnBytes } from '../process/memory.ts'
import { decayed, type Spent } from './spent-time.ts'

/** A reader: a key, a share link or a person, about one site. */
export interface Reader {
  siteId: string
  /** Unique for each reader, such as `share:shr_…`. */
  id: string
  /** The connection that the answer goes to. When it is closed, the reader no longer waits. */
  connection?: Pick<Socket, 'once'>
}

export interface QuestionLimits {
  /** The most questions in progress: of all sites, of one site, and of one reader. */
  atWork: { all: number; site: number; reader: number }
  /** The most of these that differ in what they read, which is what needs memory. */
  readingsAtWork: { all: number; site: number; reader: number }
  /**
   * The most questions in progress that are expected to take longer than `slowMs`; those that share a reading count
   * as one.
   */
  slowAtWork: { all: number; site: number; reader: number }
  slowMs: number
  /** The most questions of one reader, in progress or waiting. */
  mostUnderWay: number
  /** The most questions of everybody that wait. */
  mostWaiting: number
  /** Questions that can be processed together without slowing each other down. */
  cores: number
}

/** A page asks a dozen questions at once, and they share what they read (reports/queries/ask-together.ts). */
const atWork = { all: 16, site: 12, reader: 12 }

export const defaultQuestionLimits: QuestionLimits = {
  atWork,
  readingsAtWork: atWork,
  slowAtWork: { all: 2, site: 1, reader: 1 },
  slowMs: 3_000,
  mostUnderWay: 64,
  mostWaiting: 2_000,
  cores: 2,
}

/** The memory of a small engine that a page's panel takes at a million events. */
const bytesOfQuestion = 64 * 1024 * 1024

/**
 * As many questions at a time as fit into the engine's memory, at most those of `defaultQuestionLimits`. Those that share a
 * reading count as one: their statements are divided until they fit (reports/queries/ask-figures.ts).
 */
export function questionLimits(engineBytes: number): QuestionLimits {
  const most = Math.max(1, Math.floor((engineBytes - engineOwnBytes) / bytesOfQuestion))
  const { readingsAtWork, slowAtWork, ...rest } = defaultQuestionLimits
  const bounded = ({ all, site, reader }: QuestionLimits['atWork']) => ({
    all: Math.min(all, most),
    site: Math.min(site, most),
    reader: Math.min(reader, most),
  })
  return { ...rest, readingsAtWork: bounded(readingsAtWork), slowAtWork: bounded(slowAtWork) }
}

/** The assumed cost of a unit at a site without earlier questions, ms. */
const firstMsPerUnit = 1
/**
 * The fixed cost of any question, in units. Without it, the time of a short question would count as the cost of a day
 * of a long one: a page would be slow after realtime, and its panels would be read one by one.
 */
const fixedUnits = 200
const mostRemembered = 10_000

interface Question {
  reader: Reader
  units: number
  expectedMs: number
  /** What it reads, which others may share. */
  reading: string
  isSlow: boolean
}

interface Waiting {
  question: Question
  begin(): void
}

/** A question's work, and a name for what it reads, if others may read the same: they are answered together. */
export interface QuestionWork<T> {
  work: () => Promise<T>
  reading?: string | undefined
  signal?: AbortSignal
}

/**
 * Lets questions to the engine take turns: the site with the least recent engine time comes first, then the reader
 * with the least within the site. The cost of a question is estimated from its units and the cost of a unit at that
 * site before; few slow ones run at a time, so that quick ones need not wait for them.
 */
export class QuestionTurns {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #limits: QuestionLimits
  #waiting: Waiting[] = []
  /** Questions in progress, of all sites, by site and by reader. */
  readonly #atWork = new Map<string, Set<Question>>()
  readonly #underWay = new Map<string, number>()
  readonly #spent = boundedCache<string, Spent>(mostRemembered)
  #serial = 0
  /** How long one question would have taken since the start, had it shared the cores with the others. */
  #shareMs = 0
  #shareAtMs = 0
  readonly #msPerUnit = boundedCache<string, number>(mostRemembered)

  constructor(clock: Pick<Clock, 'monotonic'>, limits: QuestionLimits = defaultQuestionLimits) {
    this.#clock = clock
    this.#limits = limits
  }

  /**
   * Runs the work at the reader's turn. Rejects with the signal's reason if it is aborted before. Throws
   * `rate-limited` if the reader has too many questions pending.
   */
  async run<T>(
    reader: Reader,
    asked: number,
    { work, reading, signal }: QuestionWork<T>,
  ): Promise<T> {
    const units = asked + fixedUnits
    const of = readerKey(reader)
    this.#refuseTooMany(of)
    this.#underWay.set(of, (this.#underWay.get(of) ?? 0) + 1)
    try {
      const expectedMs = units * (this.#msPerUnit.get(reader.siteId) ?? firstMsPerUnit)
      const question = {
        ...{ reader, units, expectedMs, isSlow: expectedMs > this.#limits.slowMs },
        reading: `${reader.siteId} ${reading ?? this.#serial++}`,
      }
      await this.#turn(question, signal)
      return await this.#timed(question, work, signal)
    } finally {
      const left = (this.#underWay.get(of) ?? 1) - 1
      if (left === 0) this.#underWay.delete(of)
      else this.#underWay.set(of, left)
    }
  }

  #refuseTooMany(of: string): void {
    const { mostUnderWay, mostWaiting } = this.#limits
    if ((this.#underWay.get(of) ?? 0) >= mostUnderWay) {
      throw new AppError(
        'rate-limited',
        `Too many questions at once: ${mostUnderWay} are being answered. Wait for some of them.`,
        { retryAfterSeconds: 2 },
      )
    }
    if (this.#waiting.length < mostWaiting) return
    const message = 'The server has more questions to answer than it can just now'
    throw new AppError('unavailable', message, { retryAfterSeconds: 5 })
  }

  async #turn(question: Question, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { question, begin: resolve }
    const giveUp = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    this.#waiting.push(waiting)
    this.#beginNext()
    await promise
    signal?.removeEventListener('abort', giveUp)
  }

  async #timed<T>(question: Question, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { reader, units, expectedMs } = question
    const startMs = this.#share()
    try {
      return await work()
    } finally {
      // Eight panels that take a second together cost a quarter of one each: none of them is slow.
      const tookMs = this.#share() - startMs
      this.#end(question)
      this.#spend(reader, tookMs - expectedMs)
      // A question that was cancelled does not show what its units cost.
      if (!signal?.aborted) {
        const known = this.#msPerUnit.get(reader.siteId) ?? firstMsPerUnit
        this.#msPerUnit.set(reader.siteId, known * 0.8 + (tookMs / units) * 0.2)
      }
      this.#beginNext()
    }
  }

  /** Begins as many questions as the limits allow. */
  #beginNext(): void {
    for (;;) {
      const next = this.#waiting
        .filter(({ question }) => this.#hasRoom(question))
        .reduce<Waiting | undefined>(
          (best, one) => (this.#isBefore(one.question, best?.question) ? one : best),
          undefined,
        )
      if (next === undefined) return
      this.#waiting = this.#waiting.filter((one) => one !== next)
      this.#begin(next.question)
      next.begin()
    }
  }

  #hasRoom({ reader, reading, isSlow }: Question): boolean {
    const { atWork, readingsAtWork, slowAtWork } = this.#limits
    return places(reader).every(([place, key]) => {
      const now = [...(this.#atWork.get(key) ?? [])]
      const isOneOf = (some: readonly Question[], most: number) => {
        const readings = new Set(some.map((one) => one.reading))
        return readings.has(reading) || readings.size < most
      }
      return (
        now.length < atWork[place] &&
        isOneOf(now, readingsAtWork[place]) &&
        (!isSlow ||
          isOneOf(
            now.filter((one) => one.isSlow),
            slowAtWork[place],
          ))
      )
    })
  }

  #isBefore({ reader }: Question, best: Question | undefined): boolean {
    if (best === undefined) return true
    const [site, bestSite] = [this.#spentBy(reader.siteId), this.#spentBy(best.reader.siteId)]
    if (site !== bestSite) return site < bestSite
    return this.#spentBy(readerKey(reader)) < this.#spentBy(readerKey(best.reader))
  }

  /** The current `#shareMs`. */
  #share(): number {
    const nowMs = this.#clock.monotonic()
    const atWork = this.#atWork.get('')?.size ?? 0
    const share = atWork <= this.#limits.cores ? 1 : this.#limits.cores / atWork
    this.#shareMs += (nowMs - this.#shareAtMs) * share
    this.#shareAtMs = nowMs
    return this.#shareMs
  }

  #begin(question: Question): void {
    this.#share()
    for (const [, key] of places(question.reader)) {
      const now = this.#atWork.get(key) ?? new Set()
      this.#atWork.set(key, now.add(question))
    }
    this.#spend(question.reader, question.expectedMs)
  }

  #end(question: Question): void {
    this.#share()
    for (const [, key] of places(question.reader)) {
      const now = this.#atWork.get(key)
      now?.delete(question)
      if (now?.size === 0) this.#atWork.delete(key)
    }
  }

  #spentBy(who: string): number {
    return decayed(this.#spent.get(who), this.#clock.monotonic())
  }

  #spend({ siteId, ...reader }: Reader, ms: number): void {
    const nowMs = this.#clock.monotonic()
    for (const who of [siteId, readerKey({ siteId, ...reader })]) {
      this.#spent.set(who, { ms: Math.max(0, this.#spentBy(who) + ms), atMs: nowMs })
    }
  }
}

const readerKey = ({ siteId, id }: Reader) => `${siteId} ${id}`

const places = (reader: Reader) =>
  [
    ['all', ''],
    ['site', reader.siteId],
    ['reader', readerKey(reader)],
  ] as const

import type { Logger } from 'pino'
import { AppError } from '../../errors.ts'
import type { Backlog } from './backlog.ts'
import type { JournalLimits } from './limits.ts'
import { SegmentWriter } from './segment-writer.ts'
import { Space } from './space.ts'
import type { Subject } from './subjects.ts'

interface Sealer {
  resolve: () => void
  reject: (error: Error) => void
}

interface Waiting {
  resolve: (segmentId: string) => void
  reject: (error: Error) => void
  text: string
  sinceMs: number
  lines: number
  subjects: readonly Subject[] | undefined
}

export interface GroupCommitOptions {
  directory: string
  backlog: Backlog
  limits: JournalLimits
  logger: Logger
}

/** Larger groups would only make their first caller wait longer: the sync no longer dominates. */
const groupLength = 1024 * 1024
/** After a failed write the disk is left alone for this long. */
const restMs = 1000

/**
 * One writer for all callers: while one write and its sync are in progress, the next group gathers. Everything that
 * touches the open segment happens in `#run`, one step after the other.
 */
export class GroupCommit {
  appended = 0
  refused = 0
  /** How long the last write took with its sync, milliseconds. */
  lastWriteMs = 0
  #options: GroupCommitOptions
  #space: Space
  #waiting: Waiting[] = []
  #waitingLength = 0
  #sealers: Sealer[] = []
  #running = false
  #open: SegmentWriter | undefined
  /** Written to no more, but without their final name yet. More than one only while the disk fails. */
  #finished: SegmentWriter[] = []
  #restUntil = Number.NEGATIVE_INFINITY
  #lastMs = 0

  constructor(options: GroupCommitOptions) {
    this.#options = options
    this.#space = new Space(options.directory, options.limits)
  }

  append(lines: readonly string[], subjects?: readonly Subject[]): Promise<string> {
    const text = lines.length === 1 ? (lines[0] as string) : lines.join('')
    if (this.#waitingLength + text.length > this.#options.limits.queueLength) {
      this.refused++
      return Promise.reject(busy('Too much is waiting for the disk', 1))
    }
    const sinceMs = performance.now()
    const [next] = this.#waiting
    if (next !== undefined && sinceMs - next.sinceMs > this.#options.limits.queueMs) {
      this.refused++
      return Promise.reject(busy('The disk is too slow for what comes', 2))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, lines: lines.length, subjects, sinceMs, resolve, reject })
      this.#waitingLength += text.length
      this.#start()
    })
  }

  /** Resolves when every line acknowledged before the call is in the backlog. */
  seal(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#sealers.push({ resolve, reject })
      this.#start()
    })
  }

  /** Writes and seals everything that was appended. */
  async finish(): Promise<void> {
    do await this.seal()
    while (this.#waiting.length > 0 || this.unsealedBytes > 0)
  }

  get unsealedBytes(): number {
    return this.#finished.reduce((sum, writer) => sum + writer.bytes, this.#open?.bytes ?? 0)
  }

  /** Whether a line that is in no sealed segment yet may be about this visitor, or the site. */
  mayHold(siteId: string, visitorId?: string): boolean {
    const writers = this.#open ? [...this.#finished, this.#open] : this.#finished
    return writers.some(({ bytes, subjects }) => bytes > 0 && subjects.mayHold(siteId, visitorId))
  }

  oldestMs(): number | undefined {
    return [...this.#finished, this.#open].find((writer) => writer && writer.bytes > 0)?.begunMs
  }

  #start(): void {
    if (this.#running) return
    this.#running = true
    // Not at once: requests that were read in the same turn of the loop belong in the first group.
    setImmediate(() => void this.#run())
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 || this.#sealers.length > 0) {
      if (this.#waiting.length > 0) await this.#commit(this.#takeGroup())
      const sealers = this.#sealers.splice(0)
      const isFull = (this.#open?.bytes ?? 0) >= this.#options.limits.segmentBytes
      if (sealers.length > 0 || isFull) await this.#seal(sealers)
    }
    this.#running = false
  }

  #takeGroup(): Waiting[] {
    let length = 0
    let count = 0
    for (const { text } of this.#waiting) {
      if (count > 0 && length + text.length > groupLength) break
      length += text.length
      count++
    }
    this.#waitingLength -= length
    return this.#waiting.splice(0, count)
  }

  async #commit(group: Waiting[]): Promise<void> {
    let writer: SegmentWriter
    try {
      await this.#checkRoom()
      writer = await this.#writer()
      // Before the write: from the moment of the acknowledgement on, they must be found.
      for (const { subjects } of group) writer.subjects.add(subjects)
      const beganMs = performance.now()
      await writer.write(Buffer.from(group.map(({ text }) => text).join('')))
      this.lastWriteMs = performance.now() - beganMs
    } catch (error) {
      this.refused += group.length
      const refusal = error instanceof AppError ? error : this.#writeFailed(error)
      for (const { reject } of group) reject(refusal)
      // At once: a crash before it would make refused lines of the failed file look like accepted ones.
      if (!(error instanceof AppError)) await this.#seal([])
      return
    }
    for (const { lines, resolve } of group) {
      this.appended += lines
      resolve(writer.id)
    }
  }

  async #checkRoom(): Promise<void> {
    const { backlog, limits } = this.#options
    if (performance.now() < this.#restUntil) throw busy('The disk failed a moment ago', 2)
    if (backlog.bytes + this.unsealedBytes > limits.backlogBytes) {
      throw busy('Too much is waiting for the events engine', 10)
    }
    if (await this.#space.isShort()) throw busy('The disk is nearly full', 10)
  }

  async #writer(): Promise<SegmentWriter> {
    if (this.#open === undefined) {
      // Ids must grow even when the clock is set back: they are the order of shipping.
      const lastKnown = Math.max(this.#lastMs, this.#options.backlog.newestMs() ?? 0)
      this.#lastMs = Math.max(Date.now(), lastKnown + 1)
      this.#open = await SegmentWriter.create(this.#options.directory, this.#lastMs)
    }
    return this.#open
  }

  /** No write to this file after its last good sync may count, now or later. */
  #writeFailed(cause: unknown): AppError {
    this.#restUntil = performance.now() + restMs
    this.#options.logger.error({ err: cause, segment: this.#open?.id }, 'journal write failed')
    if (this.#open) this.#finished.push(this.#open)
    this.#open = undefined
    return new AppError('unavailable', 'The disk failed', { cause, retryAfterSeconds: 2 })
  }

  async #seal(sealers: Sealer[]): Promise<void> {
    if (this.#open) this.#finished.push(this.#open)
    this.#open = undefined
    try {
      for (let writer = this.#finished[0]; writer; writer = this.#finished[0]) {
        const segment = await writer.seal()
        this.#finished.shift()
        if (segment) this.#options.backlog.add(segment, writer.subjects)
      }
    } catch (cause) {
      this.#options.logger.error({ err: cause }, 'journal segment could not be sealed')
      for (const { reject } of sealers) {
        reject(new AppError('unavailable', 'The disk failed', { cause, retryAfterSeconds: 2 }))
      }
      return
    }
    for (const { resolve } of sealers) resolve()
  }
}

function busy(message: string, retryAfterSeconds: number): AppError {
  return new AppError('unavailable', message, { retryAfterSeconds })
}

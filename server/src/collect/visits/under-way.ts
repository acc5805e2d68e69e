import { visitorKey } from './session-memory.ts'

/**
 * Hits between being placed and being stored, and the visitors whose hits were placed while visits are being
 * rebuilt.
 */
export class UnderWay {
  /** How many hits entered in this epoch, and how many of the one before are still pending. */
  #current = 0
  #before = 0
  #epoch = 0
  #onEmpty: (() => void) | undefined
  #watched: Set<string> | undefined

  /** Registers a hit. The result is passed to `leave` once the hit is stored or was refused. */
  enter(): number {
    this.#current += 1
    return this.#epoch
  }

  leave(epoch: number): void {
    if (epoch === this.#epoch) {
      this.#current -= 1
      return
    }
    this.#before -= 1
    if (this.#before === 0) this.#onEmpty?.()
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const entered = this.enter()
    try {
      return await work()
    } finally {
      this.leave(entered)
    }
  }

  /** Records that something was placed among a visitor's sessions in memory. */
  placed(siteId: string, visitorId: string): void {
    this.#watched?.add(visitorKey(siteId, visitorId))
  }

  /**
   * Begins to record whose hits are placed, and waits until the hits that entered before are stored. One at a time,
   * until `unwatch`. Returns whether a visitor's hit was placed since.
   */
  async watch(): Promise<(siteId: string, visitorId: string) => boolean> {
    const watched = new Set<string>()
    this.#watched = watched
    if (this.#before > 0) await this.#empty()
    this.#epoch += 1
    this.#before = this.#current
    this.#current = 0
    if (this.#before > 0) await this.#empty()
    return (siteId, visitorId) => watched.has(visitorKey(siteId, visitorId))
  }

  unwatch(): void {
    this.#watched = undefined
  }

  #empty(): Promise<void> {
    return new Promise((resolve) => {
      this.#onEmpty = () => {
        this.#onEmpty = undefined
        resolve()
      }
    })
  }
}

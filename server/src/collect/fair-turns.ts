import { AppError } from '../errors.ts'

export interface FairTurnsLimits {
  /** So many hits are under way at a time; the others wait for their turn. */
  mostAtWork: number
  /** So many while each waits for a slow disk: there they cost memory and nothing else. */
  mostOnSlowDisk: number
  /**
   * With so many waiting, all sites together, the next one is refused, unless its site has less than its share
   * of them waiting: the noisy ones are refused first.
   */
  mostWaiting: number
}

/**
 * Enough to share each sync of the disk among many. More at a time are not done sooner, only later: every
 * step of each then waits for a step of all the others.
 */
export const defaultTurns: FairTurnsLimits = {
  mostAtWork: 512,
  mostOnSlowDisk: 4_096,
  mostWaiting: 8_192,
}

/**
 * When more hits arrive than can be processed, sites take turns: one with a thousand waiting gets no more
 * processed than one with two. Until then no hit waits.
 */
export class FairTurns {
  #limits: FairTurnsLimits
  #isDiskSlow: () => boolean
  #atWork = 0
  #waiting = 0
  /** By site, the one whose turn is next first. */
  #queues = new Map<string, (() => void)[]>()

  constructor(isDiskSlow: () => boolean, limits: FairTurnsLimits = defaultTurns) {
    this.#isDiskSlow = isDiskSlow
    this.#limits = limits
  }

  /** Nothing when it may begin at once, else a promise that waits for the site's turn. `pass` ends the turn. */
  take(siteId: string): Promise<void> | undefined {
    if (this.#waiting === 0 && this.#hasRoom()) {
      this.#atWork++
      return undefined
    }
    const queue = this.#queues.get(siteId)
    if (this.#waiting >= this.#limits.mostWaiting && !this.#isQuiet(queue?.length ?? 0)) {
      const message = 'The server has more to do than it can just now'
      throw new AppError('unavailable', message, { retryAfterSeconds: 2 })
    }
    this.#waiting++
    return new Promise((resolve) => {
      if (queue === undefined) this.#queues.set(siteId, [resolve])
      else queue.push(resolve)
    })
  }

  /** Of many sites each has little, so all that wait are never more than twice as many. */
  #isQuiet(waiting: number): boolean {
    const { mostWaiting } = this.#limits
    const share = mostWaiting / (this.#queues.size + 1)
    return waiting + 1 < share && this.#waiting < 2 * mostWaiting
  }

  #hasRoom(): boolean {
    const { mostAtWork, mostOnSlowDisk } = this.#limits
    return this.#atWork < mostAtWork || (this.#atWork < mostOnSlowDisk && this.#isDiskSlow())
  }

  pass(): void {
    this.#atWork--
    // More than one where the disk has just proved slow, and none where it no longer is.
    while (this.#waiting > 0 && this.#hasRoom()) this.#beginNext()
  }

  #beginNext(): void {
    const [next] = this.#queues
    if (next === undefined) return
    const [siteId, queue] = next
    // To the end of the line, behind all the other sites that wait.
    this.#queues.delete(siteId)
    const begin = queue.shift()
    if (queue.length > 0) this.#queues.set(siteId, queue)
    this.#waiting--
    this.#atWork++
    begin?.()
  }
}

type Work = (shouldStop: () => boolean) => Promise<void>

/** Works at a time, each of another site: with one, a year of a large site would hold up all others. */
const mostAtOnce = 2

/**
 * Sites take turns: each has one work under way at most, so that a second import does not take the first one's
 * events for old, and one with many waiting gets no more turns than one with a single work.
 */
export class WorkQueue {
  #isClosing = false
  /** By site, the one whose turn is next first. */
  readonly #waiting = new Map<string, Work[]>()
  readonly #underWay = new Map<string, Promise<void>>()

  /** Does the work when it is the site's turn. It reports its own failures. */
  add(siteId: string, work: Work): void {
    const queue = this.#waiting.get(siteId)
    if (queue === undefined) this.#waiting.set(siteId, [work])
    else queue.push(work)
    this.#beginNext()
  }

  #beginNext(): void {
    for (const [siteId, queue] of this.#waiting) {
      if (this.#isClosing || this.#underWay.size >= mostAtOnce) return
      if (this.#underWay.has(siteId)) continue
      const work = queue.shift()
      // To the end of the line, behind all the other sites that wait.
      this.#waiting.delete(siteId)
      if (queue.length > 0) this.#waiting.set(siteId, queue)
      if (work !== undefined) this.#underWay.set(siteId, this.#do(siteId, work))
    }
  }

  async #do(siteId: string, work: Work): Promise<void> {
    try {
      await work(() => this.#isClosing)
    } finally {
      this.#underWay.delete(siteId)
      this.#beginNext()
    }
  }

  /** Resolves when all that was added before, and meanwhile, is done. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values())
  }

  /** Asks the work under way to stop and waits for it; waiting work is not begun. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.idle()
  }
}

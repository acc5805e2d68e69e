type Work = (shouldStop: () => boolean) => Promise<void>

/** How many run at a time, each for another site: with one, a year of a large site would delay all others. */
const mostAtOnce = 2

/**
 * Sites take turns: each has at most one running, so that a second import does not take the first one's events for
 * old, and a site with many waiting gets no more turns than one with a single import.
 */
export class WorkQueue {
  #isClosing = false
  /** By site, the next site to get a turn first. */
  readonly #waiting = new Map<string, Work[]>()
  readonly #underWay = new Map<string, Promise<void>>()

  /** Runs the work at the site's turn. The work handles its own errors. */
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

  /** Asks the running work to stop and waits for it; waiting work is not begun. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.idle()
  }
}

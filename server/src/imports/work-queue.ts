type Work = (shouldStop: () => boolean) => Promise<void>

/** Work done one after the other, so that a second import does not take the first one's events for old. */
export class WorkQueue {
  #isClosing = false
  #last: Promise<void> = Promise.resolve()

  /** Does the work when all before it is done. It reports its own failures. */
  add(work: Work): void {
    this.#last = this.#last.then(() => (this.#isClosing ? undefined : work(() => this.#isClosing)))
  }

  /** Resolves when all that was added before, and meanwhile, is done. */
  async idle(): Promise<void> {
    for (let last: Promise<void> | undefined; last !== this.#last; ) {
      last = this.#last
      await last
    }
  }

  /** Tells the work under way to stop and waits for it. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#last
  }
}

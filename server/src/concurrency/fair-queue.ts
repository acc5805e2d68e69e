export interface FairQueueOptions {
  /** Whether one more may run while this many do. */
  hasRoom: (running: number) => boolean
  /**
   * If this many wait, over all keys, the next one is refused, unless its key has less than its share of the queue:
   * the noisy keys are refused first.
   */
  mostWaiting: number
  /** What is thrown then. */
  refuse: () => Error
}

/**
 * When more arrives than can be processed, keys (such as sites) take turns: one with a thousand waiting items gets
 * no more processed than one with two. Until then nothing waits.
 */
export class FairQueue {
  readonly #options: FairQueueOptions
  #running = 0
  #waiting = 0
  /** By key, the next key to get a turn first. */
  #queues = new Map<string, (() => void)[]>()

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** Nothing if it may begin at once, else a promise that waits for the key's turn. `pass` ends the turn. */
  take(key: string): Promise<void> | undefined {
    if (this.#waiting === 0 && this.#hasRoom()) {
      this.#running++
      return undefined
    }
    const queue = this.#queues.get(key)
    if (this.#waiting >= this.#options.mostWaiting && !this.#isQuiet(queue?.length ?? 0)) {
      throw this.#options.refuse()
    }
    this.#waiting++
    return new Promise((resolve) => {
      if (queue === undefined) this.#queues.set(key, [resolve])
      else queue.push(resolve)
    })
  }

  /** With many keys, each has few waiting, so no more than twice as many ever wait. */
  #isQuiet(waiting: number): boolean {
    const { mostWaiting } = this.#options
    const share = mostWaiting / (this.#queues.size + 1)
    return waiting + 1 < share && this.#waiting < 2 * mostWaiting
  }

  #hasRoom(): boolean {
    return this.#options.hasRoom(this.#running)
  }

  pass(): void {
    this.#running--
    // More than one if the limit has grown meanwhile, and none if it has shrunk.
    while (this.#waiting > 0 && this.#hasRoom()) this.#beginNext()
  }

  #beginNext(): void {
    const [next] = this.#queues
    if (next === undefined) return
    const [key, queue] = next
    // To the end of the line, behind all other keys that wait.
    this.#queues.delete(key)
    const begin = queue.shift()
    if (queue.length > 0) this.#queues.set(key, queue)
    this.#waiting--
    this.#running++
    begin?.()
  }
}

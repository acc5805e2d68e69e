interface Waiting<Item, Answer> {
  item: Item
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

export interface BatchOptions<Item, Answer> {
  /** Processes a batch; returns one result for each item, in their order. If it fails, it fails for all of them. */
  run: (items: readonly Item[]) => Promise<readonly Answer[]>
  /** Which of the waiting items, oldest first, to process next: at least the first. All of them by default. */
  choose?: (items: readonly Item[]) => readonly Item[]
}

/**
 * Processes single items in batches, one batch at a time: items that arrive while one is in progress, or in the same
 * turn of the event loop, are gathered for the next.
 */
export function batch<Item extends object, Answer>({
  run,
  choose = (items) => items,
}: BatchOptions<Item, Answer>) {
  let waiting: Waiting<Item, Answer>[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      const chosen = new Set(choose(waiting.map(({ item }) => item)))
      const group = waiting.filter(({ item }) => chosen.has(item))
      waiting = waiting.filter(({ item }) => !chosen.has(item))
      try {
        const answers = await run(group.map(({ item }) => item))
        for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isRunning = false
  }

  return {
    add(item: Item): Promise<Answer> {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (isRunning) return
        isRunning = true
        setImmediate(() => void runAll())
      })
    },
    /** How many items wait for a batch. */
    get waiting(): number {
      return waiting.length
    },
  }
}

export interface SemaphoreLimits {
  /** How much work runs at the same time. */
  most: number
  /** How much more may wait. */
  mostWaiting: number
  /** The error when even more is requested. */
  refuse: () => Error
}

/** Runs this much work at a time, first come, first served. */
export function semaphore({ most, mostWaiting, refuse }: SemaphoreLimits) {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < most) {
      running += 1
      return
    }
    if (waiting.length >= mostWaiting) throw refuse()
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    // The place goes straight to the next in line, if there is one.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

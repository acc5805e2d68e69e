/** After this long without a pause, other processes get a chance to write. */
const stretchMs = 50
/** Longer than they sleep between two attempts. */
const pauseMs = 6

/** First come, first served. */
export interface Turns {
  take(): Promise<void>
  /** Ends the turn, which a transaction does at its end. */
  pass(): void
}

export function writerTurns(): Turns {
  const waiting: (() => void)[] = []
  let taken = false
  let stretchBeganMs = 0
  return {
    async take(): Promise<void> {
      if (taken) return new Promise<void>((resolve) => waiting.push(resolve))
      taken = true
      stretchBeganMs = performance.now()
    },
    pass(): void {
      const next = waiting.shift()
      if (next === undefined) {
        taken = false
      } else if (performance.now() < stretchBeganMs + stretchMs) {
        next()
      } else {
        setTimeout(() => {
          stretchBeganMs = performance.now()
          next()
        }, pauseMs)
      }
    },
  }
}

export interface PumpOptions {
  /** Between the end of a run and the next; Infinity for none without a wake. */
  everyMs: number
  /** After a run that failed. */
  retryMs: number
  onError(error: unknown): void
}

/** Runs work now and then. Of several times for the next run, the soonest counts. */
export interface Pump {
  /** Has the work run after a delay, if it would not sooner. */
  wake(afterMs: number): void
  /** Runs the work at once. Never rejects. */
  now(): Promise<void>
  /** Ends it; resolves when the last run has ended. */
  stop(): Promise<void>
}

/** Makes a pump, which is idle until its first wake. A wake during a run begins another: the work says what that means. */
export function pump(
  work: () => Promise<unknown>,
  { everyMs, retryMs, onError }: PumpOptions,
): Pump {
  let timer: NodeJS.Timeout | undefined
  let dueMs = Number.POSITIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  let isStopped = false
  const wake = (afterMs: number) => {
    const atMs = performance.now() + afterMs
    if (isStopped || atMs >= dueMs) return
    clearTimeout(timer)
    dueMs = atMs
    timer = setTimeout(now, afterMs).unref()
  }
  const now = () => {
    clearTimeout(timer)
    dueMs = Number.POSITIVE_INFINITY
    running = work().then(
      () => wake(everyMs),
      (error: unknown) => {
        onError(error)
        wake(retryMs)
      },
    )
    return running
  }
  return {
    wake,
    now,
    stop() {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}

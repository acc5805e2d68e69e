export interface PumpOptions {
  /** The pause between two runs; Infinity for none without a wake. */
  everyMs: number
  /** After a run that failed. */
  retryMs: number
  onError(error: unknown): void
}

/** Runs work periodically. Of several times for the next run, the soonest counts. */
export interface Pump {
  /** Makes the next run start after this delay, unless it would start sooner. */
  wake(afterMs: number): void
  /** Runs the work at once. Never rejects. */
  now(): Promise<void>
  /** Stops it; resolves when the last run has ended. */
  stop(): Promise<void>
}

/**
 * Makes a pump, which is idle until its first wake. A wake during a run schedules another: what that is for is up to
 * the work.
 */
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

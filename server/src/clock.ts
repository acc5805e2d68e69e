/** The two kinds of time. Injected, so that tests control them. */
export interface Clock {
  /** Milliseconds since 1970 UTC. May jump when the machine's clock is set. */
  now(): number
  /** Milliseconds since some fixed moment of this process. Never goes back; for durations only. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}

/** The two notions of now. Handed in, so that tests decide what time it is. */
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

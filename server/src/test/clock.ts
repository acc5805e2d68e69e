import type { Clock } from '../clock.ts'

/** A clock that does not move until a test moves it. */
export interface TestClock extends Clock {
  pass(ms: number): void
  /** Sets the clock to another time: durations are measured as before. */
  jump(ms: number): void
}

/** Noon of an ordinary day, and a process that has run for a while. */
export function testClock(startMs = Date.UTC(2026, 10, 20, 12)): TestClock {
  let passedMs = 0
  let jumpedMs = 0
  return {
    now: () => startMs + passedMs + jumpedMs,
    monotonic: () => 100_000 + passedMs,
    pass(ms) {
      passedMs += ms
    },
    jump(ms) {
      jumpedMs += ms
    },
  }
}

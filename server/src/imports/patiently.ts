import { setTimeout } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import { minuteMs } from '../time/durations.ts'

/** The import was stopped; it continues with the next start. */
export class Stopped extends Error {
  override name = 'Stopped'
}

/** After that, somebody should look at the engine or the disk. */
const patienceMs = 10 * minuteMs
/** Whatever a failure asks of browsers: an import is a single caller. */
const longestPauseMs = 2_000
/** How soon a pause ends when the server stops. */
const lookEveryMs = 100

/**
 * Does a step of an import, which changes nothing when it is repeated, and repeats it while the engine, the journal or the
 * control store is not available: they restart, or lack memory or space for a moment. Throws `Stopped` if it should stop meanwhile.
 */
export async function patiently<Result>(
  shouldStop: () => boolean,
  step: () => Promise<Result>,
): Promise<Result> {
  const latestMs = performance.now() + patienceMs
  for (;;) {
    try {
      return await step()
    } catch (error) {
      const mayPass = error instanceof AppError && error.kind === 'unavailable'
      if (!mayPass || performance.now() > latestMs) throw error
      await pause(Math.min(longestPauseMs, (error.retryAfterSeconds ?? 1) * 1000), shouldStop)
    }
  }
}

async function pause(ms: number, shouldStop: () => boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < ms; waitedMs += lookEveryMs) {
    if (shouldStop()) throw new Stopped()
    await setTimeout(lookEveryMs, undefined, { ref: false })
  }
}

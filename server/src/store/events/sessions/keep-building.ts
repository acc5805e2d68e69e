import type { Logger } from 'pino'
import type { Clock } from '../../../clock.ts'
import type { Engine } from '../engine.ts'
import { buildSessions } from './build-sessions.ts'

const firstAfterMs = 5_000
const everyMs = 60_000

/**
 * Builds sessions in the background from now on, one run at a time. A failure is logged and tried
 * again: reports only get slower without builds. Answers how to stop, which waits for the running day.
 */
export function keepBuildingSessions(services: {
  engine: Engine
  clock: Clock
  logger: Pick<Logger, 'error'>
}): () => Promise<void> {
  const { engine, clock, logger } = services
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const schedule = (delayMs: number) => {
    if (!stopped) timer = setTimeout(run, delayMs).unref()
  }
  const run = () => {
    running = buildSessions(engine, { nowMs: clock.now(), shouldStop: () => stopped })
      .catch((err: unknown) => logger.error({ err }, 'sessions could not be built; trying again'))
      .then(() => schedule(everyMs))
  }
  schedule(firstAfterMs)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

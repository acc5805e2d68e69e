import type { Logger } from 'pino'
import { connectEngine } from '../engine.ts'
import type { EngineChild } from './engine-child.ts'

/** When a child that does not answer is considered hung. */
export interface WatchLimits {
  everyMs: number
  answerWithinMs: number
  /** How soon it is asked again if it did not answer. */
  againAfterMs: number
  missedPings: number
}

/**
 * Generous: a process that merely lacks CPU time on a busy machine must not be killed. One that hangs is killed
 * within half a minute. Asking more often takes CPU time of both processes while nothing else does.
 */
export const defaultWatchLimits: WatchLimits = {
  everyMs: 10_000,
  answerWithinMs: 5_000,
  againAfterMs: 2_000,
  missedPings: 3,
}

/** Kills a child that hangs, so that it is replaced. Returns when the child has ended. */
export async function watchEngine(
  child: EngineChild,
  url: string,
  limits: WatchLimits,
  logger: Logger,
): Promise<void> {
  // A separate connection: a ping must not queue behind slow statements.
  const probe = connectEngine(url, { maxConnections: 1 })
  let ended = false
  const end = child.ended.then(() => {
    ended = true
  })
  let missed = 0
  while (!ended && missed < limits.missedPings) {
    await Promise.race([end, pause(missed === 0 ? limits.everyMs : limits.againAfterMs)])
    if (ended) break
    const answered = await Promise.race([probe.ping(), pause(limits.answerWithinMs)])
    missed = answered === true ? 0 : missed + 1
  }
  if (!ended) {
    logger.error({ enginePid: child.pid }, 'events engine does not answer and is ended')
    child.kill()
  }
  await probe.close()
}

/** Does not keep the process alive. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}

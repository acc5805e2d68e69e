import type { Logger } from 'pino'
import type { Engine } from '../engine.ts'
import { EngineUnavailable } from '../engine-errors.ts'
import { fillSessions, logFill } from './fill-sessions.ts'

/** How long a start waits for the newest sessions of a folder from a version without sessions. */
const atMostMs = 5_000

/**
 * Adds sessions before anything is asked: all of a small folder. A job adds the rest, also where the engine ended or
 * lacked memory.
 */
export async function fillAtStart(engine: Engine, logger: Logger): Promise<void> {
  const untilMs = performance.now() + atMostMs
  const options = { shouldStop: () => performance.now() > untilMs, onMonth: logFill(logger) }
  try {
    if (await fillSessions(engine, options)) return
  } catch (err) {
    if (!(err instanceof EngineUnavailable)) throw err
    logger.warn({ err }, 'sessions of older events could not be added yet')
  }
  logger.info('sessions of older events are added while hits are taken')
}

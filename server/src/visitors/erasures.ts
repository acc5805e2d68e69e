import type { Erasure as Erased } from '@tributary/contract/visitor.ts'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { takeTurns } from '../payments/take-turns.ts'
import { listUnfinishedErasures } from '../store/control/erasures/erasure-rows.ts'
import { findPasts } from '../store/events/erase-visitor.ts'
import { applyErasure, eraseVisitor, type Traces } from './erase-visitor.ts'

/** The erasing of visitors, and that they stay erased. */
export interface Erasures {
  /** Everything the site knew of the visitor is gone when it resolves. Unknown visitors are refused. */
  erase(siteId: string, visitorId: string): Promise<Erased>
  /**
   * Finishes what a crash cut short and erases again whoever a restored backup or another node's journal
   * brought back. Run at a start, and now and then.
   */
  sweep(): Promise<void>
  close(): Promise<void>
}

const hourMs = 3_600_000
const retryMs = 60_000

/** Opens the erasures; the first sweep is done, or going to be tried again, when it resolves. */
export async function openErasures(
  traces: Traces & { logger: Pick<Logger, 'error'> },
): Promise<Erasures> {
  // One at a time: each rewrites parts of the same tables.
  const inTurn = takeTurns()
  const sweep = () => inTurn('', () => sweepErasures(traces))
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isClosed = false
  const run = () => {
    running = sweep().then(
      () => schedule(hourMs),
      (err: unknown) => {
        traces.logger.error({ err }, 'erased visitors could not be looked for; trying again')
        schedule(retryMs)
      },
    )
    return running
  }
  const schedule = (delayMs: number) => {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(run, delayMs).unref()
  }
  await run()
  return {
    async erase(siteId, visitorId) {
      try {
        return await inTurn('', () => eraseVisitor(traces, siteId, visitorId))
      } catch (error) {
        // What was begun is noted, so it is finished without anybody asking again.
        if (!(error instanceof AppError)) schedule(retryMs)
        throw error
      }
    },
    sweep,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}

async function sweepErasures(traces: Traces): Promise<void> {
  const { control, engine, events, list } = traces
  if (list.all().length > 0) await events.eraseLetters(list.all())
  const unfinished = await listUnfinishedErasures(control.db)
  const back = await findPasts(engine, list.all())
  const seen = new Set<string>()
  for (const erasure of [...unfinished, ...back]) {
    const key = JSON.stringify([erasure.siteId, erasure.visitorId])
    if (seen.has(key)) continue
    seen.add(key)
    await applyErasure(traces, erasure)
  }
}

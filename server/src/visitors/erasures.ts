import type { Erasure as Erased } from '@tributary/contract/visitor.ts'
import { AppError } from '../errors.ts'
import { takeTurns } from '../payments/take-turns.ts'
import {
  findSiteErasure,
  isOfSite,
  listUnfinishedErasures,
  type SiteErasure,
} from '../store/control/erasures/erasure-rows.ts'
import { findPasts } from '../store/events/erase-visitor.ts'
import { applySiteErasure, isSiteBack } from './apply-site-erasure.ts'
import { applyErasure, eraseVisitor, type Traces } from './erase-visitor.ts'

/** The erasing of visitors and of whole sites, and that they stay erased. */
export interface Erasures {
  /** Everything the site knew of the visitor is gone when it resolves. Unknown visitors are refused. */
  erase(siteId: string, visitorId: string): Promise<Erased>
  /** Removes what `eraseSite` has just noted from everything else; answers whether that is through in time. */
  finishSite(siteId: string, patienceMs: number): Promise<boolean>
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
export async function openErasures(traces: Traces): Promise<Erasures> {
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
  // Also what another node or a command has noted.
  traces.list.onAdd((erasure) => {
    if (isOfSite(erasure)) schedule(0)
  })
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
    async finishSite(siteId, patienceMs) {
      await traces.list.refresh()
      const erasure = traces.list.ofSite(siteId)
      if (erasure === undefined) return true
      const work = inTurn('', () => finishSiteErasure(traces, erasure)).catch((err: unknown) => {
        traces.logger.error({ err, siteId }, 'a site could not be removed yet; trying again')
        schedule(retryMs)
        return false
      })
      return within(work, patienceMs)
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
  const visitors = list.all().filter((erasure) => !isOfSite(erasure))
  const back = await findPasts(engine, visitors)
  for (const erasure of list.all().filter(isOfSite)) await finishSiteErasure(traces, erasure)
  const seen = new Set<string>()
  for (const erasure of [...unfinished, ...back]) {
    if (isOfSite(erasure)) continue
    const key = JSON.stringify([erasure.siteId, erasure.visitorId])
    if (seen.has(key)) continue
    seen.add(key)
    await applyErasure(traces, erasure)
  }
}

/** Does what is left to be done of a site's erasure; nothing, nearly always. */
async function finishSiteErasure(traces: Traces, erasure: SiteErasure): Promise<boolean> {
  const noted = await findSiteErasure(traces.control.db, erasure.siteId)
  if (noted?.isDone && !(await isSiteBack(traces, erasure))) return true
  await applySiteErasure(traces, erasure)
  return true
}

/** The answer, or false when it takes longer. */
async function within(work: Promise<boolean>, patienceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

import type { Erasure as Erased } from '@tributary/contract/visitor.ts'
import { mutex } from '../concurrency/mutex.ts'
import { AppError } from '../errors.ts'
import {
  type Erasure,
  findSiteErasure,
  isOfSite,
  listUnfinishedErasures,
  type SiteErasure,
} from '../store/control/erasures/erasure-rows.ts'
import { findPasts } from '../store/events/erase-visitor.ts'
import { longestWaitMs, within } from '../within.ts'
import { applySiteErasure, isSiteBack } from './apply-site-erasure.ts'
import { applyErasures, eraseVisitors, type Outcome, type Traces } from './erase-visitor.ts'

/** The erasing of visitors and of whole sites, and that they stay erased. */
export interface Erasures {
  /**
   * Erases everything the site knows of the visitor. Unknown visitors are refused. Rejects with `unavailable` when it
   * takes longer than a request may wait; it continues all the same. `onErased` is called at the end, even if nobody
   * waits any more.
   */
  erase(siteId: string, visitorId: string, onErased?: () => Promise<void>): Promise<Erased>
  /** Removes everything else of a site that `eraseSite` has just noted; returns whether that was done in time. */
  finishSite(siteId: string, patienceMs: number): Promise<boolean>
  /**
   * Finishes erasures that a crash interrupted and repeats those that a restored backup or another node's journal
   * undid. Run once the engine has started, and by itself from then on. A failure is logged and tried again.
   */
  sweep(): Promise<void>
  close(): Promise<void>
}

const hourMs = 3_600_000
const retryMs = 60_000
/** Erasures that come one after the other are looked after together. */
const gatheredMs = 500

export interface ErasuresOptions {
  /** Whether other nodes use the engine, too. */
  hasOtherNodes: boolean
  patienceMs?: number
}

const stillErasing =
  'The visitor is being erased, which takes longer than usual. Ask again to learn when it is done'

/** Opens the erasures; the first sweep is its opener's to begin. */
export function openErasures(
  traces: Traces,
  { hasOtherNodes, patienceMs = longestWaitMs }: ErasuresOptions,
): Erasures {
  // One at a time: each rewrites parts of the same tables.
  const inTurn = mutex()
  const together = gatherErasures((siteId, visitorIds) =>
    inTurn(() => eraseVisitors(traces, siteId, visitorIds())),
  )
  let timer: NodeJS.Timeout | undefined
  const learned: Erasure[] = []
  let gathering: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isClosed = false
  const sweep = () => {
    running = inTurn(() => sweepErasures(traces)).then(
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
    if (!isClosed) timer = setTimeout(sweep, delayMs).unref()
  }
  // Until this node knew, it inserted what it had accepted from such a visitor before.
  const eraseLearned = async () => {
    const some = learned.splice(0)
    await traces.events.flush()
    await applyBySite(traces, await findPasts(traces.engine, some))
  }
  const lookAfter = (erasure: Erasure) => {
    learned.push(erasure)
    if (learned.length > 1 || isClosed) return
    gathering = setTimeout(() => {
      running = inTurn(eraseLearned).catch((err: unknown) => {
        traces.logger.error({ err }, 'erased visitors could not be looked for; trying again')
        schedule(retryMs)
      })
    }, gatheredMs).unref()
  }
  const eraseOne = async (siteId: string, visitorId: string): Promise<Erased> => {
    try {
      const outcome = (await together(siteId, visitorId)).get(visitorId)
      if (outcome === undefined) throw new Error('an erasure was forgotten')
      if (outcome instanceof Error) throw outcome
      return outcome
    } catch (error) {
      // What was begun is noted, so it is finished without anybody asking again.
      if (!(error instanceof AppError)) schedule(retryMs)
      throw error
    }
  }
  // Also what another node or a command has noted.
  traces.list.onAdd((erasure) => {
    if (isOfSite(erasure)) schedule(0)
    else if (hasOtherNodes) lookAfter(erasure)
  })
  return {
    async erase(siteId, visitorId, onErased) {
      const erasing = eraseOne(siteId, visitorId).then(async (erased) => {
        await onErased?.()
        return erased
      })
      const erased = await within(erasing, patienceMs)
      if (erased !== false) return erased
      // The work is retried or noted if it fails; the request has already ended.
      erasing.catch(() => undefined)
      throw new AppError('unavailable', stillErasing, { retryAfterSeconds: 10 })
    },
    async finishSite(siteId, patienceMs) {
      await traces.list.refresh()
      const erasure = traces.list.ofSite(siteId)
      if (erasure === undefined) return true
      const work = inTurn(() => finishSiteErasure(traces, erasure)).catch((err: unknown) => {
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
      clearTimeout(gathering)
      await running
    },
  }
}

async function sweepErasures(traces: Traces): Promise<void> {
  const { control, engine, events, list } = traces
  if (list.all().length > 0) await events.eraseDeadLetters(list.all())
  const unfinished = await listUnfinishedErasures(control.db)
  const visitors = list.all().filter((erasure) => !isOfSite(erasure))
  const back = await findPasts(engine, visitors)
  for (const erasure of list.all().filter(isOfSite)) await finishSiteErasure(traces, erasure)
  await applyBySite(traces, [...back, ...unfinished])
}

async function applyBySite(traces: Traces, erasures: readonly Erasure[]): Promise<void> {
  const bySite = new Map<string, Map<string, Erasure>>()
  for (const erasure of erasures) {
    if (isOfSite(erasure)) continue
    const ofSite = bySite.get(erasure.siteId) ?? new Map<string, Erasure>()
    bySite.set(erasure.siteId, ofSite.set(erasure.visitorId, erasure))
  }
  for (const ofSite of bySite.values()) {
    const all = [...ofSite.values()]
    for (let start = 0; start < all.length; start += mostTogether) {
      const outcomes = await applyErasures(traces, all.slice(start, start + mostTogether))
      const failed = [...outcomes.values()].find((outcome) => outcome instanceof Error)
      if (failed) throw failed
    }
  }
}

/** Visitors whose erasures share the rewriting of parts; their ids travel in the address of a request. */
const mostTogether = 100

/**
 * Gathers the erasures of a site that are asked for while others are under way. `begin` is called for the
 * first of them and asks for the visitors when its turn has come.
 */
function gatherErasures(
  begin: (siteId: string, visitorIds: () => string[]) => Promise<Map<string, Outcome>>,
): (siteId: string, visitorId: string) => Promise<Map<string, Outcome>> {
  const waiting = new Map<string, { visitors: Set<string>; done: Promise<Map<string, Outcome>> }>()
  return (siteId, visitorId) => {
    let gathered = waiting.get(siteId)
    if (gathered === undefined || gathered.visitors.size >= mostTogether) {
      const visitors = new Set<string>()
      const done = begin(siteId, () => {
        if (waiting.get(siteId)?.visitors === visitors) waiting.delete(siteId)
        return [...visitors]
      })
      gathered = { visitors, done }
      waiting.set(siteId, gathered)
    }
    gathered.visitors.add(visitorId)
    return gathered.done
  }
}

/** Does what is left of a site's erasure; nearly always nothing. */
async function finishSiteErasure(traces: Traces, erasure: SiteErasure): Promise<boolean> {
  const noted = await findSiteErasure(traces.control.db, erasure.siteId)
  if (noted?.isDone && !(await isSiteBack(traces, erasure))) return true
  await applySiteErasure(traces, erasure)
  return true
}

import type { Erasure as Erased } from '@tributary/contract/visitor.ts'
import { mutex } from '../concurrency/mutex.ts'
import { AppError } from '../errors.ts'
import { longestWaitMs, within } from '../within.ts'
import { eraseVisitors, mostTogether, type Outcome, type Traces } from './erase-visitor.ts'
import { finishSiteErasure, openSweeps, type SweepOptions } from './erasure-sweeps.ts'

/** Erases visitors and whole sites, and makes sure that they stay erased. */
export interface Erasures {
  /**
   * Erases everything the site knows of the visitor. Unknown visitors are refused. Rejects with `unavailable` if it
   * takes longer than a request may wait; it continues all the same. `onErased` is called at the end, even if nobody
   * waits any more.
   */
  erase(siteId: string, visitorId: string, onErased?: () => Promise<void>): Promise<Erased>
  /**
   * Removes everything else of a site that `eraseSite` has just recorded; returns whether that was done in time.
   */
  finishSite(siteId: string, patienceMs: number): Promise<boolean>
  /**
   * Finishes erasures that a crash interrupted and repeats those that a restored backup or another node's journal
   * undid. Run once the engine has started, and periodically from then on. A failure is logged and retried.
   */
  sweep(): Promise<void>
  close(): Promise<void>
}

export interface ErasuresOptions extends Pick<SweepOptions, 'hasOtherNodes'> {
  patienceMs?: number
}

const stillErasing =
  'The visitor is being erased, which takes longer than usual. Ask again to learn when it is done'

/** Opens the erasures; the caller begins the first sweep. */
export function openErasures(
  traces: Traces,
  { hasOtherNodes, patienceMs = longestWaitMs }: ErasuresOptions,
): Erasures {
  const inTurn = mutex()
  const sweeps = openSweeps(traces, { inTurn, hasOtherNodes })
  const together = gatherErasures((siteId, visitorIds) =>
    inTurn(() => eraseVisitors(traces, siteId, visitorIds())),
  )
  const eraseOne = async (siteId: string, visitorId: string): Promise<Erased> => {
    try {
      const outcome = (await together(siteId, visitorId)).get(visitorId)
      if (outcome === undefined) throw new Error('an erasure was forgotten')
      if (outcome instanceof Error) throw outcome
      return outcome
    } catch (error) {
      // An erasure that was begun is recorded, so it is finished without another request.
      if (!(error instanceof AppError)) sweeps.inAMinute()
      throw error
    }
  }
  return {
    async erase(siteId, visitorId, onErased) {
      const erasing = eraseOne(siteId, visitorId).then(async (erased) => {
        await onErased?.()
        return erased
      })
      const erased = await within(erasing, patienceMs)
      if (erased !== false) return erased
      // The work is retried or recorded if it fails; the request has already ended.
      erasing.catch(() => undefined)
      throw new AppError('unavailable', stillErasing, { retryAfterSeconds: 10 })
    },
    async finishSite(siteId, patienceMs) {
      await traces.list.refresh()
      const erasure = traces.list.ofSite(siteId)
      if (erasure === undefined) return true
      const work = inTurn(() => finishSiteErasure(traces, erasure)).then(
        () => true,
        (err: unknown) => {
          traces.logger.error({ err, siteId }, 'a site could not be removed yet; trying again')
          sweeps.inAMinute()
          return false
        },
      )
      return within(work, patienceMs)
    },
    sweep: sweeps.now,
    close: sweeps.close,
  }
}

/**
 * Gathers the erasures of a site that are requested while others are in progress. `begin` is called for the first of
 * them and reads the visitors when its turn has come.
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

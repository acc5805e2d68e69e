import type { Mutex } from '../concurrency/mutex.ts'
import { pump } from '../concurrency/pump.ts'
import {
  type Erasure,
  findSiteErasure,
  isOfSite,
  listUnfinishedErasures,
  type SiteErasure,
} from '../store/control/erasures/erasure-rows.ts'
import { findPasts } from '../store/events/erase-visitor.ts'
import { hourMs } from '../time/durations.ts'
import { applySiteErasure, isSiteBack } from './apply-site-erasure.ts'
import { applyErasures, mostTogether, type Traces } from './erase-visitor.ts'

const retryMs = 60_000
/** Erasures in quick succession are checked together. */
const gatheredMs = 500

export interface SweepOptions {
  /** One erasure at a time: each rewrites parts of the same tables. */
  inTurn: Mutex
  /** Whether other nodes use the engine, too. */
  hasOtherNodes: boolean
}

/** Looks for erased data that exists nevertheless: every hour, and when another node or a command erases. */
export interface Sweeps {
  /** Runs a sweep now. A failure is logged, and retried in a minute. */
  now(): Promise<void>
  /** Looks in a minute. */
  inAMinute(): void
  close(): Promise<void>
}

/** Opens the sweeps; the caller begins the first one. */
export function openSweeps(traces: Traces, { inTurn, hasOtherNodes }: SweepOptions): Sweeps {
  let gathering: NodeJS.Timeout | undefined
  const learned: Erasure[] = []
  let erasing: Promise<void> = Promise.resolve()
  let isClosed = false
  const onError = (err: unknown) =>
    traces.logger.error({ err }, 'erased visitors could not be looked for; trying again')
  const sweeps = pump(() => inTurn(() => sweepErasures(traces)), {
    everyMs: hourMs,
    retryMs,
    onError,
  })
  // Until this node knew of the erasure, it inserted earlier events of such a visitor.
  const eraseLearned = async () => {
    const some = learned.splice(0)
    await traces.events.flush()
    await applyBySite(traces, await findPasts(traces.engine, some))
  }
  const lookAfter = (erasure: Erasure) => {
    learned.push(erasure)
    if (learned.length > 1 || isClosed) return
    gathering = setTimeout(() => {
      erasing = inTurn(eraseLearned).catch((err: unknown) => {
        onError(err)
        sweeps.wake(retryMs)
      })
    }, gatheredMs).unref()
  }
  // Including erasures by another node or a command.
  traces.list.onAdd((erasure) => {
    if (isOfSite(erasure)) sweeps.wake(0)
    else if (hasOtherNodes) lookAfter(erasure)
  })
  return {
    now: sweeps.now,
    inAMinute: () => sweeps.wake(retryMs),
    async close() {
      isClosed = true
      clearTimeout(gathering)
      await Promise.all([sweeps.stop(), erasing])
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

/** Continues a site's erasure; there is nearly always nothing to do. */
export async function finishSiteErasure(traces: Traces, erasure: SiteErasure): Promise<void> {
  const noted = await findSiteErasure(traces.control.db, erasure.siteId)
  if (noted?.isDone && !(await isSiteBack(traces, erasure))) return
  await applySiteErasure(traces, erasure)
}

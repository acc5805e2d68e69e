import { moveHits } from '../../store/events/sessions/move-hits.ts'
import { rebuildSessions } from '../../store/events/sessions/rebuild-sessions.ts'
import { dayMs } from '../../time/durations.ts'
import { within } from '../../within.ts'
import type { CollectorDeps } from '../collector-tools.ts'
import {
  deleteLateVisitors,
  type LateHit,
  type LateVisitor,
  listLateVisitors,
  markMoving,
  noteLateHits,
} from '../late-hit-rows.ts'
import { hitsToPlace, mostHitsToPlace } from '../queries/hits-to-place.ts'
import type { NotedHere } from './noted-here.ts'
import { type PlacedAgain, placeAgain, type StoredHit } from './place-again.ts'
import { idleMs, longestSessionMs, returnMs } from './session-memory.ts'
import type { Sessions } from './sessions.ts'

export interface LateHitsDeps {
  deps: Pick<CollectorDeps, 'control' | 'engine' | 'events' | 'logger'>
  sessions: Pick<Sessions, 'memory' | 'underWay'>
  notedHere: NotedHere
}

/** Each portion rewrites parts of the events once, however many visitors it contains. */
const visitorsAtOnce = 100
/** How long a request with late hits waits until the sessions are rebuilt. */
const patienceMs = 5_000
/** How far before a hit its visit may depend on others: a return depends on the visit that it continues. */
const lookBackMs = returnMs + longestSessionMs + dayMs
const lookAheadMs = 2 * dayMs
/** A visitor whose hits keep coming, or a change that has no effect, is left to the next run. */
const mostRounds = 5

/** Rebuilds the recorded visits and waits for it briefly; the background does the rest. */
export async function placeAgainSoon(tools: LateHitsDeps): Promise<void> {
  const work = placeLateHits(tools).catch((err: unknown) =>
    tools.deps.logger.warn({ err }, 'visits could not be rebuilt; trying again'),
  )
  await within(work, patienceMs)
}

const runs = new WeakMap<object, Promise<void>>()

/**
 * Rebuilds the visits of recorded visitors in time order: reads their hits, moves those that are in the wrong
 * session, and rebuilds the rows of `sessions`. After a crash it continues when it is run again. One run at a time.
 */
export function placeLateHits(
  tools: LateHitsDeps,
  shouldStop: () => boolean = () => false,
): Promise<void> {
  const before = runs.get(tools.sessions) ?? Promise.resolve()
  const run = before.catch(() => undefined).then(() => placeAllNoted(tools, shouldStop))
  runs.set(tools.sessions, run)
  return run
}

async function placeAllNoted(tools: LateHitsDeps, shouldStop: () => boolean): Promise<void> {
  const { notedHere, deps } = tools
  const { control } = deps
  for (let round = 0; round < mostRounds && !shouldStop(); ) {
    const listed = await listLateVisitors(control.db, visitorsAtOnce)
    const noted = notedHere.addTo(listed, visitorsAtOnce)
    if (noted.length === 0) return
    let done = 0
    for (const [siteId, visitors] of Map.groupBy(noted, (one) => one.siteId)) {
      const settled = await settleVisitors(tools, siteId, visitors)
      await control.transaction((db) => deleteLateVisitors(db, settled))
      notedHere.placed(settled)
      done += settled.length
    }
    if (done < noted.length) round += 1
  }
}

/** Rebuilds the visits of visitors of one site, stored and in memory. Returns the visitors that are done. */
async function settleVisitors(
  tools: LateHitsDeps,
  siteId: string,
  visitors: readonly LateVisitor[],
): Promise<LateVisitor[]> {
  const { memory, underWay } = tools.sessions
  try {
    const wasPlaced = await underWay.watch()
    await tools.deps.events.flush()
    const placed = await placeVisitors(tools, siteId, visitors)
    return visitors.filter(({ visitorId, fromMs }) => {
      const again = placed.get(visitorId)
      // A hit that was placed meanwhile was based on the earlier state of memory.
      if (again === undefined || wasPlaced(siteId, visitorId)) return false
      memory.replaceSince(siteId, visitorId, {
        sinceMs: fromMs - lookBackMs,
        sessions: again.sessions,
      })
      return true
    })
  } finally {
    underWay.unwatch()
  }
}

/** Rebuilds the stored visits of some visitors. Returns the visitors that are done, with their sessions. */
async function placeVisitors(
  { deps }: LateHitsDeps,
  siteId: string,
  visitors: readonly LateVisitor[],
): Promise<Map<string, PlacedAgain>> {
  const { control, engine } = deps
  const changed = new Set(visitors.filter(({ isMoving }) => isMoving))
  let placed = new Map<string, PlacedAgain>()
  for (let round = 0; round < mostRounds; round++) {
    placed = await placedAgain(deps, siteId, visitors)
    const wrong = visitors.filter(({ visitorId }) => placed.get(visitorId)?.moved.length)
    if (wrong.length === 0) break
    for (const one of wrong) changed.add(one)
    await control.transaction((db) => markMoving(db, wrong))
    const moves = wrong.flatMap(({ visitorId }) => placed.get(visitorId)?.moved ?? [])
    await control.run(noteLateHits, farMoves(siteId, wrong, placed))
    await moveHits(engine, { site: siteId, visitors: wrong.map((one) => one.visitorId) }, moves)
  }
  if (changed.size > 0) {
    await rebuildSessions(engine, {
      where: `site_id = {site:String}
        and visitor_hash in arrayMap(id -> sipHash64(id), {visitors:Array(String)})`,
      params: { site: siteId, visitors: [...changed].map(({ visitorId }) => visitorId) },
      isKnownToDiffer: true,
    })
  }
  return placed
}

/** Moved hits near the end of what was read: later hits may depend on them. */
function farMoves(
  siteId: string,
  visitors: readonly LateVisitor[],
  placed: ReadonlyMap<string, PlacedAgain>,
): LateHit[] {
  return visitors.flatMap(({ visitorId, toMs }) => {
    const last = Math.max(...(placed.get(visitorId)?.moved ?? []).map((hit) => hit.timestampMs))
    return last > toMs + lookAheadMs - returnMs - idleMs
      ? [{ siteId, visitorId, timestampMs: last }]
      : []
  })
}

/** The sessions that the hits of visitors belong to. */
async function placedAgain(
  deps: LateHitsDeps['deps'],
  site: string,
  visitors: readonly LateVisitor[],
): Promise<Map<string, PlacedAgain>> {
  const { engine, logger } = deps
  const fromMs = Math.max(0, Math.min(...visitors.map((one) => one.fromMs)) - lookBackMs)
  const toMs = Math.max(...visitors.map((one) => one.toMs)) + lookAheadMs
  const ids = visitors.map(({ visitorId }) => visitorId)
  const range = { fromMs, toMs, most: mostHitsToPlace }
  const rows = await hitsToPlace(engine, { site, visitors: ids, ...range }, { timeoutMs: 60_000 })
  if (rows.length >= mostHitsToPlace) {
    const [only, ...others] = visitors
    if (only === undefined || others.length === 0) {
      logger.warn({ site, visitorId: only?.visitorId }, 'a visitor has too many hits to be placed')
      return new Map(ids.map((id) => [id, { sessions: [], moved: [] }]))
    }
    const found = new Map<string, PlacedAgain>()
    for (const one of visitors) {
      for (const [id, placed] of await placedAgain(deps, site, [one])) found.set(id, placed)
    }
    return found
  }
  const byVisitor = Map.groupBy(rows, ({ visitorId }) => visitorId)
  return new Map(
    visitors.map((one) => {
      const hits = (byVisitor.get(one.visitorId) ?? []).map(storedHit)
      return [one.visitorId, placeAgain(hits, one.fromMs)]
    }),
  )
}

type Row = Awaited<ReturnType<typeof hitsToPlace>>[number]

function storedHit({
  key,
  visitorId: _visitor,
  kind,
  timestampMs,
  sessionId,
  sessionDay,
  givenSession,
  returnLanding,
  ...acquisition
}: Row): StoredHit {
  return { key, kind, timestampMs, sessionId, sessionDay, givenSession, returnLanding, acquisition }
}

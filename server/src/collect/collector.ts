import { setTimeout as sleep } from 'node:timers/promises'
import type { EventsOutput } from '@tributary/contract/hit.ts'
import { internal } from '../acquisition/read-landing.ts'
import { openLocations } from '../client/locate.ts'
import { mayHaveOtherNodes } from '../config.ts'
import { withDerivedGoals } from '../goals/rules/derive-goals.ts'
import { pickTokenIn, readPick } from '../goals/rules/element-picks.ts'
import { siteScript } from '../goals/rules/site-script.ts'
import { shareMemory } from '../process/memory.ts'
import type { Site, TrackedSite } from '../site.ts'
import { shippedEverywhereMs } from '../store/events/shipped-everywhere.ts'
import { hourMs } from '../time/durations.ts'
import { keepBudgets } from './budget-keeper.ts'
import { type BatchAttempt, collectEvents } from './collect-events.ts'
import type { CollectorDeps, CollectorTools } from './collector-tools.ts'
import { DropCounters, type DropReason, type HitCount } from './drop-counters.ts'
import type { HitRequest } from './hit-request.ts'
import { hitTurns } from './hit-turns.ts'
import { type LateHit, noteLateHits } from './late-hit-rows.ts'
import { type Hit, prepareHit } from './prepare-hit.ts'
import { hitLimiter } from './rate-limit.ts'
import type { ReceivedHit } from './receive-hit.ts'
import { storedHit } from './stored-event.ts'
import { CookielessVisitors } from './visits/cookieless-ids.ts'
import { placeAgainSoon, placeLateHits } from './visits/late-hits.ts'
import { NotedHere } from './visits/noted-here.ts'
import { SecondLook } from './visits/second-look.ts'
import { SessionLookUp } from './visits/session-look-up.ts'
import { Sessions } from './visits/sessions.ts'

/** The result of a browser's hit. */
export interface CollectedHit {
  dropped?: DropReason
  /** A part of the tracker that the page loads, by its path. */
  load?: string
}

const stored: CollectedHit = {}

/** Accepts everything that happens on sites. */
export interface Collector {
  /** One valid hit of a browser. When it resolves the hit is on disk, or dropped for the returned reason. */
  collect(received: ReceivedHit, request: HitRequest): Promise<CollectedHit>
  /** Hits reported by a site's own server: the valid ones are on disk when it resolves. */
  collectEvents(site: Site, items: readonly unknown[], attempt: BatchAttempt): Promise<EventsOutput>
  /** The results of hits since this process started, of all sites or of one. */
  counts(siteId?: string): HitCount[]
  /** Since when today's hits of a site are dropped, because its daily budget is used up. */
  overBudgetMs(siteId: string): number | undefined
  /** Rebuilds the visits around late hits, as far as that is still pending. */
  placeLateHits(shouldStop?: () => boolean): Promise<void>
  /** Forgets the visit of an erased visitor; their next hit begins another. */
  forget(siteId: string, visitorId: string): void
  close(): Promise<void>
}

/** Opens the collector and begins to load the visits that were in progress before this start. */
export async function openCollector(deps: CollectorDeps): Promise<Collector> {
  const { config, clock, control, logger } = deps
  const keeper = await keepBudgets(deps)
  let hasEngineStarted = false
  const lookUp = new SessionLookUp({
    engine: deps.engine,
    events: deps.events,
    onFailure: (error) => logger.warn({ err: error }, 'sessions could not be looked up'),
  })
  const isOnlyNode = !mayHaveOtherNodes(config)
  const notedHere = new NotedHere()
  const noteLate = async (hits: readonly LateHit[]) => {
    if (hits.length === 0) return
    await control.run(noteLateHits, hits)
    if (!isOnlyNode) notedHere.note(hits)
  }
  const tools: CollectorTools = {
    deps,
    counters: new DropCounters(),
    locate: openLocations(config.geoipDb),
    isWithinLimit: hitLimiter(clock),
    budgets: keeper.budgets,
    turns: hitTurns(deps.events),
    cookieless: new CookielessVisitors(control),
    sessions: new Sessions({
      lookUp,
      canLookUp: () => hasEngineStarted,
      isOnlyNode,
      mostVisitors: shareMemory(config.memoryBytes).rememberedVisitors,
      noteLate,
      ...(!isOnlyNode && { onBegun: (hit) => secondLook.begun(hit) }),
    }),
    notedHere,
  }
  const secondLook = new SecondLook({
    lookUp,
    memory: tools.sessions.memory,
    afterMs: shippedEverywhereMs,
    async placeAnew(hits) {
      await noteLate(hits)
      void placeAgainSoon(tools)
    },
    onFailure: (err) => logger.warn({ err }, 'a visit of several nodes could not be checked'),
  })
  deps.engineStarted.then(
    () => {
      hasEngineStarted = true
      void placeAgainSoon(tools)
    },
    // The server then ends, and reports why.
    () => undefined,
  )
  const stopUpkeep = keepUp(tools)
  return {
    collect: (received, request) => collectHit(tools, received, request),
    collectEvents: (site, items, attempt) => collectEvents(tools, site, items, attempt),
    overBudgetMs: (siteId) => tools.budgets.spentMs(siteId, clock.now()),
    counts: (siteId) => tools.counters.list(siteId),
    placeLateHits: (shouldStop) => placeLateHits(tools, shouldStop),
    forget: (siteId, visitorId) => {
      tools.sessions.memory.forget(siteId, visitorId)
      tools.sessions.underWay.placed(siteId, visitorId)
    },
    async close() {
      stopUpkeep()
      secondLook.stop()
      await keeper.close()
    },
  }
}

async function collectHit(
  tools: CollectorTools,
  received: ReceivedHit,
  request: HitRequest,
): Promise<CollectedHit> {
  const { deps, counters } = tools
  const site = await deps.sites.find(received.input.siteId)
  if (site === undefined) {
    counters.add('', 'unknown-site')
    return { dropped: 'unknown-site' }
  }
  const picker = pickerFor(tools, site, received.input.url)
  if (picker !== undefined) return picker
  const turn = tools.turns.take(site.id)
  if (turn !== undefined) await turn
  const { underWay } = tools.sessions
  const entered = underWay.enter()
  try {
    return await keepHit(tools, { site, received, request })
  } finally {
    underWay.leave(entered)
    tools.turns.pass()
  }
}

/** While a site's owner picks an element on a page, no visit is counted. */
function pickerFor({ deps }: CollectorTools, site: Site, url: string): CollectedHit | undefined {
  const token = pickTokenIn(url)
  const pick = token === undefined ? undefined : readPick(deps.secrets, token)
  if (pick === undefined || pick.siteId !== site.id) return undefined
  return pick.untilMs < deps.clock.now() ? stored : { load: `/js/pick.js?${token}` }
}

interface Arrival {
  site: TrackedSite
  received: ReceivedHit
  request: HitRequest
}

async function keepHit(
  tools: CollectorTools,
  { site, received: { input, page, properties }, request }: Arrival,
): Promise<CollectedHit> {
  const { deps, counters } = tools
  const hit: Hit = {
    site,
    input,
    page,
    nowMs: deps.clock.now(),
    request,
    device: undefined,
    place: undefined,
    visitorId: '',
    sessionId: '',
    sessionDay: 0,
    acquisition: internal,
    givenSession: '',
    returnLanding: '',
    isOutOfOrder: false,
  }
  const claims = input.type === 'identify' ? deps.identities.vet(site, input) : undefined
  const refusal = typeof claims === 'string' ? claims : undefined
  const reason = refusal ?? (await prepareHit(hit, tools))
  if (reason !== undefined) {
    counters.add(site.id, reason)
    return { dropped: reason }
  }
  if (typeof claims === 'object') {
    const { visitorId } = hit
    await deps.identities.record(site, { visitorId, ...claims.signed, origin: 'server' })
    await deps.identities.record(site, { visitorId, ...claims.unsigned, origin: 'client' })
  }
  await deps.events.append(withDerivedGoals(site.goalRules, storedHit(hit, properties)))
  if (hit.isOutOfOrder) void placeAgainSoon(tools)
  counters.add(site.id, 'stored')
  const { address } = siteScript(site)
  return address !== '' && input.type === 'pageview' ? { load: address } : stored
}

const retryMs = 5_000
/** A day of visits takes as long to load as a page of reports to answer, which somebody may want first. */
const restOfDayMs = 30_000

/** Loads recent visits (with retries until the engine answers) and destroys old salts. */
function keepUp({ deps, sessions, cookieless }: CollectorTools): () => void {
  const { clock, logger } = deps
  const startMs = clock.now()
  const closing = new AbortController()
  const { signal } = closing
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false })
  const load = async (visits: () => Promise<void>): Promise<void> => {
    try {
      await visits()
    } catch (error) {
      if (signal.aborted) return
      logger.warn({ err: error }, 'recent sessions could not be read yet')
      await pause(retryMs)
      await load(visits)
    }
  }
  const loadAll = async () => {
    await load(() => sessions.warmUp(startMs))
    await pause(restOfDayMs)
    await load(() => sessions.completeDay(startMs))
  }
  const destroyOld = () => {
    cookieless.destroyOld(clock.now()).catch((error: unknown) => {
      if (!signal.aborted) logger.error({ err: error }, 'old salts could not be destroyed yet')
    })
  }
  // A pause that closing ends is the only failure.
  loadAll().catch(() => undefined)
  destroyOld()
  const hourly = setInterval(destroyOld, hourMs).unref()
  return () => {
    closing.abort()
    clearInterval(hourly)
  }
}

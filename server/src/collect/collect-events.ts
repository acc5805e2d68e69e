import { type EventsOutput, mostEvents } from '@tributary/contract/hit.ts'
import { internal, readLanding } from '../acquisition/read-landing.ts'
import { AppError } from '../errors.ts'
import { withDerivedGoals } from '../goals/rules/derive-goals.ts'
import type { Site } from '../site.ts'
import { isOfPast } from '../store/events/erase-visitor.ts'
import type { StoredEvent } from '../store/events/event.ts'
import type { CollectorTools } from './collector-tools.ts'
import { notYetStored } from './not-yet-stored.ts'
import { botProblem, type ReceivedEvent, receiveEvent } from './receive-event.ts'
import { storedEvent } from './stored-event.ts'
import { placeAgainSoon } from './visits/late-hits.ts'
import type { VisitorHit } from './visits/sessions.ts'

/** The number of this attempt at a batch. */
export interface BatchAttempt {
  /** When the first attempt began: the time of items without one, and when they were received. */
  startedMs: number
  /** An earlier attempt was cut off, and may have stored some or all of it. */
  interrupted: boolean
}

/**
 * Ingests events from a site's own server. Items are independent: a bad one is reported with its index and the
 * problem, the others are stored. An attempt after an interrupted one adds only what that one did not bring to the
 * disk.
 */
export async function collectEvents(
  tools: CollectorTools,
  site: Site,
  items: readonly unknown[],
  attempt: BatchAttempt,
): Promise<EventsOutput> {
  if (items.length === 0 || items.length > mostEvents) {
    throw new AppError('invalid', `events must be an array of 1 to ${mostEvents} items`)
  }
  const { rejected, accepted, isOutOfOrder } = await tools.sessions.underWay.during(async () => {
    // While waiting for the disk, only what is written to it stays in memory: a batch takes megabytes, and many
    // may wait.
    const begun = await begin(tools, site, items, attempt)
    await begun.stored
    return begun
  })
  if (isOutOfOrder) await placeAgainSoon(tools)
  tools.counters.add(site.id, 'stored', accepted)
  tools.counters.add(
    site.id,
    'bot',
    rejected.filter(({ message }) => message === botProblem).length,
  )
  return { accepted, rejected }
}

/** Places the valid items of a batch and begins to store them. */
async function begin(
  tools: CollectorTools,
  site: Site,
  items: readonly unknown[],
  attempt: BatchAttempt,
): Promise<EventsOutput & { isOutOfOrder: boolean; stored: Promise<void> }> {
  const { received, rejected } = sortOut(tools, site, items, attempt.startedMs)
  await recordIdentities(tools, site, received)
  const { events, isOutOfOrder } = await place(tools, site, received, attempt.startedMs)
  const missing = attempt.interrupted ? await notYetStored(tools.deps, events) : events
  const stored = tools.deps.events.append(missing)
  return { accepted: received.length, rejected, isOutOfOrder, stored }
}

function sortOut(
  tools: CollectorTools,
  site: Site,
  items: readonly unknown[],
  nowMs: number,
): { received: ReceivedEvent[]; rejected: EventsOutput['rejected'] } {
  const rejected: EventsOutput['rejected'] = []
  const received: ReceivedEvent[] = []
  for (const [index, item] of items.entries()) {
    // Items without a time happened in the order of the batch, which the same millisecond would not preserve.
    const defaultMs = nowMs - (items.length - 1 - index)
    const result = receiveEvent(item, { site, nowMs, defaultMs, locate: tools.locate })
    if ('event' in result && isErased(tools, site, result.event, nowMs)) {
      rejected.push({ index, message: erasedProblem })
    } else if ('problem' in result) rejected.push({ index, message: result.problem })
    else received.push(result.event)
  }
  return { received, rejected }
}

/** Erased events are not stored when they are sent again. */
const erasedProblem = 'visitorId was erased after this time'

function isErased(
  { deps }: CollectorTools,
  site: Site,
  { input, timestampMs }: ReceivedEvent,
  receivedMs: number,
): boolean {
  const erasedMs = deps.erasures.erasedMs(site.id, input.visitorId)
  return erasedMs !== undefined && isOfPast(erasedMs, { timestampMs, receivedMs, origin: 'batch' })
}

async function place(
  { deps, sessions }: CollectorTools,
  site: Site,
  received: readonly ReceivedEvent[],
  receivedMs: number,
): Promise<{ events: StoredEvent[]; isOutOfOrder: boolean }> {
  const { goalRules = [] } = (await deps.sites.find(site.id)) ?? {}
  const hits = oneAfterTheOther(received.map((event) => visitorHit(site, event)))
  const placed = await sessions.placeAll(hits, deps.clock.now())
  const events = received.flatMap((event, index) => {
    const [answer, moment] = [placed[index], hits[index]]
    if (answer === undefined || moment === undefined) return []
    return withDerivedGoals(goalRules, storedEvent(event, answer, moment, receivedMs))
  })
  return { events, isOutOfOrder: placed.some(({ isOutOfOrder }) => isOutOfOrder) }
}

/**
 * Of a visitor's items with the same timestamp, each is placed a millisecond after the one before it in the batch:
 * every report orders by time, and could not know otherwise which came first.
 */
function oneAfterTheOther(hits: readonly VisitorHit[]): VisitorHit[] {
  const inOrder = [...hits.entries()].sort(([, a], [, b]) => a.timestampMs - b.timestampMs)
  const spread = [...hits]
  const lastMs = new Map<string, number>()
  for (const [index, hit] of inOrder) {
    const timestampMs = Math.max(hit.timestampMs, (lastMs.get(hit.visitorId) ?? 0) + 1)
    lastMs.set(hit.visitorId, timestampMs)
    if (timestampMs !== hit.timestampMs) spread[index] = { ...hit, timestampMs }
  }
  return spread
}

function visitorHit(site: Site, { input, page, timestampMs }: ReceivedEvent): VisitorHit {
  return {
    siteId: site.id,
    visitorId: input.visitorId,
    kind: input.type,
    timestampMs,
    sessionId: input.sessionId ?? '',
    landing:
      input.type === 'identify'
        ? { acquisition: internal, isReturn: false }
        : readLanding(page, input.referrer ?? '', site.domains),
  }
}

async function recordIdentities(
  { deps }: CollectorTools,
  site: Site,
  received: readonly ReceivedEvent[],
): Promise<void> {
  for (const { input } of received) {
    if (input.type !== 'identify') continue
    const { visitorId, userId, email } = input
    const given = { userId: userId ?? undefined, email: email ?? undefined }
    await deps.identities.record(site, { visitorId, ...given, origin: 'server' })
  }
}

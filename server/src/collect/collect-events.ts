import { type EventsOutput, mostEvents } from '@tributary/contract/hit.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../sites/site.ts'
import { isOfPast } from '../store/events/erase-visitor.ts'
import { internal, readLanding } from './acquisition/read-landing.ts'
import type { CollectorTools } from './collector-tools.ts'
import { notYetKept } from './not-yet-kept.ts'
import { botProblem, type ReceivedEvent, receiveEvent } from './receive-event.ts'
import { storedEvent } from './stored-event.ts'
import { joinSoon } from './visits/session-joins.ts'
import type { VisitorHit } from './visits/sessions.ts'

/** Which attempt this is to take in a batch. */
export interface BatchAttempt {
  /** When the first attempt began: the time of items that have none, and when they were received. */
  startedMs: number
  /** An earlier attempt was cut off, and may have kept some or all of it. */
  interrupted: boolean
}

/**
 * Takes in what a site's own server saw. Every item stands for itself: a bad one is named with its
 * place and what is wrong with it, the others are kept. An attempt that follows an interrupted one
 * adds only what that one did not bring as far as the disk.
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
  const nowMs = attempt.startedMs
  const rejected: EventsOutput['rejected'] = []
  const received: ReceivedEvent[] = []
  for (const [index, item] of items.entries()) {
    // Items without a time happened in the order of the batch; at one millisecond nothing would say so.
    const defaultMs = nowMs - (items.length - 1 - index)
    const result = receiveEvent(item, { site, nowMs, defaultMs, locate: tools.locate })
    if ('event' in result && isErased(tools, site, result.event, nowMs)) {
      rejected.push({ index, message: erasedProblem })
    } else if ('problem' in result) rejected.push({ index, message: result.problem })
    else received.push(result.event)
  }
  await recordIdentities(tools, site, received)
  if (received.length > 0) await keep(tools, site, received, attempt)
  tools.counters.add(site.id, 'kept', received.length)
  tools.counters.add(
    site.id,
    'bot',
    rejected.filter(({ message }) => message === botProblem).length,
  )
  return { accepted: received.length, rejected }
}

/** A past that was erased does not come back by being told again. */
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

async function keep(
  { deps, sessions }: CollectorTools,
  site: Site,
  received: readonly ReceivedEvent[],
  { startedMs, interrupted }: BatchAttempt,
): Promise<void> {
  const hits = received.map((event) => visitorHit(site, event))
  const { placed, joined } = await sessions.placeAll(hits)
  const events = received.flatMap((event, index) => {
    const answer = placed[index]
    return answer === undefined ? [] : [storedEvent(site, event, answer, startedMs)]
  })
  await deps.events.append(interrupted ? await notYetKept(deps, events) : events)
  if (joined) await joinSoon(deps)
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

import type { GoalInput } from '@tributary/contract/goal.ts'
import type { Site } from '../sites/site.ts'
import type { StoredEvent } from '../store/events/event.ts'
import type { EventStore } from '../store/events/event-store.ts'

/**
 * Notes that a visitor of the site, known or not, reached a goal now. On disk when it resolves. The
 * event neither starts nor extends a session: a server speaks for a visitor who may long be gone.
 */
export async function recordGoal(
  events: Pick<EventStore, 'append'>,
  nowMs: number,
  site: Site,
  goal: GoalInput,
): Promise<void> {
  await events.append([goalEvent(nowMs, site, goal)])
}

/** The event of a goal that a server reported: what a request from a browser would tell is unknown. */
export function goalEvent(nowMs: number, site: Site, goal: GoalInput): StoredEvent {
  return {
    siteId: site.id,
    timestampMs: nowMs,
    receivedMs: nowMs,
    kind: 'goal',
    origin: 'server',
    visitorId: goal.visitorId ?? '',
    sessionId: goal.sessionId ?? '',
    name: goal.event,
    value: goal.value ?? null,
    path: goal.path ?? '/',
    host: '',
    query: '',
    title: '',
    properties: '',
    engagedMs: 0,
    ...nothingKnown,
  }
}

const nothingKnown = {
  touch: 'internal',
  referrer: '',
  referrerHost: '',
  source: '',
  medium: '',
  campaign: '',
  term: '',
  content: '',
  channel: '',
  clickId: '',
  device: '',
  browser: '',
  browserVersion: '',
  os: '',
  osVersion: '',
  country: '',
  region: '',
  city: '',
  screenWidth: 0,
  language: '',
} as const

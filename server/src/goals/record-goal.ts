import type { GoalInput } from '@tributary/contract/goal.ts'
import { internal } from '../acquisition/read-landing.ts'
import type { Site } from '../site.ts'
import type { Engine } from '../store/events/engine.ts'
import type { StoredEvent } from '../store/events/event.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { serverGoalsAt } from './queries/server-goals-at.ts'

/** Where goals are stored, and where one of an earlier attempt is looked up. */
export interface GoalStores {
  engine: Engine
  events: Pick<EventStore, 'append' | 'flush'>
}

/**
 * Records that a visitor of the site, known or not, reached a goal. On disk when it resolves. The event neither
 * starts nor extends a session: a server reports for a visitor who may long be gone.
 *
 * An attempt after an interrupted one first checks whether that one was stored.
 */
export async function recordGoal(
  { engine, events }: GoalStores,
  attempt: { startedMs: number; interrupted: boolean },
  site: Site,
  goal: GoalInput,
): Promise<void> {
  const event = goalEvent(attempt.startedMs, site, goal)
  if (attempt.interrupted) {
    await events.flush()
    const { siteId, timestampMs, visitorId, name } = event
    const [found] = await serverGoalsAt(engine, { siteId, timestampMs, visitorId, name })
    if (found !== undefined && found.goals > 0) return
  }
  await events.append([event])
}

/** The event of a goal that a server reported: everything that a browser's request would contain is unknown. */
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
  ...internal,
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

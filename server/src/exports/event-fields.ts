import type { StoredEvent } from '../store/events/event.ts'
import type { EventFields } from './export-format.ts'
import { type EventColumns, fieldNames } from './queries/events-to-export.ts'

/** An event as a line of an export: empty fields are left out. */
export function eventFields(events: EventColumns, row: number): EventFields {
  const filled: Record<string, unknown> = {}
  for (const name of fieldNames) {
    const value = events[name][row]
    if (isFilled(name, value)) filled[name] = value
  }
  return {
    at: new Date(events.timestampMs[row] as number).toISOString(),
    receivedAt: new Date(events.receivedMs[row] as number).toISOString(),
    kind: events.kind[row] as EventFields['kind'],
    origin: events.origin[row] as EventFields['origin'],
    ...filled,
  }
}

function isFilled(name: string, value: unknown): boolean {
  // It is the first of its list, and most events have it.
  if (name === 'touch') return value !== 'internal'
  return value !== '' && value !== null && (value !== 0 || name === 'value')
}

const texts = [
  'visitorId',
  'sessionId',
  'host',
  'path',
  'query',
  'title',
  'name',
  'properties',
  'referrer',
  'referrerHost',
  'source',
  'medium',
  'campaign',
  'term',
  'content',
  'channel',
  'clickId',
  'device',
  'browser',
  'browserVersion',
  'os',
  'osVersion',
  'country',
  'region',
  'city',
  'language',
] as const

const kinds = ['pageview', 'goal', 'identify', 'engagement'] as const
const origins = ['browser', 'batch', 'server'] as const
const touches = ['internal', 'direct', 'source', 'continuation'] as const

/** The longest text that any field may have; those that the collector stores are far shorter. */
const longestText = 16_384

/** The event in a line of an export, or the line's problem. */
export function readEventFields(
  given: Record<string, unknown>,
  siteId: string,
): StoredEvent | { problem: string } {
  const timestampMs = timeOf(given.at)
  if (timestampMs === undefined) return { problem: '"at" must be an ISO 8601 time of 2000 to 2100' }
  const receivedMs = timeOf(given.receivedAt) ?? timestampMs
  const kind = kinds.find((known) => known === given.kind)
  if (kind === undefined) return { problem: `"kind" must be one of ${kinds.join(', ')}` }
  const origin = origins.find((known) => known === given.origin)
  if (origin === undefined) return { problem: `"origin" must be one of ${origins.join(', ')}` }
  const touch = touches.find((known) => known === (given.touch ?? 'internal'))
  if (touch === undefined) return { problem: `"touch" must be one of ${touches.join(', ')}` }
  const read: Record<string, string> = {}
  for (const name of texts) {
    const value = given[name] ?? ''
    if (typeof value !== 'string' || value.length > longestText) {
      return { problem: `"${name}" must be text of at most ${longestText} characters` }
    }
    read[name] = value
  }
  const value = given.value ?? null
  if (value !== null && typeof value !== 'number') return { problem: '"value" must be a number' }
  const engagedMs = given.engagedMs ?? 0
  const screenWidth = given.screenWidth ?? 0
  if (!isCount(engagedMs)) return { problem: '"engagedMs" must be a whole number' }
  if (!isCount(screenWidth)) return { problem: '"screenWidth" must be a whole number' }
  return {
    siteId,
    ...{ timestampMs, receivedMs, kind, origin, touch, value, engagedMs, screenWidth },
    ...(read as Record<(typeof texts)[number], string>),
  }
}

const earliestMs = Date.UTC(2000, 0, 1)
const latestMs = Date.UTC(2100, 0, 1)

function timeOf(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return ms >= earliestMs && ms < latestMs ? ms : undefined
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

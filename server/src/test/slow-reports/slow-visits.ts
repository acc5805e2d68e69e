import type { FilterInput } from '@tributary/contract/query.ts'
import type { StoredEvent } from '../../store/events/event.ts'
import { dayMs } from '../../time/durations.ts'

/** A visit with all its events, oldest first. */
export interface Visit {
  events: StoredEvent[]
  /** Server-reported goals of this visit: they count with it, but do not extend it. */
  reported: StoredEvent[]
  /** The first page view, which determines the visit's dimensions; of a visit without one, the first event. */
  entry: StoredEvent
  startMs: number
  endMs: number
  /** Whether it is the visitor's very first. */
  isFirst: boolean
}

/** A visit with one of its sources: its entry's, or that of a campaign that joined during it. */
export interface SlowTouch {
  visit: Visit
  from: StoredEvent
  atMs: number
}

export function visitsOf(events: readonly StoredEvent[]): Visit[] {
  const nameOfVisit = visitNames(events)
  const isReported = ({ origin }: StoredEvent) => origin === 'server'
  const groups = Map.groupBy(
    events.filter((event) => !isReported(event)),
    nameOfVisit,
  )
  const reported = Map.groupBy(events.filter(isReported), nameOfVisit)
  // A visitor who was only identified has no visit.
  const seen = [...groups].filter(([, hits]) => hits.some(({ kind }) => kind !== 'identify'))
  const visits = seen.map(([name, hits]) => {
    const inOrder = hits.toSorted((a, b) => a.timestampMs - b.timestampMs)
    const [first] = inOrder as [StoredEvent]
    const last = inOrder.at(-1) as StoredEvent
    return {
      events: inOrder,
      reported: reported.get(name) ?? [],
      entry: inOrder.find(({ kind }) => kind === 'pageview') ?? first,
      startMs: first.timestampMs,
      endMs: last.timestampMs,
      isFirst: false,
    }
  })
  for (const ofVisitor of Map.groupBy(visits, ({ entry }) => entry.visitorId).values()) {
    const [first] = ofVisitor.toSorted((a, b) => a.startMs - b.startMs)
    if (first !== undefined) first.isFirst = true
  }
  return visits
}

/**
 * Determines the visit of each event. A session id that is used again on another day is another visit; a
 * server-reported goal belongs to the last one that began at most half a day after it.
 */
export function visitNames(events: readonly StoredEvent[]): (event: StoredEvent) => string {
  const idOf = ({ visitorId, sessionId }: StoredEvent) => `${visitorId} ${sessionId}`
  const dayOf = ({ sessionDay, timestampMs }: StoredEvent) =>
    sessionDay ?? Math.floor(timestampMs / dayMs)
  const hits = Map.groupBy(
    events.filter(({ origin }) => origin !== 'server').toSorted(byTime),
    idOf,
  )
  return (event) => {
    const { origin, timestampMs } = event
    if (origin !== 'server') return `${idOf(event)} ${dayOf(event)}`
    const starts = new Map(
      hits
        .get(idOf(event))
        ?.toReversed()
        .map((hit) => [dayOf(hit), hit]),
    )
    const begun = [...starts.values()].filter((hit) => hit.timestampMs <= timestampMs + dayMs / 2)
    const last = begun.toSorted(byTime).at(-1)
    return `${idOf(event)} ${last === undefined ? 'of no visit' : dayOf(last)}`
  }
}

const byTime = (a: StoredEvent, b: StoredEvent) => a.timestampMs - b.timestampMs

/** The entry, and each other source once, when it first led into the visit. */
export function touchesOf(visit: Visit): SlowTouch[] {
  const seen = new Set([sourceOf(visit.entry)])
  const later = visit.events.filter(({ timestampMs }) => timestampMs > visit.startMs)
  const joined = later.filter((event) => {
    const isNew = event.touch === 'source' && !seen.has(sourceOf(event))
    if (isNew) seen.add(sourceOf(event))
    return isNew
  })
  const entry = { visit, from: visit.entry, atMs: visit.startMs }
  return [entry, ...joined.map((from) => ({ visit, from, atMs: from.timestampMs }))]
}

function sourceOf(event: StoredEvent): string {
  const { channel, source, medium, campaign, term, content, referrerHost, clickId } = event
  return JSON.stringify([channel, source, medium, campaign, term, content, referrerHost, clickId])
}

/** A hit at the moment it counts: with its visit when that began, without one by itself. */
export interface CountedHit {
  event: StoredEvent
  visit: Visit | undefined
  atMs: number
}

/** Every page view and goal; only server-reported goals belong to no visit. */
export function countedHits(events: readonly StoredEvent[], visits: readonly Visit[]) {
  const nameOfVisit = visitNames(events)
  const known = new Map(visits.map((visit) => [nameOfVisit(visit.entry), visit]))
  return events
    .filter(({ kind }) => kind === 'pageview' || kind === 'goal')
    .map((event): CountedHit => {
      const visit = known.get(nameOfVisit(event))
      return { event, visit, atMs: visit?.startMs ?? event.timestampMs }
    })
}

/** The input of a filter of visits: a touch, and everything its visitor did in the range. */
export interface Asked {
  touch: SlowTouch
  visitsInRange: readonly Visit[]
  hitsInRange: readonly StoredEvent[]
}

export function fits(asked: Asked, filter: FilterInput): boolean {
  if (filter.length === 3) {
    const [operator, dimension, values] = filter
    return holds(operator, namesOf(asked.touch, dimension), values)
  }
  const [word, inner] = filter
  if (word === 'and') return (inner as FilterInput[]).every((part) => fits(asked, part))
  if (word === 'or') return (inner as FilterInput[]).some((part) => fits(asked, part))
  if (word === 'not') return !fits(asked, inner as FilterInput)
  const { visit } = asked.touch
  if (word === 'hit') {
    return [...visit.events, ...visit.reported].some((event) =>
      hitFits(event, inner as FilterInput),
    )
  }
  return visitorFits(asked, inner as FilterInput)
}

function visitorFits(asked: Asked, filter: FilterInput): boolean {
  const visitor = asked.touch.visit.entry.visitorId
  const hits = asked.hitsInRange.filter(({ visitorId }) => visitorId === visitor)
  if (filter.length === 3) {
    const [operator, dimension, values] = filter
    const visits = asked.visitsInRange.filter(({ entry }) => entry.visitorId === visitor)
    const names = isOfEvents(dimension)
      ? hits.flatMap((event) => nameOfHit(event, dimension))
      : visits.map((visit) => nameOf({ visit, from: visit.entry, atMs: 0 }, dimension))
    return holds(operator, names, values)
  }
  const [word, inner] = filter
  if (word === 'and') return (inner as FilterInput[]).every((part) => visitorFits(asked, part))
  if (word === 'or') return (inner as FilterInput[]).some((part) => visitorFits(asked, part))
  if (word === 'not') return !visitorFits(asked, inner as FilterInput)
  return word === 'hit'
    ? hits.some((event) => hitFits(event, inner as FilterInput))
    : visitorFits(asked, inner as FilterInput)
}

/** Whether a whole filter is true of one page view or goal. */
export function hitFits(event: StoredEvent, filter: FilterInput): boolean {
  if (event.kind !== 'pageview' && event.kind !== 'goal') return false
  if (filter.length === 3) {
    const [operator, dimension, values] = filter
    const names = dimension === 'page' ? [event.path] : nameOfHit(event, dimension)
    return holds(operator, names, values)
  }
  const [word, inner] = filter
  if (word === 'and') return (inner as FilterInput[]).every((part) => hitFits(event, part))
  if (word === 'or') return (inner as FilterInput[]).some((part) => hitFits(event, part))
  return word === 'not'
    ? !hitFits(event, inner as FilterInput)
    : hitFits(event, inner as FilterInput)
}

/** Whether one of the names is, contains or matches one of the values; a negative one if none does. */
export function holds(operator: string, names: readonly string[], values: readonly string[]) {
  const found = names.some((name) =>
    values.some((value) => {
      if (operator.startsWith('is')) return name === value
      if (operator.endsWith('match') || operator === 'matches') return new RegExp(value).test(name)
      return name.toLowerCase().includes(value.toLowerCase())
    }),
  )
  return ['is_not', 'does_not_contain', 'does_not_match'].includes(operator) ? !found : found
}

export function isOfEvents(dimension: string): boolean {
  return dimension === 'page' || dimension === 'goal' || dimension.startsWith('property:')
}

/** The value of a dimension of events for a single event: none, or one name. */
export function nameOfHit(event: StoredEvent, dimension: string): string[] {
  if (dimension === 'page') return event.kind === 'pageview' ? [event.path] : []
  if (event.kind !== 'goal') return []
  if (dimension === 'goal') return [event.name]
  const properties = JSON.parse(event.properties || '{}') as Record<string, unknown>
  const name = dimension.slice('property:'.length)
  if (!(name in properties)) return []
  const value = properties[name]
  return [typeof value === 'string' ? value : JSON.stringify(value)]
}

function namesOf(touch: SlowTouch, dimension: string): string[] {
  if (!isOfEvents(dimension)) return [nameOf(touch, dimension)]
  const { events, reported } = touch.visit
  return [...events, ...reported].flatMap((event) => nameOfHit(event, dimension))
}

export function nameOf({ visit, from }: SlowTouch, dimension: string): string {
  const { entry, events, isFirst } = visit
  const last = events.findLast(({ kind }) => kind === 'pageview')
  const width = entry.screenWidth
  const names: Record<string, string> = {
    channel: from.channel || 'Direct',
    source: from.source || 'Direct',
    medium: from.medium,
    campaign: from.campaign,
    term: from.term,
    content: from.content,
    clickId: from.clickId,
    referrer: from.referrerHost,
    page: entry.path,
    entryPage: entry.path,
    exitPage: last?.path ?? '',
    hostname: entry.host,
    visitorType: isFirst ? 'new' : 'returning',
    screen:
      width === 0
        ? ''
        : width < 600
          ? 'small'
          : width < 1024
            ? 'medium'
            : width < 1600
              ? 'large'
              : 'huge',
  }
  return names[dimension] ?? String(entry[dimension as keyof StoredEvent])
}

import { toMajorUnits } from '../../money/money.ts'
import type { StoredEvent } from '../../store/events/event.ts'
import type { Traffic } from '../random-traffic.ts'
import { euroMinor } from './slow-money.ts'
import { countedHits, visitNames, visitsOf } from './slow-visits.ts'

/* Answers to the other questions computed the slow and obvious way, from their definitions alone. */

interface Range {
  fromMs: number
  /** Not included. */
  toMs: number
}

interface Step {
  page?: string
  goal?: string
  match?: string
}

type Filter = [string, string, string[]]

export interface SlowFunnel extends Range {
  steps: Step[]
  by: 'visitor' | 'session'
  windowHours: number
  breakdown?: string
  filters?: Filter[]
}

interface Way {
  visitorId: string
  times: number[]
  entry: StoredEvent
}

/** Every start is followed to the earliest next step; the furthest one counts, the first of equals. */
export function slowFunnel(traffic: Traffic, funnel: SlowFunnel) {
  const { steps, by, breakdown, filters = [] } = funnel
  const windowMs = funnel.windowHours * 3_600_000
  const visitOf = visitNames(traffic.events)
  const entries = entriesOf(traffic.events)
  // A goal with an unknown visit belongs to no session.
  const isOfUnit = (event: StoredEvent) => by === 'visitor' || entries.has(visitOf(event))
  const units = Map.groupBy(traffic.events.filter(isOfUnit), (event) =>
    by === 'visitor' ? event.visitorId : visitOf(event),
  )
  const ways: Way[] = []
  for (const events of units.values()) {
    const inOrder = events.toSorted((a, b) => a.timestampMs - b.timestampMs)
    let best: Way | undefined
    for (const start of inOrder) {
      const entry = entries.get(visitOf(start))
      if (start.timestampMs < funnel.fromMs || start.timestampMs >= funnel.toMs) continue
      if (!isStep(start, steps[0])) continue
      if (filters.length > 0 && !(entry && filters.every((filter) => passes(entry, filter))))
        continue
      const times = [start.timestampMs]
      for (const [index, step] of steps.entries()) {
        if (index === 0) continue
        const soonest = (times.at(-1) ?? 0) + (mayCoincide(steps.slice(0, index), step) ? 0 : 1)
        const next = inOrder.find(
          (event) =>
            isStep(event, step) &&
            event.timestampMs >= soonest &&
            event.timestampMs <= start.timestampMs + windowMs,
        )
        if (next === undefined) break
        times.push(next.timestampMs)
      }
      if (times.length > (best?.times.length ?? 0)) {
        best = { visitorId: start.visitorId, times, entry: entry ?? start }
      }
    }
    if (best !== undefined) ways.push(best)
  }
  const keyOf = ({ entry }: Way) => nameOf(entry, breakdown ?? '')
  const keys = breakdown === undefined ? [] : [...new Set(ways.map(keyOf))]
  const stepsOf = (some: Way[]) =>
    steps.map((_, index) => stepFigures(traffic, { ways: some, index, windowMs }))
  const rows = keys.map((key) => ({ key, steps: stepsOf(ways.filter((w) => keyOf(w) === key)) }))
  const counts = ({ steps: [...figures] }: (typeof rows)[number]) => figures.map((f) => f.count)
  return {
    steps: stepsOf(ways),
    rows: rows.sort((a, b) => compareLists(counts(b), counts(a)) || (a.key < b.key ? -1 : 1)),
  }
}

/** A page and then a goal, or two different names, may be at the same moment; no hit counts as two steps. */
function mayCoincide(before: readonly Step[], step: Step): boolean {
  const last = before.at(-1)
  if (last?.goal !== undefined && step.page !== undefined) return false
  return before.every((other) => {
    if ((other.page === undefined) !== (step.page === undefined)) return true
    const isExact = (one: Step) => (one.match ?? 'is') === 'is'
    const areEqual = other.page === step.page && other.goal === step.goal
    return isExact(other) && isExact(step) && !areEqual
  })
}

/** Goals counted one by one, goals of a visit at its start. */
export function slowGoals({ events }: Traffic, { fromMs, toMs }: Range) {
  const within = (ms: number) => ms >= fromMs && ms < toMs
  const visits = visitsOf(events)
  const visitors = peopleOf(visits.filter((v) => within(v.startMs)).map(({ entry }) => entry))
  const goals = countedHits(events, visits)
    .filter(({ event, atMs }) => event.kind === 'goal' && within(atMs))
    .map(({ event }) => event)
  const rows = [...Map.groupBy(goals, ({ name }) => name)].map(([goal, reached]) => ({
    goal,
    count: reached.length,
    visitors: peopleOf(reached),
    valueSum: reached.reduce((sum, { value }) => sum + (value ?? 0), 0),
    conversionRate: ratio(peopleOf(reached), visitors),
  }))
  return { rows: rows.sort((a, b) => b.count - a.count), visitors }
}

/**
 * How many visits that began in the range went from where to where, `depth` steps from the first time at the start.
 */
export function slowJourneys(
  { events }: Traffic,
  asked: Range & { from: Step; direction: 'next' | 'previous'; depth: number },
) {
  const { fromMs, toMs, from, direction, depth } = asked
  const links = new Map<string, number>()
  for (const visit of visitsOf(events)) {
    if (visit.startMs < fromMs || visit.startMs >= toMs) continue
    const places = [...visit.events, ...visit.reported]
      .filter(({ kind }) => kind === 'pageview' || kind === 'goal')
      .sort((a, b) => a.timestampMs - b.timestampMs || (placeOf(a) < placeOf(b) ? -1 : 1))
      .filter((hit, index, hits) => index === 0 || placeOf(hit) !== placeOf(hits[index - 1] ?? hit))
    const start = places.findIndex((hit) => isStep(hit, from))
    if (start === -1) continue
    const way = direction === 'next' ? places.slice(start) : places.slice(0, start + 1).reverse()
    for (let at = 1; at <= depth && at < way.length; at++) {
      const [before, here] = [way[at - 1], way[at]].map((hit) => hit && placeOf(hit))
      const link = at === 1 ? `0 > 1 ${here}` : `${at - 1} ${before} > ${at} ${here}`
      links.set(link, (links.get(link) ?? 0) + 1)
    }
  }
  return links
}

/** Weekly cohorts in UTC by source, computed visitor by visitor. */
export function slowCohorts({ events, entries }: Traffic, { fromMs, toMs }: Range) {
  const weekMs = 7 * 86_400_000
  // 1970 began on a Thursday.
  const weekOf = (ms: number) => Math.floor((ms + 3 * 86_400_000) / weekMs)
  const cohorts = new Map<string, { active: Map<number, number>; revenue: Map<number, number> }>()
  const add = (map: Map<number, number>, week: number, count: number) =>
    map.set(week, (map.get(week) ?? 0) + count)
  for (const [visitorId, visits] of Map.groupBy(
    entriesOf(events).values(),
    (entry) => entry.visitorId,
  )) {
    const [first] = visits.sort((a, b) => a.timestampMs - b.timestampMs)
    if (!first || first.timestampMs < fromMs || first.timestampMs >= toMs) continue
    const week = weekOf(first.timestampMs)
    const monday = new Date(week * weekMs - 3 * 86_400_000).toISOString().slice(0, 10)
    const id = `${monday} ${nameOf(first, 'source')}`
    const cohort = cohorts.get(id) ?? { active: new Map(), revenue: new Map() }
    cohorts.set(id, cohort)
    for (const later of new Set(visits.map(({ timestampMs }) => weekOf(timestampMs) - week))) {
      add(cohort.active, later, 1)
    }
    for (const entry of entries) {
      if (entry.visitorId !== visitorId) continue
      add(cohort.revenue, Math.max(0, weekOf(entry.atMs) - week), euroMinor(entry))
    }
  }
  return cohorts
}

/** Everybody with a visit that began in the range, by id. */
export function slowVisitors({ events, entries }: Traffic, { fromMs, toMs }: Range) {
  const visits = visitsOf(events)
    .filter(({ startMs }) => startMs >= fromMs && startMs < toMs)
    .sort((a, b) => a.startMs - b.startMs)
  return [...Map.groupBy(visits, ({ entry }) => entry.visitorId)]
    .map(([visitorId, own]) => {
      const seen = own.flatMap(({ events: hits, reported }) => [...hits, ...reported])
      const money = entries.filter((entry) => entry.visitorId === visitorId)
      const net = money.reduce((sum, entry) => sum + euroMinor(entry), 0)
      return {
        visitorId,
        sessions: own.length,
        pageViews: seen.filter(({ kind }) => kind === 'pageview').length,
        goals: seen.filter(({ kind }) => kind === 'goal').length,
        firstSeenAt: new Date(own[0]?.startMs ?? 0).toISOString(),
        lastSeenAt: new Date(Math.max(...own.map(({ endMs }) => endMs))).toISOString(),
        source: own[0] && nameOf(own[0].entry, 'source'),
        country: own.at(-1)?.entry.country,
        revenue: toMajorUnits(net, 'EUR'),
        payments: money.filter(({ kind, amountMinor }) => kind === 'payment' && amountMinor > 0)
          .length,
      }
    })
    .sort((a, b) => (a.visitorId < b.visitorId ? -1 : 1))
}

const placeOf = ({ kind, name, path }: StoredEvent) =>
  kind === 'goal' ? `goal ${name}` : `page ${path}`

const peopleOf = (events: readonly StoredEvent[]) =>
  new Set(events.flatMap(({ visitorId }) => visitorId || [])).size

function stepFigures(
  { entries }: Traffic,
  { ways, index, windowMs }: { ways: Way[]; index: number; windowMs: number },
) {
  const here = ways.filter(({ times }) => times.length > index)
  const before = ways.filter(({ times }) => times.length >= index)
  const spans = here.map(({ times }) => (times[index] ?? 0) - (times[index - 1] ?? 0))
  const middle = spans.sort((a, b) => a - b)[Math.floor(spans.length / 2)]
  const money = entries.filter(({ visitorId, atMs }) =>
    here.some(
      (way) =>
        way.visitorId === visitorId &&
        atMs >= (way.times[0] ?? 0) &&
        atMs <= (way.times[0] ?? 0) + windowMs,
    ),
  )
  return {
    count: here.length,
    conversionRate: ratio(here.length, ways.length),
    stepRate: index === 0 ? null : ratio(here.length, before.length),
    dropOff: index === 0 ? 0 : before.length - here.length,
    medianSeconds: index === 0 || middle === undefined ? null : Math.round(middle / 1000),
    revenue: toMajorUnits(
      money.reduce((sum, entry) => sum + euroMinor(entry), 0),
      'EUR',
    ),
  }
}

function isStep(event: StoredEvent, { page, goal, match = 'is' }: Step = {}): boolean {
  if (event.kind !== (page === undefined ? 'goal' : 'pageview')) return false
  const name = page === undefined ? event.name : event.path
  const wanted = page ?? goal ?? ''
  if (match === 'begins_with') return name.startsWith(wanted)
  if (match === 'contains') return name.toLowerCase().includes(wanted.toLowerCase())
  return match === 'matches' ? new RegExp(wanted, 'u').test(name) : name === wanted
}

/** The dimensions of each visit, at the moment the visit began; goals that only a server reported make no visit. */
function entriesOf(events: readonly StoredEvent[]): Map<string, StoredEvent> {
  const visitOf = visitNames(events)
  return new Map(
    visitsOf(events).map(({ entry, startMs }) => [
      visitOf(entry),
      { ...entry, timestampMs: startMs },
    ]),
  )
}

function passes(entry: StoredEvent, [operator, dimension, values]: Filter): boolean {
  return values.includes(nameOf(entry, dimension)) === (operator === 'is')
}

/** The value of a dimension for a visit; undefined for hits that belong to no visit. */
function nameOf(entry: StoredEvent, dimension: string): string {
  if (entry.origin === 'server') return ''
  const name = String(entry[dimension as keyof StoredEvent] ?? '')
  return dimension === 'source' || dimension === 'channel' ? name || 'Direct' : name
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

import { toMajorUnits } from '../payments/money.ts'
import type { StoredEvent } from '../store/events/event.ts'
import type { PaymentEntry } from '../store/events/payment-entry.ts'
import type { Traffic } from './random-traffic.ts'

const dayMs = 86_400_000

/** A question to the slow report: one dimension at most, the default model and look-back. */
export interface SlowQuestion {
  dimension: string | undefined
  first: string
  last: string
  zone: string
  filters: [string, string, string[]][]
}

type Row = Record<string, string | number | null>

interface Visit {
  events: StoredEvent[]
  /** Goals that a server told of this visit: they are reached in it, though no part of it. */
  told: StoredEvent[]
  entry: StoredEvent
  startMs: number
  endMs: number
}

/**
 * A report worked out the slow and obvious way, from the definitions alone: a list of visits, a list
 * of hits and a list of money, filtered and counted in plain loops.
 */
export function slowReport(traffic: Traffic, question: SlowQuestion) {
  const visits = visitsOf(traffic.events)
  const passes = (visit: Visit) => question.filters.every((filter) => fits(visit, filter))
  const passing = new Set(visits.filter(passes))
  const passingHits = new Set([...passing].map(({ entry }) => visitOf(entry)))
  const within = (ms: number) => {
    const day = wallClock(ms, question.zone).slice(0, 10)
    return day >= question.first && day <= question.last
  }
  const facts: Facts = {
    visits: visits.filter((visit) => passing.has(visit) && within(visit.startMs)),
    hits: traffic.events.filter(
      (event) =>
        within(event.timestampMs) &&
        (question.filters.length === 0 || passingHits.has(visitOf(event))),
    ),
    credits: traffic.entries
      .filter(({ atMs }) => within(atMs))
      .map((entry) => ({ entry, visit: creditedVisit(visits, entry) }))
      .filter(
        ({ visit }) => question.filters.length === 0 || (visit !== undefined && passing.has(visit)),
      ),
    filtered: question.filters.length > 0,
  }
  const ofHits = question.dimension === 'page' || question.dimension === 'goal'
  const whole = ofHits ? question : { ...question, dimension: undefined }
  // Goals that no visit saw are in no row of visits, but they are in the total.
  return { rows: rowsOf(facts, question), totals: figuresOf(facts, whole) }
}

interface Facts {
  visits: Visit[]
  hits: StoredEvent[]
  credits: { entry: PaymentEntry; visit: Visit | undefined }[]
  filtered: boolean
}

function rowsOf(facts: Facts, question: SlowQuestion): Row[] {
  const { dimension, zone } = question
  if (dimension === undefined) return []
  const ofHit = (event: StoredEvent) =>
    dimension === 'page' ? event.path : dimension === 'goal' ? event.name : time(event.timestampMs)
  const time = (ms: number) => timeOf(dimension, ms, zone)
  const ofVisit = (visit: Visit) => time(visit.startMs) ?? nameOf(visit, dimension)
  const ofMoney = ({ entry, visit }: Facts['credits'][number]) => {
    if (time(entry.atMs) !== undefined) return time(entry.atMs)
    if (visit !== undefined) return nameOf(visit, dimension)
    if (entry.visitorId === '') return 'Not linked'
    return dimension === 'source' || dimension === 'channel' ? 'Direct' : ''
  }
  const counted = (event: StoredEvent) =>
    dimension === 'goal'
      ? event.kind === 'goal'
      : dimension === 'page'
        ? event.kind === 'pageview' || event.kind === 'goal'
        : event.kind === 'goal' && time(0) !== undefined && !facts.filtered
  const keys = new Set<string | undefined>([
    ...(dimension === 'goal' ? [] : facts.visits.map(ofVisit)),
    ...facts.hits.filter(counted).map(ofHit),
    ...(dimension === 'goal' ? [] : facts.credits.map(ofMoney)),
  ])
  return [...keys].map((key) => ({
    [dimension]: key ?? null,
    ...figuresOf(
      {
        visits: facts.visits.filter((visit) => ofVisit(visit) === key),
        hits: facts.hits.filter((event) => ofHit(event) === key),
        credits: facts.credits.filter((credit) => ofMoney(credit) === key),
        filtered: facts.filtered,
      },
      question,
    ),
  }))
}

/** Every metric, each as its definition says. */
function figuresOf({ visits, hits, credits, filtered }: Facts, { dimension, zone }: SlowQuestion) {
  const isOfHits = dimension === 'page' || dimension === 'goal'
  const seen = hits.filter(({ kind }) => kind === (dimension === 'goal' ? 'goal' : 'pageview'))
  const visitors = isOfHits
    ? new Set(seen.map(({ visitorId }) => visitorId)).size
    : new Set(visits.map(({ entry }) => entry.visitorId)).size
  const sessions = isOfHits
    ? new Set(
        seen.flatMap(({ visitorId, sessionId }) => (sessionId ? `${visitorId} ${sessionId}` : [])),
      ).size
    : visits.length
  const count = (kind: string) => (visit: Visit) =>
    visit.events.filter((event) => event.kind === kind).length
  const pageViews = sum(visits.map(count('pageview')))
  const goals = hits.filter(({ kind }) => kind === 'goal').length
  const byTimeAlone = dimension === undefined || timeOf(dimension, 0, zone) !== undefined
  const bounces = visits.filter(
    (visit) =>
      count('pageview')(visit) <= 1 &&
      count('goal')(visit) === 0 &&
      visit.endMs - visit.startMs < 10_000,
  ).length
  const money = moneyOf(credits)
  return {
    visitors,
    sessions,
    pageViews: isOfHits ? seen.length : pageViews,
    viewsPerSession: ratio(pageViews, visits.length),
    bounceRate: ratio(bounces, visits.length),
    sessionDuration:
      visits.length === 0
        ? null
        : Math.round(
            sum(visits.map(({ startMs, endMs }) => endMs - startMs)) / visits.length / 1000,
          ),
    goals: isOfHits || (byTimeAlone && !filtered) ? goals : sum(visits.map(count('goal'))),
    ...money.figures,
    conversionRate: ratio(money.linkedCustomers, visitors),
    revenuePerVisitor:
      visitors === 0 ? null : toMajorUnits(Math.round(money.netMinor / visitors), 'EUR'),
  }
}

function moneyOf(credits: Facts['credits']) {
  const euros = credits.map(({ entry }) => entry).filter(({ currency }) => currency === 'EUR')
  const grossMinor = sum(euros.filter(({ kind }) => kind === 'payment').map((e) => e.amountMinor))
  const refundsMinor = -sum(euros.filter(({ kind }) => kind === 'refund').map((e) => e.amountMinor))
  const paid = credits
    .map(({ entry }) => entry)
    .filter(({ kind, amountMinor }) => kind === 'payment' && amountMinor > 0)
  const first = paid.filter(({ renewal }) => !renewal)
  const linkedCustomers = new Set(first.flatMap(({ visitorId }) => visitorId || [])).size
  const paidEuros = paid.filter(({ currency }) => currency === 'EUR').length
  const unlinked = first.filter(({ visitorId }) => visitorId === '').length
  return {
    netMinor: grossMinor - refundsMinor,
    linkedCustomers,
    figures: {
      revenue: toMajorUnits(grossMinor - refundsMinor, 'EUR'),
      grossRevenue: toMajorUnits(grossMinor, 'EUR'),
      refunds: toMajorUnits(refundsMinor + 0, 'EUR'),
      payments: paid.length,
      customers: linkedCustomers + unlinked,
      averageOrderValue:
        paidEuros === 0 ? null : toMajorUnits(Math.round(grossMinor / paidEuros), 'EUR'),
    },
  }
}

/** Last non-direct touch within 90 days; a continuation only where there is nothing else. */
function creditedVisit(visits: readonly Visit[], entry: PaymentEntry): Visit | undefined {
  const path = visits
    .filter(({ entry: { visitorId } }) => entry.pathVisitorIds.includes(visitorId))
    .filter(({ startMs }) => startMs <= entry.pathAtMs && startMs >= entry.pathAtMs - 90 * dayMs)
    .sort((a, b) => a.startMs - b.startMs)
  const own = path.filter((visit) => visit.entry.touch !== 'continuation')
  const touches = own.length > 0 ? own : path
  const isSource = (visit: Visit) => ['source', 'continuation'].includes(visit.entry.touch)
  return touches.findLast(isSource) ?? touches.at(-1)
}

function visitsOf(events: readonly StoredEvent[]): Visit[] {
  const groups = Map.groupBy(
    events.filter(({ origin }) => origin !== 'server'),
    visitOf,
  )
  const told = Map.groupBy(
    events.filter(({ origin }) => origin === 'server'),
    visitOf,
  )
  return [...groups.values()].map((hits) => {
    const inOrder = hits.toSorted((a, b) => a.timestampMs - b.timestampMs)
    const [entry] = inOrder as [StoredEvent]
    const last = inOrder.at(-1) as StoredEvent
    return {
      events: inOrder,
      told: told.get(visitOf(entry)) ?? [],
      entry,
      startMs: entry.timestampMs,
      endMs: last.timestampMs,
    }
  })
}

function visitOf({ visitorId, sessionId }: StoredEvent): string {
  return `${visitorId} ${sessionId}`
}

function fits(visit: Visit, [operator, dimension, values]: [string, string, string[]]): boolean {
  const kind = dimension === 'page' ? 'pageview' : 'goal'
  const names =
    dimension === 'page' || dimension === 'goal'
      ? [...visit.events, ...visit.told]
          .filter((event) => event.kind === kind)
          .map((event) => (dimension === 'page' ? event.path : event.name))
      : [nameOf(visit, dimension)]
  const contains = operator === 'contains' || operator === 'does_not_contain'
  const found = names.some((name) =>
    values.some((value) =>
      contains ? name.toLowerCase().includes(value.toLowerCase()) : name === value,
    ),
  )
  return operator === 'is' || operator === 'contains' ? found : !found
}

function nameOf({ entry, events }: Visit, dimension: string): string {
  const last = events.findLast(({ kind }) => kind === 'pageview')
  const names: Record<string, string> = {
    channel: entry.channel || 'Direct',
    source: entry.source || 'Direct',
    referrer: entry.referrerHost,
    page: entry.path,
    entryPage: entry.path,
    exitPage: last?.path ?? '',
    hostname: entry.host,
  }
  return names[dimension] ?? String(entry[dimension as keyof StoredEvent])
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const walls = new Map<string, string>()

/** `2026-11-20 09:30:00` as the clocks of a zone show it. Remembered, for it is asked very often. */
function wallClock(ms: number, zone: string): string {
  const id = `${zone} ${ms}`
  let wall = walls.get(id)
  if (wall === undefined) {
    const clock =
      clocks.get(zone) ??
      new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(zone, clock)
    wall = clock.format(ms)
    walls.set(id, wall)
  }
  return wall
}

const offsets = new Map<string, Intl.DateTimeFormat>()

function offsetNames(zone: string): Intl.DateTimeFormat {
  const format =
    offsets.get(zone) ??
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  offsets.set(zone, format)
  return format
}

/** The step of time an instant lies in; nothing when the dimension is no time. */
function timeOf(dimension: string, ms: number, zone: string): string | undefined {
  if (!['hour', 'day', 'week', 'month'].includes(dimension)) return undefined
  const wall = wallClock(ms, zone)
  if (dimension === 'day') return wall.slice(0, 10)
  if (dimension === 'month') return wall.slice(0, 7)
  if (dimension === 'hour') {
    const name = offsetNames(zone)
      .formatToParts(ms)
      .find(({ type }) => type === 'timeZoneName')?.value
    return `${wall.slice(0, 10)}T${wall.slice(11, 13)}:00:00${name?.slice(3) || '+00:00'}`
  }
  const day = new Date(`${wall.slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

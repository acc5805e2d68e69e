import type { FilterInput } from '@tributary/contract/query.ts'
import { toMajorUnits } from '../../money/money.ts'
import type { StoredEvent } from '../../store/events/event.ts'
import type { Traffic } from '../random-traffic.ts'
import {
  credit,
  entryFits,
  isOfPayments,
  isPaymentFilter,
  moneyOf,
  monthlyMinor,
  nameOfEntry,
  type SlowCredit,
} from './slow-money.ts'
import { timeOf, wallClock } from './slow-time.ts'
import {
  type CountedHit,
  countedHits,
  fits,
  hitFits,
  isOfEvents,
  nameOf,
  nameOfHit,
  touchesOf,
  type Visit,
  visitsOf,
} from './slow-visits.ts'

/** A question to the slow report: one dimension at most, the default model and look-back. */
export interface SlowQuestion {
  dimension: string | undefined
  first: string
  last: string
  zone: string
  filters: FilterInput[]
  refundsOn?: 'refund' | 'payment'
}

type Row = Record<string, string | number | null>

interface Facts {
  visits: Visit[]
  hits: CountedHit[]
  credits: SlowCredit[]
  /** The last payment of every subscription that is active at the end of each step. */
  recurring: (SlowCredit & { endOf: string | undefined; minor: number })[]
}

/**
 * A report computed the slow and obvious way, from the definitions alone: a list of visits, a list
 * of hits and a list of money, filtered and counted in plain loops.
 */
export function slowReport(traffic: Traffic, question: SlowQuestion) {
  const visits = visitsOf(traffic.events)
  const ofPayments = question.filters.filter(isPaymentFilter)
  const ofVisits = question.filters.filter((filter) => !isPaymentFilter(filter))
  const ofHits = ofVisits.flatMap(([word, filter]) =>
    word === 'hit' ? [filter as FilterInput] : [],
  )
  const within = (ms: number) => {
    const day = wallClock(ms, question.zone).slice(0, 10)
    return day >= question.first && day <= question.last
  }
  const visitsInRange = visits.filter(({ startMs }) => within(startMs))
  const counted = countedHits(traffic.events, visits).filter(({ atMs }) => within(atMs))
  const hitsInRange = counted.map(({ event }) => event)
  const touches = visits.flatMap(touchesOf)
  const passing = new Set(
    touches.filter((touch) =>
      ofVisits.every((filter) => fits({ touch, visitsInRange, hitsInRange }, filter)),
    ),
  )
  const passingVisits = new Set(
    [...passing].flatMap(({ visit, from }) => (from === visit.entry ? [visit] : [])),
  )
  const filtered = ofVisits.length > 0
  const money = traffic.entries
    .filter((entry) => ofPayments.every((filter) => entryFits(traffic, entry, filter)))
    .map((entry) => credit(touches, entry))
  const isAsked = ({ touch }: SlowCredit) =>
    !filtered || (touch !== undefined && passing.has(touch))
  const credits = money.filter(isAsked)
  // Which payment is a subscription's last does not depend on the filters.
  const alive = (endMs: number) => monthlyMinor(money, endMs).filter(isAsked)
  const atMs = ({ entry }: SlowCredit) =>
    question.refundsOn === 'payment' ? entry.paidAtMs : entry.atMs
  const facts: Facts = {
    visits: visitsInRange.filter((visit) => passingVisits.has(visit)),
    hits: counted.filter(
      ({ event, visit }) =>
        (!filtered || (visit !== undefined && passingVisits.has(visit))) &&
        (!isOfEvents(question.dimension ?? '') || ofHits.every((filter) => hitFits(event, filter))),
    ),
    credits: credits
      .map((one) => ({ ...one, entry: { ...one.entry, atMs: atMs(one) } }))
      .filter(({ entry }) => within(entry.atMs)),
    recurring: stepEnds(question).flatMap(({ step, endMs }) =>
      alive(endMs).map((one) => ({ ...one, endOf: step })),
    ),
  }
  const atEnd = stepEnds({ ...question, dimension: undefined })[0]?.endMs ?? 0
  const wholeFacts = {
    ...facts,
    recurring: alive(atEnd).map((one) => ({ ...one, endOf: undefined })),
  }
  const whole = isOfEvents(question.dimension ?? '')
    ? question
    : { ...question, dimension: undefined }
  const context = { traffic, allVisitors: visitorsOf(facts.visits) }
  return {
    rows: rowsOf(facts, question, context),
    // Goals that belong to no visit are in no row of visits, but they are in the total.
    totals: figuresOf(wholeFacts, whole, { ...context, isTotal: true }),
  }
}

interface Context {
  traffic: Traffic
  allVisitors: number
  isTotal?: boolean
}

/** The last instant of each step of time, or of the whole range. */
function stepEnds({ dimension, first, last, zone }: SlowQuestion) {
  const isTime = dimension !== undefined && timeOf(dimension, 0, zone) !== undefined
  const ends = new Map<string | undefined, number>()
  // A quarter of an hour before and after each full one: no zone's clocks are finer.
  const [fromMs, toMs] = [Date.parse(first) - 86_400_000, Date.parse(last) + 2 * 86_400_000]
  for (let ms = fromMs; ms <= toMs; ms += 900_000) {
    const day = wallClock(ms, zone).slice(0, 10)
    if (day < first || day > last) continue
    ends.set(isTime ? timeOf(dimension, ms, zone) : undefined, ms + 899_999)
  }
  return [...ends].map(([step, endMs]) => ({ step, endMs }))
}

function rowsOf(facts: Facts, question: SlowQuestion, context: Context): Row[] {
  const { dimension, zone } = question
  if (dimension === undefined) return []
  const time = (ms: number) => timeOf(dimension, ms, zone)
  const isTime = time(0) !== undefined
  const ofGoals = isOfEvents(dimension) && dimension !== 'page'
  const ofHit = ({ event, visit, atMs }: CountedHit): string | undefined => {
    if (isTime) return time(atMs)
    if (!isOfEvents(dimension)) return visit && ofVisit(visit)
    return dimension === 'page' ? event.path : nameOfHit(event, dimension)[0]
  }
  const ofVisit = (visit: Visit) =>
    time(visit.startMs) ?? nameOf({ visit, from: visit.entry, atMs: 0 }, dimension)
  const ofMoney = ({ entry, touch }: SlowCredit) => {
    if (isTime) return time(entry.atMs)
    if (isOfPayments(dimension)) return nameOfEntry(context.traffic, entry, dimension)
    if (touch !== undefined) return nameOf(touch, dimension)
    if (entry.visitorId === '') return 'Not linked'
    return dimension === 'source' || dimension === 'channel' ? 'Direct' : ''
  }
  const hasKey = (hit: CountedHit) => {
    if (ofGoals) return nameOfHit(hit.event, dimension).length > 0
    return dimension === 'page' || isTime || hit.visit !== undefined
  }
  const ofExit = (visit: Visit) => nameOf({ visit, from: visit.entry, atMs: 0 }, 'exitPage')
  const ofRecurring = (alive: Facts['recurring'][number]) => (isTime ? alive.endOf : ofMoney(alive))
  const noVisits = ofGoals || isOfPayments(dimension)
  const keys = new Set<string | undefined>([
    ...(noVisits ? [] : facts.visits.map(ofVisit)),
    ...(dimension === 'page' ? facts.visits.map(ofExit) : []),
    ...(isOfPayments(dimension) ? [] : facts.hits.filter(hasKey).map(ofHit)),
    ...(ofGoals ? [] : facts.credits.map(ofMoney)),
    ...(ofGoals ? [] : facts.recurring.map(ofRecurring)),
  ])
  return [...keys].map((key) => ({
    [dimension]: key ?? null,
    ...figuresOf(
      {
        visits: ofGoals ? facts.visits : facts.visits.filter((visit) => ofVisit(visit) === key),
        hits: facts.hits.filter((hit) => hasKey(hit) && ofHit(hit) === key),
        credits: facts.credits.filter((credit) => ofMoney(credit) === key),
        recurring: facts.recurring.filter((alive) => ofRecurring(alive) === key),
      },
      question,
      context,
    ),
    ...(dimension === 'page' && {
      exits: facts.visits.filter((visit) => ofExit(visit) === key).length,
    }),
  }))
}

/** Every metric, each as its definition says. */
function figuresOf(
  { visits, hits, credits, recurring }: Facts,
  { dimension }: SlowQuestion,
  { traffic, isTotal = false }: Context,
) {
  const isOfHits = dimension !== undefined && isOfEvents(dimension)
  const ofGoals = isOfHits && dimension !== 'page'
  const events = hits.map(({ event }) => event)
  const views = events.filter(({ kind }) => kind === 'pageview')
  const goals = events.filter((event) =>
    ofGoals && !isTotal ? nameOfHit(event, dimension).length > 0 : event.kind === 'goal',
  )
  // By dimensions of single hits, visitors and sessions are those of the hits.
  const seen = ofGoals ? goals : views
  const visitors = isOfHits ? peopleOf(seen) : visitorsOf(visits)
  const sessions = isOfHits
    ? countSessions(hits.filter(({ event }) => seen.includes(event)))
    : visits.length
  const pageViews = sum(visits.map((visit) => count(visit, 'pageview')))
  const bounces = visits.filter(
    (visit) =>
      count(visit, 'pageview') <= 1 &&
      count(visit, 'goal') === 0 &&
      visit.endMs - visit.startMs < 10_000,
  ).length
  const mean = (measure: (visit: Visit) => number) =>
    visits.length === 0 ? null : Math.round(sum(visits.map(measure)) / visits.length / 1000)
  const reached = visits.filter((visit) => count(visit, 'goal') > 0)
  const money = moneyOf(traffic, credits)
  return {
    visitors,
    sessions,
    pageViews: isOfHits ? views.length : pageViews,
    viewsPerSession: ratio(pageViews, visits.length),
    bounceRate: ratio(bounces, visits.length),
    sessionDuration: mean(({ startMs, endMs }) => endMs - startMs),
    engagedTime: mean(({ events }) => sum(events.map(({ engagedMs }) => engagedMs))),
    entries: visits.length,
    exits: visits.length,
    goals: goals.length,
    goalConversionRate: ratio(ofGoals ? visitors : visitorsOf(reached), visitorsOf(visits)),
    ...money.figures,
    mrr: toMajorUnits(sum(recurring.map(({ minor }) => minor)), 'EUR'),
    conversionRate: ratio(money.linkedCustomers, visitors),
    revenuePerVisitor:
      visitors === 0 ? null : toMajorUnits(Math.round(money.netMinor / visitors), 'EUR'),
  }
}

const count = ({ events, reported }: Visit, kind: string) =>
  [...events, ...reported].filter((event) => event.kind === kind).length

const visitorsOf = (visits: readonly Visit[]) => peopleOf(visits.map(({ entry }) => entry))

/** A goal without a visitor counts for none. */
const peopleOf = (events: readonly StoredEvent[]) =>
  new Set(events.flatMap(({ visitorId }) => visitorId || [])).size

/** A goal may have an unknown visit. */
function countSessions(hits: readonly CountedHit[]): number {
  const named = ({ visitorId, sessionId }: StoredEvent) =>
    sessionId === '' ? [] : [`${visitorId} ${sessionId}`]
  const sessions = hits.flatMap<Visit | string>(({ visit, event }) => visit ?? named(event))
  return new Set(sessions).size
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

import { AppError } from '../errors.ts'
import { mostGroups } from '../store/events/ask-in-parts.ts'
import type { Engine } from '../store/events/engine.ts'
import { planDays } from '../store/events/plan-days.ts'
import {
  type EventBreakdown,
  type EventMeasure,
  eventFigures,
  eventMeasures,
} from '../store/events/queries/event-figures.ts'
import {
  type FigureRow,
  type VisitScope,
  visitFigures,
} from '../store/events/queries/visit-figures.ts'
import type { SessionDimensionName, SessionMeasure } from '../store/events/vocabulary.ts'
import type { DateRange } from './date-range.ts'
import { metricNeeds } from './metric-needs.ts'
import {
  type Breakdown,
  type DimensionName,
  isOfEvents,
  isTime,
  type ReportQuestion,
  type ReportScope,
} from './question.ts'
import { refuseTooCostly } from './within-limits.ts'

export type Measures = Partial<Record<SessionMeasure, number>>

/**
 * The measures of one line. Those of `visits` are of the visits that began there; a page's own
 * visitors, sessions and page views are in `seen`, and take their place.
 */
export interface VisitLine {
  keys: string[]
  visits: Measures
  seen: Measures
  /** By page: visits that ended there. */
  exits: number | undefined
}

/** The visits of a scope by the dimensions of a question. */
export async function visitLines(
  engine: Engine,
  question: ReportQuestion,
  scope: VisitScope,
  { total }: { total: boolean },
): Promise<VisitLine[]> {
  const wanted = new Set(question.metrics.flatMap(({ name }) => metricNeeds[name].measures))
  const by = total ? [] : question.dimensions
  const [visits, seen, exits] = await Promise.all([
    ofVisits(engine, scope, { question, by, wanted }),
    ofEvents(engine, scope, { question, by, wanted }),
    exitsOf(engine, scope, { question, by, wanted }),
  ])
  if (visits.length > mostGroups || seen.length > mostGroups) {
    throw new AppError(
      'invalid',
      `This breakdown has more than ${mostGroups} rows. Narrow it with a filter or a shorter range.`,
    )
  }
  const lines = new Map<string, VisitLine>()
  const lineOf = (keys: string[]) => {
    const id = JSON.stringify(keys)
    const line = lines.get(id) ?? { keys, visits: {}, seen: {}, exits: undefined }
    lines.set(id, line)
    return line
  }
  for (const { keys, measures } of seen) Object.assign(lineOf(keys).seen, measures)
  for (const { keys, measures } of exits) lineOf(keys).exits = measures.sessions
  const goalsAlone = question.dimensions.some(({ name }) => name === 'goal' || name === 'property')
  if (!goalsAlone) for (const { keys, measures } of visits) lineOf(keys).visits = measures
  else withAllVisitors(by, [...lines.values()], visits)
  return [...lines.values()]
}

/** A goal has no visits of its own: beside it stand all visits of its time. */
function withAllVisitors(
  by: readonly Breakdown[],
  lines: readonly VisitLine[],
  visits: readonly FigureRow[],
): void {
  const ofTime = (keys: readonly string[]) =>
    JSON.stringify(keys.filter((_, index) => isTime(by[index]?.name ?? 'goal')))
  const all = new Map(visits.map(({ keys, measures }) => [JSON.stringify(keys), measures]))
  for (const line of lines) line.visits = all.get(ofTime(line.keys)) ?? {}
}

/** Which visits a question is about, on the days as they are now. */
export async function visitScope(
  engine: Engine,
  { siteId: site, zone, filters, dimensions }: ReportScope,
  range: DateRange,
): Promise<VisitScope> {
  const { fromMs, toMs } = range
  const days = await planDays(engine, site, range)
  refuseTooCostly(days.events, filters.visits)
  const asksHistory =
    dimensions.some(({ name }) => name === 'visitorType') ||
    JSON.stringify(filters.visits).includes('"visitorType"')
  if (asksHistory) days.seen = (await planDays(engine, site, { fromMs: 0, toMs })).seen
  return { site, fromMs, toMs, zone, filters: filters.visits, days }
}

interface Wanted {
  question: ReportQuestion
  by: readonly Breakdown[]
  wanted: ReadonlySet<SessionMeasure>
}

/** What visits tell: by goal only how many visitors there were, by page what those that began on it were like. */
async function ofVisits(
  engine: Engine,
  scope: VisitScope,
  { question, by, wanted }: Wanted,
): Promise<FigureRow[]> {
  const names = by.map(({ name }) => name)
  const goalsAlone = question.dimensions.some(({ name }) => name === 'goal' || name === 'property')
  if (goalsAlone) {
    if (!wanted.has('goalVisitors')) return []
    return visitFigures(engine, scope, { dimensions: names.filter(isTime), measures: ['visitors'] })
  }
  const needed = names.includes('page')
    ? question.metrics.flatMap(({ name }) =>
        metricNeeds[name].ofEntries ? metricNeeds[name].measures : [],
      )
    : [...wanted].filter((name) => name !== 'goals' || !goalsHaveOwnTime(question, names))
  if (needed.length === 0) return []
  const dimensions = names.map((name) =>
    name === 'page' ? 'entryPage' : name,
  ) as SessionDimensionName[]
  return visitFigures(engine, scope, { dimensions, measures: [...new Set(needed)] })
}

/** By page, the visits that ended on it. */
async function exitsOf(
  engine: Engine,
  scope: VisitScope,
  { question, by }: Wanted,
): Promise<FigureRow[]> {
  const isAsked = question.metrics.some(({ name }) => name === 'exits')
  if (!isAsked || !by.some(({ name }) => name === 'page')) return []
  const dimensions = by.map(({ name }) =>
    name === 'page' ? 'exitPage' : name,
  ) as SessionDimensionName[]
  return visitFigures(engine, scope, { dimensions, measures: ['sessions'] })
}

/** What page views and goals tell, each at its own time. */
async function ofEvents(
  engine: Engine,
  scope: VisitScope,
  { question, by, wanted }: Wanted,
): Promise<FigureRow[]> {
  const measures = [...wanted].flatMap((name): EventMeasure[] =>
    // By goal, the visitors of a goal are those who reached one.
    name === 'goalVisitors' ? ['visitors'] : name in eventMeasures ? [name as EventMeasure] : [],
  )
  const dimensions = by.filter(isOfEventsOrTime) as EventBreakdown[]
  const subject = question.dimensions.find(({ name }) => isOfEvents(name))?.name
  const { hits } = question.filters
  const ask = (kind: 'pageview' | 'goal', asked: readonly EventMeasure[]) =>
    asked.length === 0
      ? Promise.resolve([])
      : eventFigures(engine, scope, { kind, dimensions, measures: [...new Set(asked)], hits })
  if (subject === 'page') {
    const counted = question.metrics.flatMap(({ name }) =>
      metricNeeds[name].ofEntries ? [] : metricNeeds[name].measures,
    )
    const [seen, reached] = await Promise.all([
      ask(
        'pageview',
        measures.filter((name) => name !== 'goals' && counted.includes(name)),
      ),
      ask('goal', wanted.has('goals') ? ['goals'] : []),
    ])
    return [...seen, ...reached]
  }
  if (subject !== undefined) return ask('goal', measures)
  const ownTime = goalsHaveOwnTime(
    question,
    by.map(({ name }) => name),
  )
  return ask('goal', wanted.has('goals') && ownTime ? ['goals'] : [])
}

const isOfEventsOrTime = ({ name }: Breakdown) => isOfEvents(name) || isTime(name)

/**
 * Goals told by a server belong to no visit's row: where nothing but time divides, all goals are
 * counted, each at its own time and none at that of its visit.
 */
function goalsHaveOwnTime(question: ReportQuestion, names: readonly DimensionName[]): boolean {
  return names.every(isTime) && question.filters.visits.length === 0
}

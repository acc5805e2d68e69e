import { AppError } from '../errors.ts'
import type { Engine } from '../store/events/engine.ts'
import {
  type GoalMeasure,
  goalFiguresBy,
  type HitBreakdown,
  type PageMeasure,
  pageFigures,
  serverGoalFigures,
} from '../store/events/queries/hit-figures.ts'
import { type FigureRow, mostGroups, visitFigures } from '../store/events/queries/visit-figures.ts'
import type { VisitScope } from '../store/events/queries/visit-scope.ts'
import type { SessionDimensionName, SessionMeasure } from '../store/events/vocabulary.ts'
import type { DateRange } from './date-range.ts'
import { metricNeeds } from './metric-needs.ts'
import {
  type Breakdown,
  isTime,
  type ReportQuestion,
  type ReportScope,
} from './question.ts'

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
  const wanted = { question, by: total ? [] : question.dimensions }
  const [visits, serverGoals, seen, exits] = await Promise.all([
    ofVisits(engine, scope, wanted),
    ofServers(engine, scope, wanted),
    ofHits(engine, scope, wanted),
    exitsOf(engine, scope, wanted),
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
  if (isByGoal(question)) withAllVisitors(wanted.by, [...lines.values()], visits)
  else for (const { keys, measures } of visits) lineOf(keys).visits = measures
  for (const { keys, measures } of serverGoals) {
    const line = lineOf(keys)
    line.visits = { ...line.visits, goals: (line.visits.goals ?? 0) + (measures.goals ?? 0) }
  }
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

/** Which visits a question is about. */
export function visitScope({ siteId, zone, filters }: ReportScope, range: DateRange): VisitScope {
  const { fromMs, toMs } = range
  return { site: siteId, fromMs, toMs, zone, filters: filters.visits }
}

interface Wanted {
  question: ReportQuestion
  /** None for the totals. */
  by: readonly Breakdown[]
}

/** Whether a question is broken down by goals, which have no visits of their own. */
function isByGoal({ dimensions }: ReportQuestion): boolean {
  return dimensions.some(({ name }) => name === 'goal' || name === 'property')
}

const isByPage = ({ dimensions }: ReportQuestion) => dimensions.some(({ name }) => name === 'page')

/**
 * What is added up for the metrics of a question: of the visits (by page those that began on it), and of
 * single hits, where it is broken down by these.
 */
function measuresOf(question: ReportQuestion): {
  visits: SessionMeasure[]
  hits: SessionMeasure[]
} {
  const of = (isWanted: (needs: (typeof metricNeeds)[keyof typeof metricNeeds]) => boolean) => {
    const needs = question.metrics.map(({ name }) => metricNeeds[name]).filter(isWanted)
    return [...new Set(needs.flatMap(({ measures }) => measures))]
  }
  if (isByPage(question)) {
    return {
      visits: of(({ ofEntries }) => ofEntries === true),
      hits: of((needs) => !needs.ofEntries),
    }
  }
  const all = of(() => true)
  return isByGoal(question) ? { visits: [], hits: all } : { visits: all, hits: [] }
}

/** By goal only how many visitors there were, by page what the visits were like that began on it. */
async function ofVisits(
  engine: Engine,
  scope: VisitScope,
  { question, by }: Wanted,
): Promise<FigureRow[]> {
  if (isByGoal(question)) {
    if (!measuresOf(question).hits.includes('goalVisitors')) return []
    const dimensions = by.map(({ name }) => name).filter(isTime)
    return visitFigures(engine, scope, { dimensions, measures: ['visitors'] })
  }
  const { visits: measures } = measuresOf(question)
  if (measures.length === 0) return []
  return visitFigures(engine, scope, { dimensions: ofVisit(by, 'entryPage'), measures })
}

/** Goals that servers reported are in no visit's row. */
async function ofServers(
  engine: Engine,
  scope: VisitScope,
  { question, by }: Wanted,
): Promise<FigureRow[]> {
  if (!measuresOf(question).visits.includes('goals')) return []
  return serverGoalFigures(engine, scope, ofVisit(by, 'entryPage'))
}

/** By page, the visits that ended on it. */
async function exitsOf(
  engine: Engine,
  scope: VisitScope,
  { question, by }: Wanted,
): Promise<FigureRow[]> {
  const isAsked = question.metrics.some(({ name }) => name === 'exits')
  if (!isAsked || !by.some(({ name }) => name === 'page')) return []
  return visitFigures(engine, scope, {
    dimensions: ofVisit(by, 'exitPage'),
    measures: ['sessions'],
  })
}

/** The dimensions that visits have; a page is that on which they began or ended. */
function ofVisit(by: readonly Breakdown[], page: 'entryPage' | 'exitPage'): SessionDimensionName[] {
  return by.map(({ name }) => (name === 'page' ? page : name)) as SessionDimensionName[]
}

/** What is counted of single page views and goals. */
async function ofHits(
  engine: Engine,
  scope: VisitScope,
  { question, by }: Wanted,
): Promise<FigureRow[]> {
  const { hits: measures } = measuresOf(question)
  const dimensions = by as readonly HitBreakdown[]
  const { hits } = question.filters
  const goals = (asked: readonly GoalMeasure[]) =>
    asked.length === 0
      ? Promise.resolve([])
      : goalFiguresBy(engine, scope, { dimensions, measures: asked, hits })
  if (isByGoal(question)) {
    const asked = measures.flatMap((name): GoalMeasure[] => {
      // The visitors of a goal are those who reached it.
      if (name === 'goalVisitors') return ['visitors']
      return name === 'visitors' || name === 'sessions' || name === 'goals' ? [name] : []
    })
    return goals([...new Set(asked)])
  }
  const views = measures.filter(
    (name): name is PageMeasure =>
      name === 'visitors' || name === 'sessions' || name === 'pageViews',
  )
  const [seen, reached] = await Promise.all([
    views.length === 0 ? [] : pageFigures(engine, scope, { dimensions, measures: views, hits }),
    goals(measures.includes('goals') ? ['goals'] : []),
  ])
  return [...seen, ...reached]
}

import { AppError } from '../errors.ts'
import type { Engine } from '../store/events/engine.ts'
import type { DateRange } from './date-range.ts'
import { metricNeeds } from './metric-needs.ts'
import { type Figures, mostGroups, noFigures } from './queries/ask-figures.ts'
import {
  type GoalMeasure,
  goalFiguresBy,
  type HitBreakdown,
  type PageMeasure,
  pageFigures,
  serverGoalFigures,
} from './queries/hit-figures.ts'
import type { SessionMeasure } from './queries/session-measures.ts'
import { visitFigures } from './queries/visit-figures.ts'
import type { VisitScope } from './queries/visit-scope.ts'
import type { SessionDimensionName } from './queries/vocabulary.ts'
import { type Breakdown, isTime, type ReportQuestion, type ReportScope } from './question.ts'

export type Measures = Partial<Record<SessionMeasure, number>>

/**
 * The measures of one row. Those of `visits` are of the visits that began there; a page's own visitors, sessions and
 * page views are in `seen`, and replace those.
 */
export interface VisitLine {
  keys: string[]
  visits: Measures
  seen: Measures
  /** By page: visits that ended there. */
  exits: number | undefined
}

/** The visits of a scope by the dimensions of a question, and their total. */
export async function visitLines(
  engine: Engine,
  question: ReportQuestion,
  scope: VisitScope,
): Promise<{ lines: VisitLine[]; total: VisitLine }> {
  const [visits, serverGoals, seen, exits] = await Promise.all([
    ofVisits(engine, scope, question),
    ofServers(engine, scope, question),
    ofHits(engine, scope, question),
    exitsOf(engine, scope, question),
  ])
  if ([visits, ...seen].some(({ rows }) => rows.length > mostGroups)) {
    throw new AppError(
      'invalid',
      `This breakdown has more than ${mostGroups} rows. Narrow it with a filter or a shorter range.`,
    )
  }
  const lines = new Map<string, VisitLine>()
  const lineOf = (keys: string[]) => {
    const id = JSON.stringify(keys)
    const line = lines.get(id) ?? emptyLine(keys)
    lines.set(id, line)
    return line
  }
  for (const { rows } of seen) {
    for (const { keys, measures } of rows) Object.assign(lineOf(keys).seen, measures)
  }
  for (const { keys, measures } of exits.rows) lineOf(keys).exits = measures.sessions
  if (isByGoal(question)) withAllVisitors(question.dimensions, [...lines.values()], visits)
  else for (const { keys, measures } of visits.rows) lineOf(keys).visits = measures
  for (const { keys, measures } of serverGoals.rows) addGoals(lineOf(keys), measures)
  const total = emptyLine([])
  total.visits = { ...visits.total }
  for (const part of seen) Object.assign(total.seen, part.total)
  if (serverGoals.total) addGoals(total, serverGoals.total)
  return { lines: question.dimensions.length === 0 ? [] : [...lines.values()], total }
}

const emptyLine = (keys: string[]): VisitLine => ({ keys, visits: {}, seen: {}, exits: undefined })

function addGoals(line: VisitLine, { goals = 0 }: Measures): void {
  line.visits = { ...line.visits, goals: (line.visits.goals ?? 0) + goals }
}

/** Rows by goal also have all visitors of their time. */
function withAllVisitors(
  by: readonly Breakdown[],
  lines: readonly VisitLine[],
  { rows, total }: Figures,
): void {
  const ofTime = (keys: readonly string[]) =>
    JSON.stringify(keys.filter((_, index) => isTime(by[index]?.name ?? 'goal')))
  const all = new Map(rows.map(({ keys, measures }) => [JSON.stringify(keys), measures]))
  const isTimed = by.some(({ name }) => isTime(name))
  for (const line of lines) {
    line.visits = (isTimed ? all.get(ofTime(line.keys)) : total) ?? {}
  }
}

/** The visits of a question. */
export function visitScope({ siteId, zone, filters }: ReportScope, range: DateRange): VisitScope {
  const { fromMs, toMs } = range
  return { site: siteId, fromMs, toMs, zone, filters: filters.visits }
}

/** Whether a question is broken down by goals, which have no visits of their own. */
function isByGoal({ dimensions }: ReportQuestion): boolean {
  return dimensions.some(({ name }) => name === 'goal' || name === 'property')
}

const isByPage = ({ dimensions }: ReportQuestion) => dimensions.some(({ name }) => name === 'page')

/**
 * The measures that a question's metrics need: of visits (by page, those that began on it), and of single hits in
 * breakdowns by these.
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

/** By goal only the number of visitors, by page the figures of the visits that began on it. */
async function ofVisits(
  engine: Engine,
  scope: VisitScope,
  question: ReportQuestion,
): Promise<Figures> {
  if (isByGoal(question)) {
    if (!measuresOf(question).hits.includes('goalVisitors')) return noFigures
    const dimensions = question.dimensions.map(({ name }) => name).filter(isTime)
    return visitFigures(engine, scope, { dimensions, measures: ['visitors'] })
  }
  const { visits: measures } = measuresOf(question)
  if (measures.length === 0) return noFigures
  return visitFigures(engine, scope, { dimensions: ofVisit(question, 'entryPage'), measures })
}

/** Goals that servers reported are in no visit's row. */
async function ofServers(
  engine: Engine,
  scope: VisitScope,
  question: ReportQuestion,
): Promise<Figures> {
  if (!measuresOf(question).visits.includes('goals')) return noFigures
  return serverGoalFigures(engine, scope, ofVisit(question, 'entryPage'))
}

/** By page, the visits that ended on it. */
async function exitsOf(
  engine: Engine,
  scope: VisitScope,
  question: ReportQuestion,
): Promise<Figures> {
  const isAsked = question.metrics.some(({ name }) => name === 'exits')
  if (!isAsked || !isByPage(question)) return noFigures
  const dimensions = ofVisit(question, 'exitPage')
  return visitFigures(engine, scope, { dimensions, measures: ['sessions'] })
}

/** The dimensions of visits; a page is the one on which they began or ended. */
function ofVisit({ dimensions }: ReportQuestion, page: 'entryPage' | 'exitPage') {
  return dimensions.map(({ name }) => (name === 'page' ? page : name)) as SessionDimensionName[]
}

/** The figures of single page views and goals. */
async function ofHits(
  engine: Engine,
  scope: VisitScope,
  question: ReportQuestion,
): Promise<Figures[]> {
  const { hits: measures } = measuresOf(question)
  const { hits } = question.filters
  const dimensions = question.dimensions as readonly HitBreakdown[]
  const goals = (asked: readonly GoalMeasure[], by = dimensions) =>
    goalFiguresBy(engine, scope, { dimensions: by, measures: asked, hits })
  if (isByGoal(question)) {
    const asked = measures.flatMap((name): GoalMeasure[] => {
      // The visitors of a goal are those who reached it.
      if (name === 'goalVisitors') return ['visitors']
      return name === 'visitors' || name === 'sessions' || name === 'goals' ? [name] : []
    })
    if (asked.length === 0) return []
    const wanted = [...new Set(asked)]
    if (dimensions.every(({ name }) => name !== 'property')) return [await goals(wanted)]
    // Goals without the property are in no row, but in the total.
    const [{ rows }, { total }] = await Promise.all([goals(wanted), goals(wanted, [])])
    return [{ rows, total }]
  }
  const views = measures.filter(
    (name): name is PageMeasure =>
      name === 'visitors' || name === 'sessions' || name === 'pageViews',
  )
  return Promise.all([
    ...(views.length === 0
      ? []
      : [pageFigures(engine, scope, { dimensions, measures: views, hits })]),
    ...(measures.includes('goals') ? [goals(['goals'])] : []),
  ])
}

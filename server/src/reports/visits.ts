import type { Metric } from '@tributary/contract/query.ts'
import { AppError } from '../errors.ts'
import type { Engine } from '../store/events/engine.ts'
import { planDays } from '../store/events/plan-days.ts'
import {
  type EventMeasure,
  eventFigures,
  eventMeasures,
} from '../store/events/queries/event-figures.ts'
import {
  type FigureRow,
  mostGroups,
  type VisitScope,
  visitFigures,
} from '../store/events/queries/visit-figures.ts'
import type { SessionDimensionName, SessionMeasure } from '../store/events/vocabulary.ts'
import type { DateRange } from './date-range.ts'
import { isTime, type ReportQuestion } from './question.ts'

/** What each metric is made of. */
const measuresOf: Readonly<Record<Metric, readonly SessionMeasure[]>> = {
  visitors: ['visitors'],
  sessions: ['sessions'],
  pageViews: ['pageViews'],
  viewsPerSession: ['pageViews', 'sessions'],
  bounceRate: ['bounces', 'sessions'],
  sessionDuration: ['durationMs', 'sessions'],
  goals: ['goals'],
  revenue: [],
  grossRevenue: [],
  refunds: [],
  payments: [],
  customers: [],
  conversionRate: ['visitors'],
  revenuePerVisitor: ['visitors'],
  averageOrderValue: [],
}

export type Measures = Partial<Record<SessionMeasure, number>>

/**
 * The measures of one line. Those of `visits` are of the visits that began there; a page's own
 * visitors, sessions and page views are in `seen`, and take their place.
 */
export interface VisitLine {
  keys: string[]
  visits: Measures
  seen: Measures
}

/** Visits of a range by the dimensions of a question. */
export async function visitLines(
  engine: Engine,
  question: ReportQuestion,
  range: DateRange,
  { total }: { total: boolean },
): Promise<VisitLine[]> {
  const wanted = new Set(question.metrics.flatMap(({ name }) => measuresOf[name]))
  if (wanted.size === 0) return []
  const scope = await scopeOf(engine, question, range)
  const names = total ? [] : question.dimensions.map(({ name }) => name)
  const [visits, seen] = await Promise.all([
    ofVisits(engine, scope, { question, names, wanted }),
    ofEvents(engine, scope, { question, names, wanted }),
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
    const line = lines.get(id) ?? { keys, visits: {}, seen: {} }
    lines.set(id, line)
    return line
  }
  for (const { keys, measures } of visits) lineOf(keys).visits = measures
  for (const { keys, measures } of seen) Object.assign(lineOf(keys).seen, measures)
  return [...lines.values()]
}

async function scopeOf(
  engine: Engine,
  question: ReportQuestion,
  range: DateRange,
): Promise<VisitScope> {
  const { siteId: site, zone, filters } = question
  return { site, ...range, zone, filters, days: await planDays(engine, site, range) }
}

interface Wanted {
  question: ReportQuestion
  names: readonly ReportQuestion['dimensions'][number]['name'][]
  wanted: ReadonlySet<SessionMeasure>
}

/** What visits tell: by goal nothing, by page what the visits that began on it were like. */
async function ofVisits(
  engine: Engine,
  scope: VisitScope,
  { question, names, wanted }: Wanted,
): Promise<FigureRow[]> {
  const goalsAlone = question.dimensions.some(({ name }) => name === 'goal')
  if (goalsAlone) return []
  const isByPage = names.includes('page')
  const needed = isByPage
    ? question.metrics.flatMap(({ name }) => (measuresOf[name].length > 1 ? measuresOf[name] : []))
    : [...wanted].filter((name) => name !== 'goals' || !goalsHaveOwnTime(question, names))
  if (needed.length === 0) return []
  const dimensions = names.map((name) =>
    name === 'page' ? 'entryPage' : name,
  ) as SessionDimensionName[]
  return visitFigures(engine, scope, { dimensions, measures: [...new Set(needed)] })
}

/** What page views and goals tell, each at its own time. */
async function ofEvents(
  engine: Engine,
  scope: VisitScope,
  { question, names, wanted }: Wanted,
): Promise<FigureRow[]> {
  const subject = question.dimensions.find(({ name }) => name === 'page' || name === 'goal')?.name
  const measures = [...wanted].filter((name): name is EventMeasure => name in eventMeasures)
  const dimensions = names.filter((name) => name === 'page' || name === 'goal' || isTime(name))
  if (subject === 'page') {
    const counted = measures.filter((name) => name !== 'goals')
    const [seen, reached] = await Promise.all([
      counted.length > 0
        ? eventFigures(engine, scope, { kind: 'pageview', dimensions, measures: counted })
        : [],
      wanted.has('goals')
        ? eventFigures(engine, scope, { kind: 'goal', dimensions, measures: ['goals'] })
        : [],
    ])
    return [...seen, ...reached]
  }
  if (subject === 'goal') {
    return measures.length > 0
      ? eventFigures(engine, scope, { kind: 'goal', dimensions, measures })
      : []
  }
  if (!wanted.has('goals') || !goalsHaveOwnTime(question, names)) return []
  return eventFigures(engine, scope, { kind: 'goal', dimensions, measures: ['goals'] })
}

/**
 * Goals told by a server belong to no visit's row: where nothing but time divides, all goals are
 * counted, each at its own time and none at that of its visit.
 */
function goalsHaveOwnTime(question: ReportQuestion, names: Wanted['names']): boolean {
  return names.every(isTime) && question.filters.length === 0
}

import { askInParts, type FiguresQuestion } from '../ask-in-parts.ts'
import type { Engine } from '../engine.ts'
import type { Filter } from '../filter.ts'
import { filterCondition, hitCondition } from '../filter-conditions.ts'
import type { SharedRows } from '../moving-rows.ts'
import { eventsOfPart, sessionRowParams, sessionRowsSql } from '../session-rows.ts'
import { asText, eventDimensions, sessionDimensions, type timeDimensions } from '../vocabulary.ts'
import type { FigureRow, VisitScope } from './visit-figures.ts'

/** What can be counted over page views or goals, each at its own time. */
export const eventMeasures = {
  visitors: { distinct: 'visitor_hash' },
  sessions: { distinct: 'session_hash', if: "session_id != ''" },
  pageViews: { sum: "countIf(kind = 'pageview')", row: "kind = 'pageview'" },
  goals: { sum: "countIf(kind = 'goal')", row: "kind = 'goal'" },
} as const

export type EventMeasure = keyof typeof eventMeasures

type TimeDimension = (typeof timeDimensions)[number]

/** A dimension of single events: a page, a goal, a property of goals by its name, or a time. */
export type EventBreakdown = { name: 'page' | 'goal' | TimeDimension } | PropertyBreakdown

interface PropertyBreakdown {
  name: 'property'
  property: string
}

/**
 * Adds up page views by page, or goals by name and properties, and by time; goals alone when there is
 * nothing but time in the question. Filters keep to the visits that pass them, `hits` to the page views
 * and goals that pass those.
 */
export async function eventFigures(
  engine: Engine,
  scope: VisitScope,
  wanted: {
    kind: 'pageview' | 'goal'
    dimensions: readonly EventBreakdown[]
    measures: readonly EventMeasure[]
    hits: readonly Filter[]
  },
): Promise<FigureRow[]> {
  const condition = filterCondition(scope.filters, scope.days)
  const hits = hitCondition(wanted.hits)
  const dimensions = wanted.dimensions.map(breakdown)
  const written = dimensions.map(({ sql }, index) => ({
    sql,
    text: asText(wanted.dimensions[index]?.name ?? 'day', sql),
  }))
  const ofVisits =
    scope.filters.length === 0
      ? ''
      : `and session_hash in (select session_hash from ${sessionRowsSql(scope.days, condition.columns)} where ${condition.sql})`
  const params = {
    ...sessionRowParams(scope.site, scope.days),
    ...condition.params,
    ...hits.params,
    ...Object.assign({}, ...dimensions.map(({ params }) => params)),
    from: scope.fromMs,
    to: scope.toMs,
    zone: scope.zone,
  }
  const from: FiguresQuestion['from'] = (part, visitors) => `from events
    ${visitors === undefined ? '' : `prewhere visitor_hash in ${visitors}`}
    where site_id = {site:String}
      and timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      ${eventsOfPart(scope.days, part)}
      and kind = '${wanted.kind}' ${ofVisits}
      ${wanted.hits.length === 0 ? '' : `and (${hits.sql})`}
      ${dimensions.map(({ where }) => (where === '1' ? '' : `and ${where}`)).join('')}`
  const question: FiguresQuestion = {
    name: 'event-figures',
    keys: written,
    measures: wanted.measures.map((name) => ({ name, ...eventMeasures[name] })),
    from,
    replaces: false,
    params,
    shared: sharedRows(wanted, written, { name: 'events', from, params }),
  }
  const rows = await askInParts(engine, scope.days, question, scope.filters.length === 0)
  return rows.map(({ keys, measures }) => ({
    keys,
    measures: Object.fromEntries(wanted.measures.map((name, index) => [name, measures[index]])),
  }))
}

/**
 * Single events with whom they are of: there are few while what is open is little. Page views are read with
 * their page even where nothing divides them, so that a panel and its totals read the same.
 */
function sharedRows(
  { kind, measures }: { kind: string; measures: readonly EventMeasure[] },
  written: readonly { sql: string; text: string }[],
  rows: Pick<SharedRows, 'name' | 'from' | 'params'>,
): SharedRows {
  const [only] = written
  const byPage = kind === 'pageview' && (only === undefined || only.sql === pageSql)
  const keys = byPage && written.length < 2 ? [pageSql] : written.map(({ text }) => text)
  const ids: string[] = []
  const sums: string[] = []
  const found = measures.map((name) => {
    const measure = eventMeasures[name]
    if ('sum' in measure) return { sum: sums.push(measure.row) - 1 }
    const id = `toString(${measure.distinct})`
    return { id: ids.push('if' in measure ? `if(${measure.if}, ${id}, '')` : id) - 1 }
  })
  return { ...rows, keys, ids, sums, keyPlaces: written.map((_, index) => index), measures: found }
}

const pageSql = eventDimensions.page.sql()

function breakdown(dimension: EventBreakdown, index: number) {
  const { name } = dimension
  if (name === 'page' || name === 'goal' || name === 'property') {
    const { sql, where } = eventDimensions[name]
    const parameter = `property${index}`
    const params = 'property' in dimension ? { [parameter]: dimension.property } : {}
    return { sql: sql(parameter), where: where(parameter), params }
  }
  // An event counts at its own time.
  const sql = sessionDimensions[name].sql.replaceAll('started_at', 'timestamp')
  return { sql, where: '1', params: {} }
}

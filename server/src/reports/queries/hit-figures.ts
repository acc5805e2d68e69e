import type { Engine } from '../../store/events/engine.ts'
import { sessionTableSql } from '../../store/events/sessions/session-table.ts'
import { askFigures, type Figures } from './ask-figures.ts'
import {
  goalsSql,
  type HitsSql,
  hitsOfVisitsSql,
  serverGoalsSql,
  visitNumber,
} from './counted-hits.ts'
import type { Filter } from './filter.ts'
import { filterCondition, hitCondition } from './filter-conditions.ts'
import { keySql } from './visit-figures.ts'
import { isInRange, scopeParams, type VisitScope } from './visit-scope.ts'
import { eventDimensions, type SessionDimensionName, sessionDimensions } from './vocabulary.ts'

type Time = 'hour' | 'day' | 'week' | 'month'

/** The key of single hits: a page, a goal, a property of goals by its name, or a time. */
export type HitBreakdown = { name: 'page' | 'goal' | Time } | { name: 'property'; property: string }

/** Measures of page views: the visitors, the visits and the number of views. */
export type PageMeasure = 'visitors' | 'sessions' | 'pageViews'

/**
 * Adds up page views by page and time. With `hits`, only the page views that pass these filters, which have to be
 * read one by one.
 */
export function pageFigures(
  engine: Engine,
  scope: VisitScope,
  wanted: {
    dimensions: readonly HitBreakdown[]
    measures: readonly PageMeasure[]
    hits: readonly Filter[]
  },
): Promise<Figures> {
  const condition = filterCondition(filtersOfVisits(scope, wanted.hits))
  const params = { ...scopeParams(scope), ...condition.params }
  const question = { name: 'page-figures', keys: wanted.dimensions.map(keyOfHit) }
  if (wanted.hits.length > 0) {
    const hits = hitCondition(wanted.hits)
    return askFigures(engine, {
      ...question,
      measures: wanted.measures.map((name) => ({ name, sql: viewMeasures[name] })),
      from: () =>
        hitsOfVisitsSql(['pageview'], {
          columns: condition.columns,
          condition: condition.sql,
          where: hits.sql,
        }),
      params: { ...params, ...hits.params },
    })
  }
  const rows = `select visitor_hash, started_at as at, page_paths, page_views
    from ${sessionTableSql([...condition.columns, 'page_paths', 'page_views'])} where ${isInRange('started_at')} and (${condition.sql})`
  return askFigures(engine, {
    ...question,
    measures: wanted.measures.map((name) => ({
      name,
      sql: rowMeasures[name],
      // A visit counts once, however many pages it viewed.
      ...(name === 'sessions' && { ofTotal: 'countIf(nth = 1)' }),
    })),
    from: () => `(
      select visitor_hash, at, path, views, nth from (${rows})
      array join page_paths as path, page_views as views, arrayEnumerate(page_paths) as nth)`,
    params,
  })
}

/** The filters that the visits of single hits must pass: that one had a hit which passes need not be looked up again. */
function filtersOfVisits({ filters }: VisitScope, hits: readonly Filter[]): readonly Filter[] {
  if (hits.length === 0) return filters
  return filters.filter((filter) => !('scope' in filter && filter.scope === 'hit'))
}

/** For single page views, and for pages with the number of views in a visit. */
const viewMeasures: Record<PageMeasure, string> = {
  visitors: 'uniqExact(visitor_hash)',
  sessions: `uniqExact(${visitNumber})`,
  pageViews: 'count()',
}
const rowMeasures: Record<PageMeasure, string> = {
  visitors: 'uniqExact(visitor_hash)',
  sessions: 'count()',
  pageViews: 'sum(views)',
}

/**
 * Measures of goals: the visitors, the visits and the number of goals (each row counts `times` goals). A goal
 * without a visitor counts for no visitor.
 */
const goalMeasures = {
  visitors: "uniqExactIf(visitor_hash, visitor_hash != sipHash64(''))",
  sessions: `uniqExactIf(${visitNumber}, session_id != '')`,
  goals: 'sum(times)',
} as const

export type GoalMeasure = keyof typeof goalMeasures

/**
 * Adds up goals by goal, property, page and time. Filters of visits leave out goals that belong to no
 * visit; `hits` keep to the goals that pass them.
 */
export function goalFiguresBy(
  engine: Engine,
  scope: VisitScope,
  wanted: {
    dimensions: readonly HitBreakdown[]
    measures: readonly GoalMeasure[]
    hits: readonly Filter[]
  },
): Promise<Figures> {
  const condition = filterCondition(filtersOfVisits(scope, wanted.hits))
  const hits = hitCondition(wanted.hits)
  const named = wanted.dimensions.map((dimension, index) =>
    dimension.name === 'property'
      ? {
          where: eventDimensions.property.where(`property${index}`),
          params: { [`property${index}`]: dimension.property },
        }
      : { where: '1', params: {} },
  )
  const rows: HitsSql = {
    columns: condition.columns,
    condition: condition.sql,
    where: [hits.sql, ...named.map(({ where }) => where)].join(' and '),
  }
  const onlyOfVisits = scope.filters.length > 0
  const isInRows =
    wanted.hits.length === 0 &&
    wanted.dimensions.every(({ name }) => name === 'goal' || isTime(name))
  return askFigures(engine, {
    name: 'goal-figures',
    keys: wanted.dimensions.map(keyOfHit),
    measures: wanted.measures.map((name) => ({ name, sql: goalMeasures[name] })),
    from: () =>
      isInRows
        ? goalsOfRowsSql(rows, { onlyOfVisits })
        : `(select *, 1 as times from ${goalsSql(rows, { onlyOfVisits })})`,
    params: {
      ...scopeParams(scope),
      ...condition.params,
      ...hits.params,
      ...Object.assign({}, ...named.map(({ params }) => params)),
    },
  })
}

/** Goals by name, as the rows of visits count them, and those that servers reported. */
function goalsOfRowsSql(
  { columns = [], condition = '1' }: HitsSql,
  { onlyOfVisits }: { onlyOfVisits: boolean },
): string {
  return `(
    select visitor_hash, session_day, session_hash, 'of a visit' as session_id, at, name, times
    from (
      select visitor_hash, session_day, session_hash, started_at as at, reached_goals, goal_counts
      from ${sessionTableSql([...columns, 'session_day', 'reached_goals', 'goal_counts'])}
      where notEmpty(reached_goals) and ${isInRange('started_at')} and (${condition}))
    array join reached_goals as name, goal_counts as times
    union all
    select visitor_hash, session_day, session_hash, session_id, at, name, 1 as times
    from ${serverGoalsSql({ columns, condition }, { onlyOfVisits })})`
}

/**
 * How many goals servers reported, by dimensions of their visits. Unless visits are filtered, goals without a visit
 * are in the total, and in the rows of a breakdown by time alone.
 */
export async function serverGoalFigures(
  engine: Engine,
  scope: VisitScope,
  dimensions: readonly SessionDimensionName[],
): Promise<Figures> {
  const condition = filterCondition(scope.filters)
  const counted = dimensions.every(isTime) ? 'count()' : 'countIf(of_visit)'
  const { rows: found, total } = await askFigures(engine, {
    name: 'server-goals',
    keys: dimensions.map((name) => keySql(name, isTime(name) ? 'at' : 'started_at')),
    measures: [{ name: 'goals', sql: counted, ofTotal: 'count()' }],
    columns: dimensions.flatMap((name) => sessionDimensions[name].columns),
    from: (columns) =>
      serverGoalsSql(
        { columns: [...columns, ...condition.columns], condition: condition.sql },
        { onlyOfVisits: scope.filters.length > 0 },
      ),
    params: { ...scopeParams(scope), ...condition.params },
  })
  return { rows: found.filter(({ measures }) => measures.goals !== 0), total }
}

const times: readonly string[] = ['hour', 'day', 'week', 'month'] satisfies Time[]
const isTime = (name: string): name is Time => times.includes(name)

function keyOfHit(dimension: HitBreakdown, index: number) {
  const { name } = dimension
  if (isTime(name)) return keySql(name, 'at')
  const sql = eventDimensions[name].sql(`property${index}`)
  return { sql, text: (key: string) => `toString(${key})` }
}

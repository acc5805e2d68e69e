import Type from 'typebox'
import { ask } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { filterCondition } from '../filter-conditions.ts'
import { plainNumber } from '../row-types.ts'
import { sessionTableSql } from '../sessions/session-table.ts'
import { asText, type SessionDimensionName, sessionDimensions } from '../vocabulary.ts'
import { type StepCondition, stepSql } from './step-condition.ts'
import { scopeParams, type VisitScope } from './visit-scope.ts'

/** A way of several steps, and who has to go it. The scope's filters are about the visit of the first. */
export interface FunnelScope extends VisitScope {
  steps: readonly StepCondition[]
  by: 'visitor' | 'session'
  /** How long the whole way may take. */
  windowMs: number
  breakdown: SessionDimensionName | undefined
}

/** Of one visitor the hits of one step that count: beyond, trying every start costs too much. */
const mostHits = 1000

/** How many got how far. */
export interface FunnelFigures {
  key: string
  /** By step. */
  counts: number[]
  /** Median milliseconds from the step before, by step; meaningless for the first and where nobody got. */
  mediansMs: number[]
}

const figuresRow = Type.Object({
  isTotal: Type.Boolean(),
  key: Type.String(),
  counts: Type.Array(plainNumber),
  mediansMs: Type.Array(plainNumber),
})

/** All who took the first step, undefined for nobody, and the rows of the scope's breakdown, the most first. */
export async function funnelFigures(
  engine: Engine,
  scope: FunnelScope,
  { limit }: { limit: number },
): Promise<{ total: FunnelFigures | undefined; rows: FunnelFigures[] }> {
  const steps = scope.steps.map((_, index) => index + 1)
  const median = (step: number) =>
    `quantileExactIf(0.5)(times[${step}] - times[${step - 1}], reached >= ${step})`
  const hasRows = scope.breakdown !== undefined
  const sql = `
    select toBool(${hasRows ? 'grouping(key)' : '1'}) as isTotal, key,
      [${steps.map((step) => `toFloat64(countIf(reached >= ${step}))`).join(', ')}] as counts,
      [${steps.map((step) => (step === 1 ? '0' : `toFloat64(${median(step)})`)).join(', ')}] as mediansMs
    from ${unitsSql(scope, { payersOnly: false })}
    group by ${hasRows ? 'grouping sets ((key), ())' : 'key'}
    having counts[1] > 0
    order by isTotal desc, counts desc, key
    limit {limit:UInt16}`
  const params = { ...paramsOf(scope), limit: limit + 1 }
  const found = await ask(engine, { name: 'funnel-figures', sql, params, row: figuresRow })
  return {
    total: found.find(({ isTotal }) => isTotal),
    rows: found.filter(({ isTotal }) => !isTotal),
  }
}

const payerRow = Type.Object({
  key: Type.String(),
  visitorId: Type.String(),
  reached: plainNumber,
  startedMs: plainNumber,
})

/** How far each of those got who paid in the range or in the window after it. */
export function funnelPayers(engine: Engine, scope: FunnelScope) {
  const sql = `
    select key, visitor_id as visitorId, toFloat64(reached) as reached,
      toFloat64(times[1]) as startedMs
    from ${unitsSql(scope, { payersOnly: true })}
    order by startedMs, visitorId
    limit 1000000`
  return ask(engine, { name: 'funnel-payers', sql, params: paramsOf(scope), row: payerRow })
}

/**
 * A subquery with a row for everybody who took the first step in the range: `times` of the steps in
 * milliseconds (0 where not taken), how many steps were `reached`, and the breakdown's `key`. Each start
 * is followed to the earliest next step after it; the start that leads furthest counts, the first of
 * equals.
 */
function unitsSql(scope: FunnelScope, { payersOnly }: { payersOnly: boolean }): string {
  const { steps, by, filters, breakdown } = scope
  const numbers = steps.map((_, index) => index + 1)
  const later = numbers.slice(1)
  const condition = filterCondition(filters)
  const passing = `session_hash in (
    select session_hash from ${sessionTableSql(condition.columns)} where ${condition.sql})`
  const isStart = `is1 and ms < {to:Int64} ${filters.length > 0 ? `and ${passing}` : ''}`
  // Each stage is a subquery of its own, so that none is written out in full wherever it is used.
  const chain = (inner: string, step: number) => `select *, arrayMap(
      (begun, before) -> if(before = 0, toInt64(0),
        arrayFirst(ms -> ms > before and ms <= begun + {windowMs:Int64}, hits${step})),
      way1, way${step - 1}) as way${step}
    from (${inner})`
  const taken = later.map((step) => `(at${step} > 0)`).join(' + ')
  const started = `
    select *, arrayMap(start -> start.1, starts) as way1
    from (
      select visitor_hash, ${payersOnly ? 'any(visitor_id) as visitor_id,' : ''}
        arraySlice(arraySort(groupArrayIf((ms, session_hash), ${isStart})), 1, ${mostHits}) as starts,
        ${later.map((step) => `arraySlice(arraySort(groupArrayIf(ms, is${step})), 1, ${mostHits}) as hits${step}`).join(', ')}
      from (
        select visitor_hash, session_hash, visitor_id, toUnixTimestamp64Milli(timestamp) as ms,
          ${steps.map((step, index) => `${stepSql(step, `step${index}`)} as is${index + 1}`).join(', ')}
        from events
        where site_id = {site:String}
          and timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
          and timestamp < fromUnixTimestamp64Milli({until:Int64}, 'UTC')
          and (${steps.map((step, index) => stepSql(step, `step${index}`)).join(' or ')})
          ${by === 'session' ? "and session_id != ''" : ''}
          ${payersOnly ? `and visitor_hash in ${payersSql}` : ''}
      )
      group by visitor_hash ${by === 'session' ? ', session_hash' : ''}
      having notEmpty(starts)
    )`
  const units = `
    select visitor_hash, ${payersOnly ? 'visitor_id,' : ''} reached,
      [${numbers.map((step) => `way${step}[best]`).join(', ')}] as times,
      starts[best].2 as entry_session
    from (
      select *, arrayMax(steps_taken) as reached, indexOf(steps_taken, reached) as best
      from (
        select *, arrayMap((${later.map((step) => `at${step}`).join(', ')}) -> 1 + ${taken},
          ${later.map((step) => `way${step}`).join(', ')}) as steps_taken
        from (${later.reduce(chain, started)})
      )
    )`
  if (breakdown === undefined) return `(select *, '' as key from (${units}))`
  const { sql, columns } = sessionDimensions[breakdown]
  // Units stand on the right: the engine holds that side of a join in memory, and sessions are many more.
  return `(
    select units.*, visits.named as key
    from (
      select session_hash, ${asText(breakdown, sql)} as named from ${sessionTableSql(columns)}
    ) as visits
    right join (${units}) as units on visits.session_hash = units.entry_session
  )`
}

const payersSql = `(
  select sipHash64(visitor_id) from payment_entries final
  where site_id = {site:String} and visitor_id != ''
    and at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    and at < fromUnixTimestamp64Milli({until:Int64}, 'UTC'))`

function paramsOf(scope: FunnelScope): Record<string, unknown> {
  const { toMs, windowMs, steps, filters } = scope
  return {
    ...scopeParams(scope),
    ...filterCondition(filters).params,
    ...Object.fromEntries(steps.map(({ value }, index) => [`step${index}`, value])),
    until: toMs + windowMs,
    windowMs,
  }
}

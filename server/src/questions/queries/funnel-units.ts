import Type from 'typebox'
import { serverGoalsSql, visitNumber } from '../../reports/queries/counted-hits.ts'
import { filterCondition } from '../../reports/queries/filter-conditions.ts'
import { amountSql, currencySql } from '../../reports/queries/money-entries.ts'
import { scopeParams, type VisitScope } from '../../reports/queries/visit-scope.ts'
import {
  asText,
  type SessionDimensionName,
  sessionDimensions,
} from '../../reports/queries/vocabulary.ts'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { isBefore, isSince, momentSql } from '../../store/events/hit-times.ts'
import { moneySum, plainNumber } from '../../store/events/row-types.ts'
import { sessionTableSql } from '../../store/events/sessions/session-table.ts'
import { mayShareMoment, type StepCondition, stepSql } from './step-condition.ts'

/**
 * A funnel of several steps, and its unit (visitors or sessions). The scope's filters apply to the visit of the
 * first step.
 */
export interface FunnelScope extends VisitScope {
  steps: readonly StepCondition[]
  by: 'visitor' | 'session'
  /** The maximum time from the first step to the last. */
  windowMs: number
  breakdown: SessionDimensionName | undefined
  /** The currency of the counted money; the rest is left out. */
  currency: string
}

/** The most hits of one step by one visitor that count: beyond, trying every start costs too much. */
const mostHits = 1000

/** How many got how far. */
export interface FunnelFigures {
  key: string
  /** By step. */
  counts: number[]
  /** Median milliseconds from the step before, by step; meaningless for the first and for steps not reached. */
  mediansMs: number[]
  /** Minor units paid by those who took a step, in the window after their first. */
  revenueMinor: number[]
}

const figuresRow = Type.Object({
  isTotal: Type.Boolean(),
  key: Type.String(),
  counts: Type.Array(plainNumber),
  mediansMs: Type.Array(plainNumber),
  revenueMinor: Type.Array(moneySum),
})

/** All who took the first step, undefined for none, and the rows of the scope's breakdown, the most first. */
export async function funnelFigures(
  engine: Engine,
  scope: FunnelScope,
  { limit }: { limit: number },
): Promise<{ total: FunnelFigures | undefined; rows: FunnelFigures[] }> {
  const steps = scope.steps.map((_, index) => index + 1)
  const median = (step: number) =>
    `quantileExactIf(0.5)(times[${step}] - times[${step - 1}], reached >= ${step})`
  // A movement of money counts once, however many sessions of its visitor reached the step.
  const revenue = (step: number) =>
    `arraySum(entry -> entry.2, groupUniqArrayArrayIf(paid, reached >= ${step}))`
  const hasRows = scope.breakdown !== undefined
  const sql = `
    select toBool(${hasRows ? 'grouping(key)' : '1'}) as isTotal, key,
      [${steps.map((step) => `toFloat64(countIf(reached >= ${step}))`).join(', ')}] as counts,
      [${steps.map((step) => (step === 1 ? '0' : `toFloat64(${median(step)})`)).join(', ')}] as mediansMs,
      [${steps.map((step) => `toFloat64(${revenue(step)})`).join(', ')}] as revenueMinor
    from (
      select key, times, reached,
        arrayFilter(entry -> entry.3 between times[1] and times[1] + {windowMs:Int64}, money) as paid
      from ${unitsSql(scope)} as units
      left join ${moneySql} as payers on payers.payer = units.visitor_hash
    )
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

/**
 * A subquery of everybody who paid in the range or in the window after it: each movement's hash, amount and time.
 */
const moneySql = `(
  select sipHash64(visitor_id) as payer,
    groupArray((cityHash64(payment_id, entry_id), ${amountSql}, toUnixTimestamp64Milli(entry.at))) as money
  from payment_entries as entry final
  where site_id = {site:String} and visitor_id != '' and ${currencySql} = {currency:String}
    and entry.at >= ${momentSql('from')}
    and entry.at < ${momentSql('until')}
  group by payer)`

/**
 * A subquery with a row for everybody who took the first step in the range: `times` of the steps in milliseconds (0
 * if not taken), how many steps were `reached`, and the breakdown's `key`. From each start, the next step is the
 * earliest one after it (or at the same moment, see `mayShareMoment`); the start that leads furthest counts, the
 * first of equals.
 */
function unitsSql(scope: FunnelScope): string {
  const { steps, by, filters, breakdown } = scope
  const numbers = steps.map((_, index) => index + 1)
  const later = numbers.slice(1)
  const condition = filterCondition(filters)
  const passing = `${visitNumber} in (
    select ${visitNumber} from ${sessionTableSql(['session_day', ...condition.columns])} where ${condition.sql})`
  const isStart = `is1 and ms < {to:Int64} ${filters.length > 0 ? `and ${passing}` : ''}`
  // Each stage is a subquery of its own, so that none is written out in full wherever it is used.
  const isAfter = (step: number) =>
    mayShareMoment(steps.slice(0, step - 1), steps[step - 1] as StepCondition) ? '>=' : '>'
  const chain = (inner: string, step: number) => `select *, arrayMap(
      (begun, before) -> if(before = 0, toInt64(0),
        arrayFirst(ms -> ms ${isAfter(step)} before and ms <= begun + {windowMs:Int64}, hits${step})),
      way1, way${step - 1}) as way${step}
    from (${inner})`
  const taken = later.map((step) => `(at${step} > 0)`).join(' + ')
  // A hit is one number, its time and its steps: lists of numbers are much faster than those of tuples.
  const flags = numbers.map((step) => (step === 1 ? 'is_start' : `is${step} * ${2 ** (step - 1)}`))
  const hitsOf = (step: number) => `arraySlice(arrayMap(
      hit -> toInt64(bitShiftRight(hit, ${steps.length})),
      arrayFilter(hit -> bitTest(hit, ${step - 1}), hits)), 1, ${mostHits})`
  const ofSession = by === 'session'
  const hasEntry = breakdown !== undefined && !ofSession
  const started = `
    select *, ${numbers.map((step) => `${hitsOf(step)} as ${step === 1 ? 'way1' : `hits${step}`}`).join(', ')}
    from (
      select visitor_hash, ${ofSession ? 'visit as entry,' : ''}
        ${hasEntry ? 'arraySort(groupArrayIf((ms, visit), is_start)) as entries,' : ''}
        arraySort(groupArray(bitOr(bitShiftLeft(toUInt64(ms), ${steps.length}), ${flags.join(' + ')}))) as hits
      from (
        select visitor_hash, ${visitNumber} as visit, toUnixTimestamp64Milli(timestamp) as ms,
          ${steps.map((step, index) => `${stepSql(step, `step${index}`)} as is${index + 1}`).join(', ')},
          ${isStart} as is_start
        from ${hitsSql(scope)}
      )
      group by visitor_hash ${ofSession ? ', entry' : ''}
      having max(is_start)
    )`
  const units = `
    select visitor_hash, reached, [${numbers.map((step) => `way${step}[best]`).join(', ')}] as times
      ${ofSession ? ', entry' : ''}
      ${hasEntry ? ', entries[best].2 as entry' : ''}
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
  // Units are on the right: the engine holds that side of a join in memory, and sessions are many more.
  return `(
    select units.*, visits.named as key
    from (
      select ${visitNumber} as visit, ${asText(breakdown, sql)} as named
      from ${sessionTableSql(['session_day', ...columns])}
    ) as visits
    right join (${units}) as units
      on visits.visit = units.entry
  )`
}

/** The hits that are steps. If a goal's visit matters, server-reported goals get theirs first. */
function hitsSql({ steps, by, filters, breakdown }: FunnelScope): string {
  const columns = 'visitor_hash, session_day, session_hash, timestamp, kind, name, path'
  const isStep = `(${steps.map((step, index) => stepSql(step, `step${index}`)).join(' or ')})`
  const inWindow = `${isSince('from')} and ${isBefore('until')}`
  const hits = `select ${columns} from events where site_id = {site:String} and ${inWindow} and ${isStep}`
  const needsVisits = by === 'session' || filters.length > 0 || breakdown !== undefined
  if (!needsVisits || steps.every(({ kind }) => kind === 'pageview')) return `(${hits})`
  const reported = serverGoalsSql(
    { where: isStep },
    { onlyOfVisits: by === 'session', inRange: inWindow },
  )
  return `(${hits} and origin != 'server' union all select ${columns} from ${reported})`
}

function paramsOf(scope: FunnelScope): Record<string, unknown> {
  const { toMs, windowMs, steps, filters, currency } = scope
  return {
    ...scopeParams(scope),
    ...filterCondition(filters).params,
    ...Object.fromEntries(steps.map(({ value }, index) => [`step${index}`, value])),
    until: toMs + windowMs,
    windowMs,
    currency,
  }
}

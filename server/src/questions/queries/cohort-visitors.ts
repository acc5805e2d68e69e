import Type from 'typebox'
import { filterCondition } from '../../reports/queries/filter-conditions.ts'
import { amountSql, currencySql } from '../../reports/queries/money-entries.ts'
import { isInRange, type VisitScope } from '../../reports/queries/visit-scope.ts'
import {
  asText,
  type SessionDimensionName,
  sessionDimensions,
} from '../../reports/queries/vocabulary.ts'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { momentSql } from '../../store/events/hit-times.ts'
import { moneySum, plainNumber } from '../../store/events/row-types.ts'
import { sessionTableParams, sessionTableSql } from '../../store/events/sessions/session-table.ts'
import { dayMs } from '../../time/durations.ts'

/** First visits in the range; visits and payments are counted from the site's first day to `untilMs`. */
export interface CohortScope extends VisitScope {
  interval: 'week' | 'month'
  by: SessionDimensionName | undefined
  untilMs: number
  /** The currency of the counted money; the rest is left out. */
  currency: string
}

/** The engine's days begin in 1970; one earlier day is read as well. */
const beginningMs = 2 * dayMs

const row = Type.Object({
  cohort: Type.String(),
  key: Type.String(),
  // Weeks or months after the cohort's own, with the visitors or the revenue of each.
  active: Type.Tuple([Type.Array(plainNumber), Type.Array(plainNumber)]),
  revenueMinor: Type.Tuple([Type.Array(plainNumber), Type.Array(moneySum)]),
})

/** Periods are numbered from the one in which the range begins. */
const periods = {
  week: {
    first: `toStartOfWeek(${momentSql('from')}, 1, {zone:String})`,
    at: (moment: string) =>
      `intDiv(toInt32(toDate(${moment}, {zone:String})) - toInt32(${periods.week.first}), 7)`,
    start: (period: string) => `addWeeks(${periods.week.first}, ${period})`,
    shortestDays: 7,
  },
  month: {
    first: `toStartOfMonth(${momentSql('from')}, {zone:String})`,
    at: (moment: string) =>
      `(toInt32(toRelativeMonthNum(${moment}, {zone:String})) - toInt32(toRelativeMonthNum(${periods.month.first})))`,
    start: (period: string) => `addMonths(${periods.month.first}, ${period})`,
    shortestDays: 28,
  },
}

/**
 * How many of each cohort visited, and how much they paid, in each period. Money from before the first visit counts
 * in its period.
 */
export function cohortVisitors(engine: Engine, scope: CohortScope) {
  const { interval, by, filters, fromMs, untilMs } = scope
  const period = periods[interval]
  const condition = filterCondition(filters)
  const { sql: named, columns } =
    by === undefined ? { sql: "''", columns: [] } : sessionDimensions[by]
  // The periods of a visitor's visits, one bit each: sets of numbers take twice the time.
  const most = Math.ceil((untilMs - fromMs) / (period.shortestDays * dayMs)) + 2
  const words = Array.from({ length: Math.ceil(most / 64) }, (_, word) => word)
  const seen = words.map((word) => `seen${word}`).join(', ')
  const wordSql = (word: number) =>
    `groupBitOr(if(intDiv(period, 64) = ${word}, bitShiftLeft(toUInt64(1), period % 64), 0)) as seen${word}`
  const positions = words.map(
    (word) => `arrayMap(bit -> toInt32(bit + ${64 * word}), bitPositionsToArray(seen${word}))`,
  )
  // The first visit, its time, its name and whether it passes, are one number: a visitor's minimum.
  const sql = `
    select toString(${period.start('first_period')}) as cohort, ${by === undefined ? "''" : 'name'} as key,
      sumMap(arrayMap(at -> toFloat64(at - first_period), visited),
        arrayMap(at -> toFloat64(people), visited)) as active,
      sumMap(arrayMap(entry -> toFloat64(greatest(entry.1 - first_period, 0)), paid),
        arrayMap(entry -> toFloat64(entry.2), paid)) as revenueMinor
    from (
      select named, count() as people, groupArrayArrayIf(money, notEmpty(money)) as paid,
        arrayConcat(${positions.join(', ')}) as visited, visited[1] as first_period
      from (
        select visitor_hash, min(visit) as first, bitShiftRight(first, 64) as started_ms,
          toUInt64(first) as entry, bitShiftRight(entry, 1) as named, ${words.map(wordSql).join(', ')}
        from (
          select visitor_hash, toUInt32(greatest(${period.at('started_at')}, 0)) as period,
            bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(started_at)), 64),
              ${hashOf(named)} * 2 + toUInt64(not (${condition.sql}))) as visit
          from ${sessionTableSql([...condition.columns, ...columns])}
          where started_at < ${momentSql('until')}
        )
        group by visitor_hash
        having started_ms >= {from:Int64} and started_ms < {to:Int64} and entry % 2 = 0
      ) as people
      left join (
        select sipHash64(visitor_id) as payer, groupArray((${period.at('entry.at')}, ${amountSql})) as money
        from payment_entries as entry final
        where site_id = {site:String} and visitor_id != '' and ${currencySql} = {currency:String}
          and entry.at < ${momentSql('until')}
        group by payer
      ) as payers on payers.payer = people.visitor_hash
      group by named, ${seen}
    ) as cohorts
    ${
      by === undefined
        ? ''
        : `inner join (
      select ${hashOf('value')} as named, ${asText(by, 'any(value)')} as name
      from (
        select ${named} as value from ${sessionTableSql([...columns])} where ${isInRange('started_at')}
      )
      group by named
    ) as names using (named)`
    }
    group by cohort, key
    order by cohort, key
    limit 1000000`
  return ask(engine, { name: 'cohort-visitors', sql, params: paramsOf(scope), row })
}

/** What a cohort is grouped by instead of its text; a bit is left for whether the visit passes the filters. */
const hashOf = (value: string) => `bitShiftRight(cityHash64(${value}), 1)`

function paramsOf({ site, filters, fromMs, toMs, zone, untilMs, currency }: CohortScope) {
  const { params } = filterCondition(filters)
  const range = { from: fromMs, to: toMs, until: untilMs, zone, currency }
  return {
    ...sessionTableParams(site, { fromMs: beginningMs, toMs: untilMs }),
    ...params,
    ...range,
  }
}

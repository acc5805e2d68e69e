import Type from 'typebox'
import { mostGroups } from '../ask-in-parts.ts'
import type { Engine } from '../engine.ts'
import { filterCondition } from '../filter-conditions.ts'
import { askOnce } from '../remember-answers.ts'
import { plainNumber } from '../row-types.ts'
import { sessionRowParams, sessionRowsSql } from '../session-rows.ts'
import { type StepCondition, stepSql } from './step-condition.ts'
import type { VisitScope } from './visit-figures.ts'

/** How many visits went from one place to the next. A place is `page` or `goal`, a space and its name. */
export interface JourneyLink {
  /** 0 for the start, whose `source` is empty. */
  depth: number
  source: string
  target: string
  visits: number
}

const row = Type.Object({
  depth: plainNumber,
  source: Type.String(),
  target: Type.String(),
  visits: plainNumber,
})

/**
 * The steps after, or before, the first time that a visit in the range came to the start. The same place
 * twice in a row is one step.
 */
export function journeyLinks(
  engine: Engine,
  scope: VisitScope,
  asked: { from: StepCondition; direction: 'next' | 'previous'; depth: number },
): Promise<readonly JourneyLink[]> {
  const condition = filterCondition(scope.filters, scope.days)
  const ofVisits =
    scope.filters.length === 0
      ? ''
      : `and session_hash in (select session_hash from ${sessionRowsSql(scope.days, condition.columns)} where ${condition.sql})`
  const way =
    asked.direction === 'next'
      ? 'arraySlice(places, first, {depth:UInt8} + 1)'
      : 'arraySlice(arrayReverse(arraySlice(places, 1, first)), 1, {depth:UInt8} + 1)'
  const sql = `
    select toFloat64(link.1 - 1) as depth, link.2 as source, link.3 as target, toFloat64(count()) as visits
    from (
      select ${way} as way,
        arrayJoin(arrayMap(
          (place, at) -> (at, if(at = 1, '', way[at - 1].1), place.1), way, arrayEnumerate(way)
        )) as link
      from (
        select places, arrayFirstIndex(place -> place.2, places) as first
        from (
          select arrayCompact(arrayMap(
            hit -> (hit.2, hit.3),
            arraySort(groupArray((timestamp, place, is_start)))
          )) as places
          from (
            select session_hash, timestamp,
              if(kind = 'goal', concat('goal ', name), concat('page ', path)) as place,
              ${stepSql(asked.from, 'start')} as is_start
            from events
            where site_id = {site:String}
              and timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
              and timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
              and kind in ('pageview', 'goal') and session_id != '' ${ofVisits}
          )
          group by session_hash
        )
        where first > 0
      )
    )
    group by link
    order by depth, visits desc, source, target
    limit ${mostGroups + 1}`
  const params = {
    ...sessionRowParams(scope.site, scope.days),
    ...condition.params,
    from: scope.fromMs,
    to: scope.toMs,
    zone: scope.zone,
    start: asked.from.value,
    depth: asked.depth,
  }
  return askOnce(engine, scope.days.seen, { name: 'journey-links', sql, params, row })
}

import Type from 'typebox'
import { mostGroups } from '../../reports/queries/ask-figures.ts'
import { partsOfVisits, serverGoalsSql, visitNumber } from '../../reports/queries/counted-hits.ts'
import { filterCondition } from '../../reports/queries/filter-conditions.ts'
import { isInRange, scopeParams, type VisitScope } from '../../reports/queries/visit-scope.ts'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { sessionTableSql } from '../../store/events/sessions/session-table.ts'
import { type StepCondition, stepSql, tookStepSql } from './step-condition.ts'

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
 * The steps after, or before, the first time that a visit reached the start, if it began in the range. The same
 * place twice in a row is one step.
 */
export function journeyLinks(
  engine: Engine,
  scope: VisitScope,
  asked: { from: StepCondition; direction: 'next' | 'previous'; depth: number },
): Promise<readonly JourneyLink[]> {
  const condition = filterCondition(scope.filters)
  // There are many hits: only those of visits that reached the start are read.
  const start = tookStepSql(asked.from, 'start')
  const columns = [...condition.columns, ...start.columns]
  const passes = `(${condition.sql}) and ${start.sql}`
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
            select ${visitNumber} as visit, timestamp,
              if(kind = 'goal', concat('goal ', name), concat('page ', path)) as place,
              ${stepSql(asked.from, 'start')} as is_start
            from (
              select session_day, session_hash, timestamp, kind, name, path from events
              where ${partsOfVisits} and kind in ('pageview', 'goal') and ${visitNumber} in (
                select ${visitNumber} from ${sessionTableSql(['session_day', ...columns])}
                where ${isInRange('started_at')} and ${passes})
              union all
              select session_day, session_hash, timestamp, kind, name, path
              from ${serverGoalsSql({ columns, condition: passes }, { onlyOfVisits: true })})
          )
          group by visit
        )
        where first > 0
      )
    )
    group by link
    order by depth, visits desc, source, target
    limit ${mostGroups + 1}`
  const params = {
    ...scopeParams(scope),
    ...condition.params,
    start: asked.from.value,
    depth: asked.depth,
  }
  return ask(engine, { name: 'journey-links', sql, params, row })
}

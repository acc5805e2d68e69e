import Type from 'typebox'
import type { Engine } from '../engine.ts'
import { askOnce } from '../remember-answers.ts'
import { plainNumber } from '../row-types.ts'
import { filterCondition, sessionRowParams, sessionRowsSql } from '../session-rows.ts'
import { type SessionDimensionName, sessionDimensions } from '../vocabulary.ts'
import type { VisitScope } from './visit-figures.ts'

/** A visit of somebody who paid. */
export interface PayerVisit {
  visitor: string
  startedMs: number
  touch: string
  keys: string[]
  /** Whether it passes the filters of the question. */
  passes: boolean
}

const row = Type.Object({
  visitor: Type.String(),
  startedMs: plainNumber,
  touch: Type.String(),
  keys: Type.Array(Type.String()),
  passes: Type.Boolean(),
})

/**
 * The visits of everybody whose money moved in the range, on the days of the plan (which reach back
 * as far as the look-back does), named by the dimensions. `payments` is a text that is another one
 * whenever that money or its payers are.
 */
export async function payerVisits(
  engine: Engine,
  scope: VisitScope,
  { dimensions, payments }: { dimensions: readonly SessionDimensionName[]; payments: string },
): Promise<readonly PayerVisit[]> {
  const condition = filterCondition(scope.filters)
  const named = dimensions.map((name) => sessionDimensions[name])
  const columns = [...named, condition].flatMap((part) => part.columns)
  const visitors = `(
    select arrayJoin(path_visitors) from payment_entries final
    where site_id = {site:String}
      and at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and at < fromUnixTimestamp64Milli({to:Int64}, 'UTC'))`
  const sql = `
    select toString(visitor_hash) as visitor, toFloat64(toUnixTimestamp64Milli(started_at)) as startedMs, toString(touch) as touch,
      [${named.map(({ sql }) => `toString(${sql})`).join(', ')}]::Array(String) as keys,
      toBool(${condition.sql}) as passes
    from ${sessionRowsSql(['touch', ...columns], { visitors })}
    order by started_at, visitor, session_hash`
  const params = {
    ...sessionRowParams(scope.site, scope.days),
    ...condition.params,
    from: scope.fromMs,
    to: scope.toMs,
    zone: scope.zone,
  }
  return askOnce(engine, `${scope.days.seen} ${payments}`, {
    name: 'payer-visits',
    sql,
    params,
    row,
  })
}

import Type, { type Static } from 'typebox'
import type { Engine } from '../engine.ts'

import { askOnce } from '../remember-answers.ts'
import { plainNumber } from '../row-types.ts'
import { type DayPlan, sessionRowParams, sessionRowsSql } from '../session-rows.ts'
import { asText, type SessionDimensionName, sessionDimensions } from '../vocabulary.ts'

const row = Type.Object({
  // A hash of up to 64 bits: text, never a number.
  visitor: Type.String(),
  firstMs: plainNumber,
  keys: Type.Array(Type.String()),
})

/** The very first visit of somebody who paid, named by the dimensions asked for. */
export type FirstVisit = Static<typeof row>

/** The first visits of everybody whose visits led to money; the plan's days reach from the site's first day. */
export function firstVisitsOfPayers(
  engine: Engine,
  scope: { site: string; zone: string; days: DayPlan; payments: string },
  dimensions: readonly SessionDimensionName[],
): Promise<readonly FirstVisit[]> {
  const named = dimensions.map((name) => sessionDimensions[name])
  const keys = dimensions.map((name, index) =>
    asText(name, `argMin(${named[index]?.sql}, started_at)`),
  )
  const visitors = `(
    select arrayJoin(path_visitors) from payment_entries final where site_id = {site:String})`
  const sql = `
    select toString(visitor_hash) as visitor,
      toFloat64(toUnixTimestamp64Milli(min(started_at))) as firstMs,
      [${keys.join(', ')}]::Array(String) as keys
    from ${sessionRowsSql(
      scope.days,
      named.flatMap(({ columns }) => columns),
      { visitors },
    )}
    group by visitor_hash
    order by visitor
    limit 1000000`
  const params = { ...sessionRowParams(scope.site, scope.days), zone: scope.zone }
  const seen = `${scope.days.seen} ${scope.payments}`
  return askOnce(engine, seen, { name: 'first-visits-of-payers', sql, params, row })
}

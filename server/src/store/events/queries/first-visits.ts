import Type, { type Static } from 'typebox'
import { ask } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { plainNumber } from '../row-types.ts'
import { sessionTableParams, sessionTableSql } from '../sessions/session-table.ts'
import { asText, type SessionDimensionName, sessionDimensions } from '../vocabulary.ts'

/** The engine's days begin in 1970; a day more is looked at before them. */
const beginningMs = 2 * 86_400_000

const row = Type.Object({
  // A hash of up to 64 bits: text, never a number.
  visitor: Type.String(),
  firstMs: plainNumber,
  keys: Type.Array(Type.String()),
})

/** The very first visit of somebody who paid, named by the dimensions asked for. */
export type FirstVisit = Static<typeof row>

/** The first visits of everybody whose visits led to money, up to a moment. */
export function firstVisitsOfPayers(
  engine: Engine,
  scope: { site: string; zone: string; toMs: number },
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
    from ${sessionTableSql(
      named.flatMap(({ columns }) => columns),
      { visitors },
    )}
    group by visitor_hash
    order by visitor
    limit 1000000`
  const params = {
    ...sessionTableParams(scope.site, { fromMs: beginningMs, toMs: scope.toMs }),
    zone: scope.zone,
  }
  return ask(engine, { name: 'first-visits-of-payers', sql, params, row })
}

import Type from 'typebox'
import { ask } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { plainNumber } from '../row-types.ts'
import { type DayPlan, sessionRowParams, sessionRowsSql } from '../session-rows.ts'
import { sessionDimensions } from '../vocabulary.ts'

const row = Type.Object({
  by: Type.Union(['all', 'page', 'source', 'country'].map((name) => Type.Literal(name))),
  key: Type.String(),
  visitors: plainNumber,
})

const here = `
  site_id = {site:String}
  and timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  and timestamp <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  and origin != 'server'`

/**
 * Who is there between two moments: how many in all (`by` is `all`), and by the page and the country of
 * their last sign of life and the source of the visit it belongs to.
 */
export function realtimeVisitors(
  engine: Engine,
  { site, days, fromMs, toMs, limit }: RealtimeScope,
) {
  const { sql: source, columns } = sessionDimensions.source
  const visitors = `(select visitor_hash from events where ${here})`
  const sql = `
    with present as (
      select
        visitor_hash,
        argMax(session_hash, timestamp) as session_hash,
        argMax(path, timestamp) as page,
        argMax(country, timestamp) as country
      from events
      where ${here}
      group by visitor_hash
    )
    select by, key, toFloat64(count()) as visitors
    from (
      select arrayJoin([
        ('all', ''), ('page', toString(page)), ('country', toString(country)), ('source', toString(came_from))
      ]) as pair, pair.1 as by, pair.2 as key
      from present
      left join (
        select session_hash, ${source} as came_from from ${sessionRowsSql(days, columns, { visitors })}
      ) as visits using (session_hash)
    )
    group by by, key
    order by by, visitors desc, key
    limit {limit:UInt16} by by`
  const params = { ...sessionRowParams(site, days), from: fromMs, to: toMs, limit }
  return ask(engine, { name: 'realtime-visitors', sql, params, row })
}

interface RealtimeScope {
  site: string
  days: DayPlan
  fromMs: number
  toMs: number
  /** Rows of each breakdown. */
  limit: number
}

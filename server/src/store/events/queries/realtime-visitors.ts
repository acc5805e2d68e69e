import Type from 'typebox'
import { ask } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { plainNumber } from '../row-types.ts'
import { touchesMidnight } from '../session-rows.ts'
import { entryOf, sessionDimensions } from '../vocabulary.ts'

const row = Type.Object({
  by: Type.Union(['all', 'page', 'source', 'country'].map((name) => Type.Literal(name))),
  key: Type.String(),
  visitors: plainNumber,
})

const from = "fromUnixTimestamp64Milli({from:Int64}, 'UTC')"
const to = "fromUnixTimestamp64Milli({to:Int64}, 'UTC')"
const isHere = `timestamp >= ${from} and timestamp <= ${to}`

/**
 * Visits of whoever is there, straight from the events of two days: a plan of what is built would be asked for
 * in three more statements, and rows by plan are a text that takes the engine longer to read than the few
 * events of these visitors. Parts of a visit are put together as they are for every report (`sessionRowsSql`).
 */
const sql = `
  select by, key, toFloat64(count()) as visitors
  from (
    select arrayJoin([
      ('all', ''), ('page', page), ('country', country), ('source', ${sessionDimensions.source.sql})
    ]) as pair, pair.1 as by, pair.2 as key
    from (
      select visitor_hash, argMax(v_page, v_last) as page, argMax(v_country, v_last) as country,
        argMax(v_source, v_last) as source
      from (
        select visitor_hash, max(p_last) as v_last, argMax(p_page, p_last) as v_page,
          argMax(p_country, p_last) as v_country, argMin(p_source, p_started) as v_source
        from (
          select visitor_hash, session_hash, toDate(timestamp) as day, ${touchesMidnight} as touches_midnight,
            min(timestamp) as p_started, maxIf(timestamp, ${isHere}) as p_last,
            argMaxIf(toString(path), timestamp, ${isHere}) as p_page,
            argMaxIf(toString(country), timestamp, ${isHere}) as p_country,
            ${entryOf('toString(source)')} as p_source
          from events
          prewhere visitor_hash in (
            select visitor_hash from events where site_id = {site:String} and ${isHere} and origin != 'server')
          where site_id = {site:String} and toDate(timestamp) between toDate(${from}) - 1 and toDate(${to}) + 1
            and origin != 'server'
          group by toDate(timestamp), visitor_hash, session_hash
        )
        group by visitor_hash, session_hash, if(touches_midnight, toDate(0), day)
      )
      group by visitor_hash
    )
  )
  group by by, key
  order by by, visitors desc, key
  limit {limit:UInt16} by by`

/**
 * Who is there between two moments: how many in all (`by` is `all`), and by the page and the country of
 * their last sign of life and the source of the visit it belongs to.
 */
export function realtimeVisitors(engine: Engine, { site, fromMs, toMs, limit }: RealtimeScope) {
  const params = { site, from: fromMs, to: toMs, limit }
  return ask(engine, { name: 'realtime-visitors', sql, params, row })
}

interface RealtimeScope {
  site: string
  fromMs: number
  toMs: number
  /** Rows of each breakdown. */
  limit: number
}

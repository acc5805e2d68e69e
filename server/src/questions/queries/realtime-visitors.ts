import Type from 'typebox'
import { entryOf, sessionDimensions } from '../../reports/queries/vocabulary.ts'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { isSince, isUntil } from '../../store/events/hit-times.ts'
import { plainNumber } from '../../store/events/row-types.ts'

const row = Type.Object({
  by: Type.Union(['all', 'page', 'source', 'country'].map((name) => Type.Literal(name))),
  key: Type.String(),
  visitors: plainNumber,
})

const isHere = `${isSince('from')} and ${isUntil('to')}`

/**
 * The visits of present visitors, from the events since the first of these visits began, mostly today's: these few
 * visitors' events are adjacent, so this is cheaper than reading sessions.
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
        select visitor_hash, session_hash, maxIf(timestamp, ${isHere}) as v_last,
          argMaxIf(toString(path), timestamp, ${isHere}) as v_page,
          argMaxIf(toString(country), timestamp, ${isHere}) as v_country,
          ${entryOf('toString(source)')} as v_source
        from events
        prewhere visitor_hash in (
          select visitor_hash from events prewhere ${isHere}
          where site_id = {site:String} and origin != 'server' and kind != 'identify')
        where site_id = {site:String} and toDate(timestamp) >= {firstDay:Date} and ${isUntil('to')}
          and origin != 'server'
        group by visitor_hash, session_hash, session_day
      )
      group by visitor_hash
    )
  )
  group by by, key
  order by by, visitors desc, key
  limit {limit:UInt16} by by`

/**
 * The present visitors between two moments: the total (`by` is `all`), and by the page and the country of their last
 * activity and the source of its visit.
 */
export function realtimeVisitors(engine: Engine, scope: RealtimeScope) {
  const { site, fromMs, toMs, firstDay, limit } = scope
  const params = { site, from: fromMs, to: toMs, firstDay, limit }
  return ask(engine, { name: 'realtime-visitors', sql, params, row })
}

interface RealtimeScope {
  site: string
  fromMs: number
  toMs: number
  /** The earliest UTC day on which one of their visits began, as `2026-11-23`. */
  firstDay: string
  /** Rows of each breakdown. */
  limit: number
}

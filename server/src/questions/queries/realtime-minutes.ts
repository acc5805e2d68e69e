import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { isSince, isUntil } from '../../store/events/hit-times.ts'
import { plainNumber } from '../../store/events/row-types.ts'

/**
 * Visitors, page views and goals of each minute with activity between two moments. `goals` includes those that
 * servers reported, as `latest-goals` does. `firstSessionDay` is the earliest UTC day (days since 1970) on which one
 * of its visits began.
 *
 * Careful: the times are in `prewhere`, the site is not. The engine would compare the site's id on every row of the
 * day.
 */
export const realtimeMinutes = defineQuery({
  name: 'realtime-minutes',
  params: Type.Object({ site: Type.String(), from: Type.Integer(), to: Type.Integer() }),
  row: Type.Object({
    minuteMs: plainNumber,
    visitors: plainNumber,
    pageViews: plainNumber,
    goals: plainNumber,
    firstSessionDay: plainNumber,
  }),
  sql: `
    select
      toFloat64(toUnixTimestamp(toStartOfMinute(timestamp))) * 1000 as minuteMs,
      toFloat64(uniqExactIf(visitor_hash, origin != 'server' and kind != 'identify')) as visitors,
      toFloat64(countIf(kind = 'pageview' and origin != 'server')) as pageViews,
      toFloat64(countIf(kind = 'goal')) as goals,
      toFloat64(toUInt16(minIf(session_day, origin != 'server' and kind != 'identify'))) as firstSessionDay
    from events
    prewhere ${isSince('from')}
      and ${isUntil('to')}
    where site_id = {site:String}
    group by minuteMs
    order by minuteMs`,
})

import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import { plainNumber } from '../row-types.ts'

/** Visitors and page views of each minute between two moments in which there was anybody. */
export const realtimeMinutes = defineQuery({
  name: 'realtime-minutes',
  params: Type.Object({ site: Type.String(), from: Type.Integer(), to: Type.Integer() }),
  row: Type.Object({ minuteMs: plainNumber, visitors: plainNumber, pageViews: plainNumber }),
  sql: `
    select
      toFloat64(toUnixTimestamp(toStartOfMinute(timestamp))) * 1000 as minuteMs,
      toFloat64(uniqExact(visitor_hash)) as visitors,
      toFloat64(countIf(kind = 'pageview')) as pageViews
    from events
    where site_id = {site:String}
      and timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and timestamp <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      and origin != 'server'
    group by minuteMs
    order by minuteMs`,
})

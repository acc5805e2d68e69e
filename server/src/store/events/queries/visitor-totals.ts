import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import { timeMs, wholeNumber } from '../row-types.ts'

/**
 * How much one visitor did in all. Goals told by servers are no visits, so a visitor known by those
 * alone has no hits. Always one row.
 */
export const visitorTotals = defineQuery({
  name: 'visitor-totals',
  params: Type.Object({ site: Type.String(), visitor: Type.String() }),
  row: Type.Object({
    hits: wholeNumber,
    sessionCount: wholeNumber,
    pageViewCount: wholeNumber,
    firstMs: timeMs,
    lastMs: timeMs,
  }),
  sql: `
    select
      count()                    as hits,
      uniqExact(session_id)      as sessionCount,
      countIf(kind = 'pageview') as pageViewCount,
      min(timestamp)             as firstMs,
      max(timestamp)             as lastMs
    from events
    where site_id = {site:String}
      and visitor_hash = sipHash64({visitor:String})
      and visitor_id = {visitor:String}
      and origin != 'server'
  `,
})

import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import { hashesOfVisitors } from '../visitor-hashes.ts'
import { timeMs } from './session-row.ts'

/** Which of these client session ids visitors of a site had in use before a moment. */
export const namesBefore = defineQuery({
  name: 'names-before',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String(), { maxItems: 1000 }),
    names: Type.Array(Type.String()),
    beforeMs: timeMs,
  }),
  row: Type.Object({ visitorId: Type.String(), name: Type.String() }),
  sql: `
    select distinct visitor_id as visitorId, splitByChar('~', session_id)[1] as name
    from events
    where site_id = {site:String}
      and visitor_hash in ${hashesOfVisitors}
      and visitor_id in {visitors:Array(String)}
      and timestamp < fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC')
      and origin != 'server'
      and kind != 'identify'
      and import_id = ''
      and name in {names:Array(String)}
    order by visitorId, name
    limit 100000
  `,
})

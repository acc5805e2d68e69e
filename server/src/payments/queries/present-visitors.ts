import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { hashesOfVisitors } from '../../store/events/visitor-hashes.ts'

/** Which of some visitors have events. */
export const presentVisitors = defineQuery({
  name: 'present-visitors',
  params: Type.Object({ site: Type.String(), visitors: Type.Array(Type.String()) }),
  row: Type.Object({ visitorId: Type.String() }),
  sql: `
    select distinct visitor_id as visitorId
    from events
    prewhere visitor_hash in ${hashesOfVisitors}
    where site_id = {site:String}
      and visitor_id in {visitors:Array(String)}
    order by visitorId
    limit 10000`,
})

import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { momentSql } from '../../store/events/hit-times.ts'
import { wholeNumber } from '../../store/events/row-types.ts'

/**
 * How many goals of one name a server reported for a visitor at the exact millisecond: whether an interrupted
 * attempt was stored. Always one row.
 */
export const serverGoalsAt = defineQuery({
  name: 'server-goals-at',
  params: Type.Object({
    siteId: Type.String(),
    timestampMs: Type.Integer(),
    visitorId: Type.String(),
    name: Type.String(),
  }),
  row: Type.Object({ goals: wholeNumber }),
  sql: `
    select count() as goals
    from events
    where site_id = {siteId:String}
      and timestamp = ${momentSql('timestampMs')}
      and toDate(timestamp) = toDate(${momentSql('timestampMs')})
      and visitor_hash = sipHash64({visitorId:String})
      and visitor_id = {visitorId:String}
      and kind = 'goal'
      and origin = 'server'
      and name = {name:String}
  `,
})

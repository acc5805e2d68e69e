import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { isSince, momentSql } from '../../store/events/hit-times.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { countedValue } from './goal-value.ts'

const since = momentSql('recent')

/**
 * Every goal that a site had since one moment, the last seen first: when it was last reached, and its totals since
 * another moment.
 */
export const seenGoals = defineQuery({
  name: 'seen-goals',
  params: Type.Object({
    site: Type.String(),
    from: Type.Integer(),
    recent: Type.Integer(),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  row: Type.Object({
    goal: Type.String(),
    count: plainNumber,
    visitors: plainNumber,
    values: plainNumber,
    valueSum: Type.Number(),
    properties: Type.Array(Type.String()),
    lastSeenMs: plainNumber,
  }),
  sql: `
    select name as goal,
      toFloat64(countIf(timestamp >= ${since})) as count,
      toFloat64(uniqExactIf(visitor_hash, timestamp >= ${since})) as visitors,
      toFloat64(countIf(timestamp >= ${since} and ${countedValue} is not null)) as values,
      sumIf(ifNull(${countedValue}, 0), timestamp >= ${since}) as valueSum,
      arraySort(groupUniqArrayArray(20)(
        if(timestamp >= ${since} and properties != '', JSONExtractKeys(properties), [])
      )) as properties,
      toFloat64(toUnixTimestamp64Milli(max(timestamp))) as lastSeenMs
    from events
    where site_id = {site:String}
      and ${isSince('from')}
      and kind = 'goal'
    group by name
    order by lastSeenMs desc, goal
    limit {limit:UInt16}`,
})

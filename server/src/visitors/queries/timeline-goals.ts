import Type from 'typebox'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { ofVisitorsSql, type TimelinePage, timelineOrder, timelineParams } from './timeline-page.ts'

const row = Type.Object({
  key: Type.String(),
  atMs: plainNumber,
  visitorId: Type.String(),
  name: Type.String(),
  /** The value as text; `''` if there was none. */
  valueText: Type.String(),
  properties: Type.String(),
  path: Type.String(),
  times: plainNumber,
})

/** Goals that servers reported for some visitors outside visits. Keys begin with `c`. */
export function timelineGoals(engine: Engine, page: TimelinePage) {
  const { condition, orderBy } = timelineOrder(page)
  const sql = `
    select key, atMs, visitorId, name, valueText, properties, path, times
    from (
      select concat('c', toString(sipHash64(visitor_id, name, valueText, properties, path))) as key,
        toFloat64(toUnixTimestamp64Milli(timestamp)) as atMs, visitor_id as visitorId, name,
        ifNull(toString(events.value), '') as valueText, properties, path,
        toFloat64(count()) as times
      from events ${ofVisitorsSql} and origin = 'server' and kind = 'goal'
      group by timestamp, visitor_id, name, valueText, properties, path
    )
    where ${condition}
    ${orderBy}
    limit {limit:UInt32}`
  return ask(engine, { name: 'timeline-goals', sql, params: timelineParams(page), row })
}

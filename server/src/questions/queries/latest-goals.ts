import Type, { type Static } from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import type { StoredEvent } from '../../store/events/event.ts'
import { isSince, momentSql } from '../../store/events/hit-times.ts'
import { settingsOfLookUps } from '../../store/events/look-ups.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { storedText } from '../../store/stored-text.ts'

const goal = Type.Object({
  goal: Type.String(),
  value: Type.Union([Type.Number(), Type.Null()]),
  atMs: plainNumber,
  page: Type.String(),
  country: Type.String(),
  visitorId: Type.String(),
})

export type LatestGoal = Static<typeof goal>

/** The latest goals between two moments, the newest first. */
export const latestGoals = defineQuery({
  name: 'latest-goals',
  params: Type.Object({
    site: Type.String(),
    from: Type.Integer(),
    to: Type.Integer(),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  row: goal,
  sql: `
    select name as goal, value, toFloat64(toUnixTimestamp64Milli(timestamp)) as atMs,
      path as page, country, visitor_id as visitorId
    from events
    prewhere ${isSince('from')}
      and timestamp <= ${momentSql('to')}
      and kind = 'goal'
    where site_id = {site:String}
    order by timestamp desc, visitor_id, name
    limit {limit:UInt16} ${settingsOfLookUps}`,
})

/** A goal in the form of the engine's answer. */
export function unshippedGoal(event: StoredEvent): LatestGoal {
  const { name, value, timestampMs, path, country, visitorId } = event
  return {
    goal: storedText(name),
    value: value !== null && Number.isFinite(value) ? value : null,
    atMs: timestampMs,
    page: storedText(path),
    country,
    visitorId: storedText(visitorId),
  }
}

import Type from 'typebox'
import { defineQuery } from './define-query.ts'
import { plainNumber } from './row-types.ts'

/** How many events each UTC day of a site holds, and the newest build of its sessions, if any. */
export const dayStates = defineQuery({
  name: 'day-states',
  params: Type.Object({
    site: Type.String(),
    firstDay: Type.String(),
    lastDay: Type.String(),
    /** Hours of a day whose events are counted apart as `eventsOfHours`. */
    hours: Type.Integer({ minimum: 0, maximum: 24 }),
  }),
  row: Type.Object({
    day: Type.String(),
    events: plainNumber,
    eventsOfHours: plainNumber,
    // Made below 2^53, as a list of numbers is bound without quotes.
    build: plainNumber,
    builtEvents: plainNumber,
    builtHours: plainNumber,
    eventsOfBuiltHours: plainNumber,
    receivedUntil: plainNumber,
  }),
  sql: `
    select toString(day) as day, toFloat64(sum(hits)) as events,
      toFloat64(sumIf(hits, toHour(hour) < {hours:UInt8})) as eventsOfHours,
      toFloat64(any(builds.build)) as build, toFloat64(any(builds.events)) as builtEvents,
      toFloat64(any(builds.hours)) as builtHours,
      toFloat64(sumIf(hits, toHour(hour) < builds.hours)) as eventsOfBuiltHours,
      toFloat64(toUnixTimestamp(any(builds.received_until))) as receivedUntil
    from (
      select toStartOfHour(timestamp) as hour, toDate(hour) as day, count() as hits
      from events
      where site_id = {site:String}
        and toStartOfHour(timestamp) >= toDateTime({firstDay:Date}, 'UTC')
        and toStartOfHour(timestamp) < toDateTime({lastDay:Date} + 1, 'UTC')
      group by hour
    ) as counts
    left join (
      select day, max(made.build) as build, argMax(made.events, made.build) as events,
        argMax(made.hours, made.build) as hours, argMax(made.received_until, made.build) as received_until
      from session_builds as made
      where site_id = {site:String} and day between {firstDay:Date} and {lastDay:Date}
      group by day
    ) as builds using (day)
    group by day
    order by day`,
})

/** What a UTC day holds now, and its newest build (0 when there is none) with the events it was made from. */
export interface DayState {
  day: string
  events: number
  build: number
  builtEvents: number
  /** The hours of the day that the build is of, and how many events they hold now. */
  builtHours: number
  eventsOfBuiltHours: number
  /** Unix seconds until which the built events were received; 0 when that is not known. */
  receivedUntil: number
}

/** Whether a day's newest build holds all events of its hours: one more or less, and it is built again. */
export function isValidBuild(state: DayState): boolean {
  return state.build !== 0 && state.builtEvents === state.eventsOfBuiltHours
}

/** Whether events may have come late: they are looked for by when they were received. */
export function hasMore(state: DayState): boolean {
  return state.receivedUntil !== 0 && state.builtEvents < state.eventsOfBuiltHours
}

export const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

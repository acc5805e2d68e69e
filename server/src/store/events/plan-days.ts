import Type from 'typebox'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'
import { wholeNumber } from './row-types.ts'
import type { DayPlan } from './session-rows.ts'

const dayMs = 86_400_000

/** How many events each UTC day of a site holds, and the newest build of its sessions, if any. */
export const dayStates = defineQuery({
  name: 'day-states',
  params: Type.Object({ site: Type.String(), firstDay: Type.String(), lastDay: Type.String() }),
  row: Type.Object({
    day: Type.String(),
    events: wholeNumber,
    // Made below 2^53, as a list of numbers is bound without quotes.
    build: wholeNumber,
    builtEvents: wholeNumber,
  }),
  sql: `
    select day, counts.events as events, builds.build as build, builds.events as builtEvents
    from (
      select toDate(toStartOfHour(timestamp)) as day, count() as events
      from events
      where site_id = {site:String}
        and toStartOfHour(timestamp) >= toDateTime({firstDay:Date}, 'UTC')
        and toStartOfHour(timestamp) < toDateTime({lastDay:Date} + 1, 'UTC')
      group by day
    ) as counts
    left join (
      select day, max(made.build) as build, argMax(made.events, made.build) as events
      from session_builds as made
      where site_id = {site:String} and day between {firstDay:Date} and {lastDay:Date}
      group by day
    ) as builds using (day)
    order by day`,
})

/** What a UTC day holds now, and its newest build (0 when there is none) with the events it was made from. */
export interface DayState {
  day: string
  events: number
  build: number
  builtEvents: number
}

/**
 * Decides for each UTC day around a range (from included, to excluded) whether its built sessions
 * count: only if the day still has the number of events that it was built from. One day more at either
 * end, for visits across midnight.
 */
export async function planDays(
  engine: Engine,
  site: string,
  range: { fromMs: number; toMs: number },
): Promise<DayPlan> {
  const firstDay = isoDay(range.fromMs - dayMs)
  const lastDay = isoDay(range.toMs + dayMs)
  const states = await dayStates(engine, { site, firstDay, lastDay })
  return {
    firstDay,
    lastDay,
    builds: states.filter(isValidBuild).map(({ build }) => build),
    openDays: states.filter((state) => !isValidBuild(state)).map(({ day }) => day),
    events: states.reduce((sum, { events }) => sum + events, 0),
    seen: states.map(({ day, events }) => `${day}:${events}`).join(' '),
  }
}

/** Whether a day's newest build holds all its events: one more or less, and the day is built again. */
export function isValidBuild(state: DayState): boolean {
  return state.build !== 0 && state.builtEvents === state.events
}

export const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

import Type from 'typebox'
import { askTogether } from './ask-together.ts'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'
import { askOnce } from './remember-answers.ts'
import { plainNumber } from './row-types.ts'
import { type DayPlan, edgeDays, odditiesSql, sessionRowParams } from './session-rows.ts'

const dayMs = 86_400_000

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
  }),
  sql: `
    select toString(day) as day, toFloat64(sum(hits)) as events,
      toFloat64(sumIf(hits, toHour(hour) < {hours:UInt8})) as eventsOfHours,
      toFloat64(any(builds.build)) as build, toFloat64(any(builds.events)) as builtEvents,
      toFloat64(any(builds.hours)) as builtHours,
      toFloat64(sumIf(hits, toHour(hour) < builds.hours)) as eventsOfBuiltHours
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
        argMax(made.hours, made.build) as hours
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
}

/** Changes whenever events are taken away, which their number alone may not tell. */
const erasures = defineQuery({
  name: 'erasures-so-far',
  params: Type.Object({}),
  row: Type.Object({ made: Type.String() }),
  sql: `
    select toString((count(), max(create_time))) as made
    from system.mutations
    where database = currentDatabase() and table = 'events'`,
})

/**
 * Decides for each UTC day around a range (from included, to excluded) whether its built sessions
 * count: only if the hours it was built from still have that number of events. One day more at either
 * end, for visits across midnight.
 */
export async function planDays(
  engine: Engine,
  site: string,
  range: { fromMs: number; toMs: number },
): Promise<DayPlan> {
  const firstDay = isoDay(range.fromMs - dayMs)
  const lastDay = isoDay(range.toMs + dayMs)
  const asked = { site, firstDay, lastDay, hours: 0 }
  const [states, [erased]] = await askTogether(engine, JSON.stringify(asked), () =>
    Promise.all([dayStates(engine, asked), erasures(engine, {})]),
  )
  const seenOf = (some: readonly DayState[]) =>
    [erased?.made, ...some.map(({ day, events, build }) => `${day}:${events}:${build}`)].join(' ')
  const seen = seenOf(states)
  const plan = planOf(states, { firstDay, lastDay, seen, reachesFar: false }, true)
  if (plan.openDays.length === 0) return plan
  // Longer and shorter ranges up to now have the same edge, so that it is looked at once for all of them.
  const edge = edgeDays(plan)
  const atEdge = states.filter(({ day }) => edge.includes(day))
  const ends = { firstDay: edge.at(0) ?? firstDay, lastDay: edge.at(-1) ?? lastDay }
  const edgePlan = planOf(atEdge, { ...ends, seen: seenOf(atEdge), reachesFar: false }, true)
  const { goingOn, passingThrough } = await odditiesOf(engine, site, edgePlan)
  if (goingOn + passingThrough === 0) return plan
  return planOf(states, { firstDay, lastDay, seen, reachesFar: true }, goingOn === 0)
}

function planOf(
  states: readonly DayState[],
  given: Pick<DayPlan, 'firstDay' | 'lastDay' | 'seen' | 'reachesFar'>,
  usesHours: boolean,
): DayPlan {
  const isWhole = (state: DayState) => isValidBuild(state) && state.builtHours === 24
  const isUsed = (state: DayState) => isWhole(state) || (usesHours && isValidBuild(state))
  const open = states.filter((state) => !isWhole(state))
  return {
    ...given,
    builds: states.filter(isUsed).map(({ build }) => build),
    openDays: open.map(({ day }) => day),
    openHours: open.map((state) => (isUsed(state) ? state.builtHours : 0)),
    events: states.reduce((sum, { events }) => sum + events, 0),
    openEvents: open.reduce(
      (sum, state) => sum + state.events - (isUsed(state) ? state.builtEvents : 0),
      0,
    ),
  }
}

const oddities = Type.Object({ goingOn: plainNumber, passingThrough: plainNumber })

/**
 * Built visits that are not over as soon as they look it: those of an owner who gives visits ids of his own
 * and lets one rest for more than half an hour, and those of somebody who is there day and night.
 */
async function odditiesOf(engine: Engine, site: string, days: DayPlan) {
  const [row] = await askOnce(engine, days.seen, {
    name: 'oddities',
    sql: odditiesSql,
    params: sessionRowParams(site, days),
    row: oddities,
  })
  return row ?? { goingOn: 0, passingThrough: 0 }
}

/** Whether a day's newest build holds all events of its hours: one more or less, and it is built again. */
export function isValidBuild(state: DayState): boolean {
  return state.build !== 0 && state.builtEvents === state.eventsOfBuiltHours
}

export const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)

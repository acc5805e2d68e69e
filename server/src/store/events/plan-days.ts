import Type from 'typebox'
import { askTogether } from './ask-together.ts'
import { type DayState, dayStates, hasMore, isoDay } from './day-states.ts'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'
import { findLate } from './late-events.ts'
import { askOnce } from './remember-answers.ts'
import { plainNumber } from './row-types.ts'
import {
  type DayPlan,
  daysBetween,
  edgeDays,
  odditiesSql,
  type ReceivedUntil,
  sessionRowParams,
} from './session-rows.ts'

const dayMs = 86_400_000

/** A day with the number of events that came to its built hours after their build. */
type PlannedDay = DayState & { late: number }

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

/** What the days of a site hold, and what was taken away so far. */
export interface LookedAt {
  states: readonly DayState[]
  erased: string | undefined
}

/** Every day that events may be of: seconds since 1970 end early in 2106. */
const always = { firstDay: '1970-01-01', lastDay: '2105-12-31' } as const

/**
 * Looks at all days of a site. All that is asked of it at the same time, whatever its range, shares one look:
 * finding and starting the statement is what a look costs, not the days.
 */
export function lookAtDays(engine: Engine, site: string): Promise<LookedAt> {
  return askTogether(engine, `days of ${site}`, async () => {
    const [states, [erased]] = await Promise.all([
      dayStates(engine, { site, ...always, hours: 0 }),
      erasures(engine, {}),
    ])
    return { states, erased: erased?.made }
  })
}

/**
 * Decides for each UTC day around a range (from included, to excluded) whether its built sessions
 * count: only if the hours it was built from still have that number of events, those that were received
 * later left out. One day more at either end, for visits across midnight. `looked` is given by who looked
 * already since the question came.
 */
export async function planDays(
  engine: Engine,
  site: string,
  range: { fromMs: number; toMs: number },
  looked?: LookedAt,
): Promise<DayPlan> {
  const firstDay = isoDay(range.fromMs - dayMs)
  const lastDay = isoDay(range.toMs + dayMs)
  const { states: all, erased } = looked ?? (await lookAtDays(engine, site))
  const states = all.filter(({ day }) => firstDay <= day && day <= lastDay)
  const late = await findLate(engine, {
    site,
    states: states.filter(hasMore),
    received: receivedUntil(states, (state) => state.build !== 0),
  })
  const planned = states.map((state) => {
    return { ...state, late: hasMore(state) ? (late.events.get(state.day) ?? 0) : 0 }
  })
  const seenOf = (some: readonly DayState[]) =>
    [erased, ...some.map(({ day, events, build }) => `${day}:${events}:${build}`)].join(' ')
  const seen = seenOf(states)
  const given = { firstDay, lastDay, seen, lateVisitors: late.visitors }
  const plan = planOf(planned, { ...given, reachesFar: false }, true)
  if (plan.openDays.length === 0) return plan
  // Longer and shorter ranges up to now have the same edge, so that it is looked at once for all of them.
  const edge = edgeDays(plan)
  const atEdge = planned.filter(({ day }) => edge.includes(day))
  const ends = { firstDay: edge.at(0) ?? firstDay, lastDay: edge.at(-1) ?? lastDay }
  const ofEdge = { ...given, ...ends, seen: seenOf(atEdge) }
  const { goingOn, passingThrough } = await odditiesOf(
    engine,
    site,
    planOf(atEdge, { ...ofEdge, lateVisitors: [], reachesFar: false }, true),
  )
  if (goingOn + passingThrough === 0) return plan
  return planOf(planned, { ...given, reachesFar: true }, goingOn === 0)
}

function planOf(
  states: readonly PlannedDay[],
  given: Pick<DayPlan, 'firstDay' | 'lastDay' | 'seen' | 'reachesFar' | 'lateVisitors'>,
  usesHours: boolean,
): DayPlan {
  const isWhole = (state: PlannedDay) => isGood(state) && state.builtHours === 24
  const isUsed = (state: PlannedDay) => isWhole(state) || (usesHours && isGood(state))
  const open = states.filter((state) => !isWhole(state))
  const late = states.filter((state) => isUsed(state) && state.late > 0)
  const inBuilds = sum(states.filter(isUsed).map(({ builtEvents }) => builtEvents))
  const events = sum(states.map((state) => state.events))
  return {
    ...given,
    received: receivedUntil(states, isUsed),
    builds: states.filter(isUsed).map(({ build }) => build),
    openDays: open.map(({ day }) => day),
    openHours: open.map((state) => (isUsed(state) ? state.builtHours : 0)),
    lateDays: late.map(({ day }) => day),
    // Those of a day that is not used at all are none of its build's.
    lateVisitors: late.length === 0 ? [] : given.lateVisitors,
    events,
    openEvents: events - inBuilds,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Of events without a known time of reception, none is told to be late. */
const noSecond = 4_294_967_295

function receivedUntil<State extends DayState>(
  states: readonly State[],
  isUsed: (state: State) => boolean,
): ReceivedUntil {
  const [first] = states
  const last = states.at(-1)
  if (first === undefined || last === undefined) return { builtFrom: '1970-01-01', builtUntil: [] }
  const known = new Map(states.filter(isUsed).map(({ day, receivedUntil }) => [day, receivedUntil]))
  return {
    builtFrom: first.day,
    builtUntil: daysBetween(first.day, last.day).map((day) => known.get(day) || noSecond),
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

/** With more late events beside those that are built, the whole day is worked out as fast from events. */
const mostLate = 1

/** Whether a build holds all events of its hours but those that came late. */
function isGood(state: PlannedDay): boolean {
  return (
    state.build !== 0 &&
    state.builtEvents + state.late === state.eventsOfBuiltHours &&
    state.late <= state.builtEvents * mostLate
  )
}

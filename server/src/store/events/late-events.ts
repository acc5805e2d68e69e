import { LRUCache } from 'lru-cache'
import Type from 'typebox'
import type { DayState } from './day-states.ts'
import { ask } from './define-query.ts'
import type { Engine } from './engine.ts'
import { plainNumber } from './row-types.ts'
import { lateEventsSql, lateParams, type ReceivedUntil } from './session-rows.ts'

/** So many visitors are listed, of one day and of all; of more it is asked again wherever they are needed. */
const mostListed = { day: 1_000, all: 5_000 } as const

const row = Type.Object({
  day: Type.String(),
  events: plainNumber,
  visitors: Type.Array(Type.String()),
})

/** What came after the build of a day. */
interface LateDay {
  events: number
  /** Hashes of whom they are of, one more than are listed if they are too many. */
  visitors: readonly string[]
}

/** What came after the builds of some days. */
export interface Late {
  /** Events by day. */
  events: ReadonlyMap<string, number>
  /** Hashes of everybody they are of; undefined when they are too many to list. */
  visitors: readonly string[] | undefined
}

/** Kept until a day has other events or another build. Ranges share days, so each day is looked at once. */
const mostDays = 2_000
const memories = new WeakMap<Engine, LRUCache<string, Promise<LateDay>>>()

/** Looks for what came late on days that have more events than their builds. */
export async function findLate(
  engine: Engine,
  given: { site: string; states: readonly DayState[]; received: ReceivedUntil },
): Promise<Late> {
  const { site, states } = given
  const memory = memories.get(engine) ?? new LRUCache<string, Promise<LateDay>>({ max: mostDays })
  memories.set(engine, memory)
  const keyOf = ({ day, events, build }: DayState) => `${site} ${day}:${events}:${build}`
  const unknown = states.filter((state) => !memory.has(keyOf(state)))
  if (unknown.length > 0) {
    const looked = lookFor(engine, { ...given, states: unknown })
    for (const state of unknown) {
      const key = keyOf(state)
      const found = looked.then((days) => days.get(state.day) ?? { events: 0, visitors: [] })
      memory.set(key, found)
      // What failed is tried again by the next who asks.
      found.catch(() => memory.delete(key))
    }
  }
  const events = new Map<string, number>()
  const visitors = new Set<string>()
  let isLong = false
  for (const [state, looked] of states.map((state) => [state, memory.get(keyOf(state))] as const)) {
    const late = await looked
    if (late === undefined) continue
    events.set(state.day, late.events)
    isLong ||= late.visitors.length > mostListed.day
    for (const visitor of late.visitors) visitors.add(visitor)
  }
  return { events, visitors: isLong || visitors.size > mostListed.all ? undefined : [...visitors] }
}

async function lookFor(
  engine: Engine,
  {
    site,
    states,
    received,
  }: { site: string; states: readonly DayState[]; received: ReceivedUntil },
): Promise<Map<string, LateDay>> {
  const begun = states.filter(({ builtHours }) => builtHours < 24)
  const openDays = begun.map(({ day }) => day)
  const rows = await ask(engine, {
    name: 'late-events',
    sql: `select toString(toDate(timestamp)) as day, toFloat64(count()) as events,
        arrayMap(visitor -> toString(visitor), groupUniqArray(${mostListed.day + 1})(visitor_hash)) as visitors
      ${lateEventsSql}
      group by toDate(timestamp)`,
    params: {
      site,
      ...received,
      ...lateParams({ lateDays: states.map(({ day }) => day), openDays }),
      openDays,
      openHours: begun.map(({ builtHours }) => builtHours),
    },
    row,
  })
  return new Map(rows.map(({ day, events, visitors }) => [day, { events, visitors }]))
}

import Type from 'typebox'
import type { DayState } from './day-states.ts'
import type { Engine } from './engine.ts'
import { askOnce } from './remember-answers.ts'
import { plainNumber } from './row-types.ts'
import { lateEventsSql, type ReceivedUntil } from './session-rows.ts'

/** So many visitors are listed; of more it is asked again wherever they are needed. */
const mostListed = 5_000

const countRow = Type.Object({ day: Type.String(), events: plainNumber })
const visitorRow = Type.Object({ visitor: Type.String() })

/** What came after the builds of some days. */
export interface Late {
  /** Events by day. */
  events: ReadonlyMap<string, number>
  /** Hashes of everybody they are of; undefined when they are too many to list. */
  visitors: readonly string[] | undefined
}

/** Looks for what came late on days that have more events than their builds. */
export async function findLate(
  engine: Engine,
  {
    site,
    states,
    received,
  }: { site: string; states: readonly DayState[]; received: ReceivedUntil },
): Promise<Late> {
  if (states.length === 0) return { events: new Map(), visitors: [] }
  const seen = states.map(({ day, events, build }) => `${day}:${events}:${build}`).join(' ')
  const begun = states.filter(({ builtHours }) => builtHours < 24)
  const params = {
    site,
    ...received,
    searchedDays: states.map(({ day }) => day),
    openDays: begun.map(({ day }) => day),
    openHours: begun.map(({ builtHours }) => builtHours),
  }
  const [counts, visitors] = await Promise.all([
    askOnce(engine, seen, {
      name: 'late-events',
      sql: `select toString(toDate(timestamp)) as day, toFloat64(count()) as events
        ${lateEventsSql} group by toDate(timestamp)`,
      params,
      row: countRow,
    }),
    askOnce(engine, seen, {
      name: 'late-visitors',
      sql: `select toString(visitor_hash) as visitor ${lateEventsSql}
        group by visitor_hash limit ${mostListed + 1}`,
      params,
      row: visitorRow,
    }),
  ])
  return {
    events: new Map(counts.map(({ day, events }) => [day, events])),
    visitors: visitors.length > mostListed ? undefined : visitors.map(({ visitor }) => visitor),
  }
}

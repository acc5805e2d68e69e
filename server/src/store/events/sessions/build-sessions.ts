import Type from 'typebox'
import { dayStates, isoDay, isValidBuild } from '../day-states.ts'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { wholeNumber } from '../row-types.ts'
import { buildDay, removeOutdatedBuilds } from './build-day.ts'

const sitesWithEvents = defineQuery({
  name: 'sites-with-events',
  params: Type.Object({}),
  row: Type.Object({
    site: Type.String(),
    firstDay: Type.String(),
    lastDay: Type.String(),
    events: wholeNumber,
  }),
  sql: `
    select
      site_id as site,
      toString(toDate(min(hour))) as firstDay,
      toString(toDate(max(hour))) as lastDay,
      sum(hits) as events
    from (
      select site_id, toStartOfHour(timestamp) as hour, count() as hits
      from events
      group by site_id, hour
    )
    group by site_id
    order by site_id
  `,
})

/** A closed day with fewer events is read from them as fast as from a build, so a build is not worth a part. */
const fewestEvents = 1_000
/** What today may have in closed hours before they are built, again from midnight on. */
const mostOpenEvents = 10_000
/** Hits that are under way when their hour ends. */
const settleMs = 3 * 60_000
/** What was received before is in the engine: it goes there every few seconds. */
const shippedMs = 10_000

export interface BuildOptions {
  nowMs: number
  /** Days, and closed hours of today, with fewer events are left to be read from the events. */
  fewestEvents?: number
  /** What was received later is left to be read from the events. */
  receivedMs?: number
  /** Asked before each day; the rest is left for another time. */
  shouldStop?: () => boolean
}

/**
 * Builds the closed days of every site that have no good build, the newest first, as they are asked for most, and of
 * a busy today the hours that are over; removes replaced builds. Answers how many were built.
 */
export async function buildSessions(engine: Engine, options: BuildOptions): Promise<number> {
  const { nowMs, receivedMs = nowMs - shippedMs, shouldStop = () => false } = options
  const today = isoDay(nowMs)
  const closed = new Date(nowMs - settleMs)
  const hours = isoDay(closed.getTime()) === today ? closed.getUTCHours() : 0
  let built = 0
  for (const { site, firstDay, lastDay } of await sitesWithEvents(engine, {})) {
    const states = await dayStates(engine, { site, firstDay, lastDay, hours })
    for (const state of states.reverse()) {
      if (shouldStop()) return built
      const { day, events, eventsOfHours } = state
      if (day < today) {
        const isGood = isValidBuild(state) && state.builtHours === 24
        if (isGood || events < (options.fewestEvents ?? fewestEvents)) continue
        await buildDay(engine, { site, nowMs, state, hours: 24, receivedMs })
      } else if (day === today) {
        const known = isValidBuild(state) ? state.builtEvents : 0
        if (eventsOfHours - known < (options.fewestEvents ?? mostOpenEvents)) continue
        await buildDay(engine, { site, nowMs, state, hours, receivedMs })
      } else continue
      built += 1
    }
  }
  await removeOutdatedBuilds(engine, nowMs)
  return built
}

/** Builds every day there is, as after loading many events at once. */
export function buildAllSessions(engine: Engine, nowMs = Date.now()): Promise<number> {
  return buildSessions(engine, { nowMs, fewestEvents: 1, receivedMs: Number.POSITIVE_INFINITY })
}

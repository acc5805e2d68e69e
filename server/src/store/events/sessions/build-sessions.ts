import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { dayStates, isValidBuild } from '../plan-days.ts'
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

/** A day with fewer events is read from them as fast as from a build, so a build is not worth a part. */
const fewestEvents = 1_000

export interface BuildOptions {
  nowMs: number
  /** Days with fewer events are left to be read from the events. */
  fewestEvents?: number
  /** Asked before each day; the rest is left for another time. */
  shouldStop?: () => boolean
}

/**
 * Builds the closed days of every site that have no good build, the oldest first, and removes replaced
 * builds. Today and days ahead are left: they change with every hit. Answers how many were built.
 */
export async function buildSessions(engine: Engine, options: BuildOptions): Promise<number> {
  const { nowMs, shouldStop = () => false } = options
  const today = new Date(nowMs).toISOString().slice(0, 10)
  let built = 0
  for (const { site, firstDay, lastDay } of await sitesWithEvents(engine, {})) {
    for (const state of await dayStates(engine, { site, firstDay, lastDay })) {
      if (shouldStop()) return built
      const isLarge = state.events >= (options.fewestEvents ?? fewestEvents)
      if (isValidBuild(state) || !isLarge || state.day >= today) continue
      await buildDay(engine, { site, nowMs, state })
      built += 1
    }
  }
  await removeOutdatedBuilds(engine, nowMs)
  return built
}

/** Builds every day there is, as after loading many events at once. */
export function buildAllSessions(engine: Engine, nowMs = Date.now()): Promise<number> {
  return buildSessions(engine, { nowMs, fewestEvents: 1 })
}

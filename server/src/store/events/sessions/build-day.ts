import { randomInt } from 'node:crypto'
import Type from 'typebox'
import type { DayState } from '../day-states.ts'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { plainNumber, wholeNumber } from '../row-types.ts'
import { partsOfDaySql } from '../session-rows.ts'
import { sessionColumns } from '../vocabulary.ts'

const columns = Object.keys(sessionColumns).join(', ')

const insertBuild = `
  insert into session_days
    (site_id, day, build, visitor_hash, session_hash, touches_midnight, ${columns})
  select {site:String}, {day:Date}, {build:UInt64},
    visitor_hash, session_hash, touches_midnight, ${columns}
  from (${partsOfDaySql})
  -- Nothing waits for a build, so it leaves the other core to reports and collection.
  settings max_threads = 1`

/** Builds are removed so long after a newer one, as a report may still be reading them. */
const graceMs = 10 * 60_000

/** The last that the engine's times of reception hold. */
const latestSecond = 4_294_967_295

const received = defineQuery({
  name: 'received-events',
  params: Type.Object({
    site: Type.String(),
    day: Type.String(),
    hours: Type.Integer(),
    latest: Type.Integer(),
  }),
  row: Type.Object({ until: plainNumber, events: plainNumber }),
  sql: `
    select toFloat64(max(toUnixTimestamp(received_at))) as until, toFloat64(count()) as events
    from events
    where site_id = {site:String} and toDate(timestamp) = {day:Date} and toHour(timestamp) < {hours:UInt8}
      and toUnixTimestamp(received_at) <= {latest:UInt32}`,
})

/**
 * Stores the sessions of the first hours of a site's UTC day as a new build, made of the events that were
 * received up to `receivedMs`. They are counted before: whatever comes in between makes the build outdated, never
 * wrong. Any number of nodes may build the same day; a build that was cut short is never named and so never read.
 */
export async function buildDay(
  engine: Engine,
  given: { site: string; nowMs: number; state: DayState; hours: number; receivedMs: number },
): Promise<void> {
  const { site, nowMs, hours, receivedMs } = given
  const { day } = given.state
  const latest = Math.min(Math.floor(receivedMs / 1000), latestSecond)
  const [found] = await received(engine, { site, day, hours, latest })
  const { until, events } = found ?? { until: 0, events: 0 }
  const build = newBuild(nowMs, given.state.build)
  await engine.command(insertBuild, { site, day, hours, until, build: String(build) })
  const line = JSON.stringify({ site_id: site, day, build, events, hours, received_until: until })
  await engine.insertLines('session_builds', Buffer.from(`${line}\n`), {
    deduplicationToken: `build-${site}-${day}-${build}`,
  })
}

const outdatedBuilds = defineQuery({
  name: 'outdated-builds',
  params: Type.Object({ before: Type.Integer() }),
  row: Type.Object({ site: Type.String(), day: Type.String(), build: wholeNumber }),
  sql: `
    with latest as (
      select site_id, day, max(session_builds.build) as build
      from session_builds
      group by site_id, day
    )
    select found.site_id as site, toString(found.day) as day, found.build as build
    from (select site_id, day, build from session_days group by site_id, day, build) as found
    left join latest on latest.site_id = found.site_id and latest.day = found.day
    where found.build != latest.build
      and found.build < {before:UInt64}
    order by site, day, build
    limit 1000
  `,
})

/** Removes builds that a newer one replaced, or that were cut short, once nobody can be reading them. */
export async function removeOutdatedBuilds(engine: Engine, nowMs: number): Promise<number> {
  const found = await outdatedBuilds(engine, { before: (nowMs - graceMs) * buildsPerMs })
  if (found.length === 0) return 0
  await engine.command(
    'delete from session_days where (site_id, toString(day), build) in arrayZip({sites:Array(String)}, {days:Array(String)}, {builds:Array(UInt64)})',
    {
      sites: found.map(({ site }) => site),
      days: found.map(({ day }) => day),
      builds: found.map(({ build }) => build),
    },
  )
  return found.length
}

const buildsPerMs = 1024

let latestBuild = 0

/**
 * Larger than the build it takes the place of, even where another node's clock is ahead, and than all that this
 * process made: were two days' builds of the same number, one that is good would bring back an outdated one of
 * the other day. Two nodes that build in the same millisecond hardly ever choose the same. Below 2^53.
 */
export function newBuild(nowMs: number, replacedBuild: number): number {
  const least = Math.max(nowMs * buildsPerMs, replacedBuild + 1, latestBuild + 1)
  latestBuild = least + randomInt(buildsPerMs)
  return latestBuild
}

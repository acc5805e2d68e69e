import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { plainNumber } from '../row-types.ts'
import { tableNames } from '../table-names.ts'
import { rebuildSessions, type SessionScope } from './rebuild-sessions.ts'

/** How far sessions from before the table existed have been added to it. */
export interface FillProgress {
  months: number
  filled: number
}

const monthsToFill = defineQuery({
  name: 'months-to-fill',
  params: Type.Object({}),
  row: Type.Object({ month: plainNumber, filled: plainNumber }),
  sql: `
    select toFloat64(month) as month, toFloat64(max(isFilled)) as filled
    from (
      select toYYYYMM(timestamp) as month, 0 as isFilled from events
      group by month
      union all
      select month, 1 as isFilled from session_fills
    )
    group by month
    order by month desc`,
})

/** Recorded as a month when all existing months are filled: later months are never checked. */
const allMonths = 0

/** Also for an engine without tables yet: it has nothing to fill. */
export async function fillProgress(engine: Engine): Promise<FillProgress> {
  if (!(await tableNames(engine)).has('session_fills')) return { months: 0, filled: 0 }
  const months = await monthsToFill(engine, {})
  const isDone = months.some(({ month }) => month === allMonths)
  const filled = isDone ? months : months.filter((month) => month.filled === 1)
  return { months: months.length, filled: filled.length }
}

const daysOfMonth = defineQuery({
  name: 'days-of-month',
  params: Type.Object({ month: Type.Integer() }),
  row: Type.Object({ day: Type.String(), events: plainNumber }),
  sql: `
    select toString(session_day) as day, toFloat64(count()) as events
    from events
    where toYYYYMM(timestamp) = {month:UInt32} and origin != 'server'
    group by session_day
    order by session_day desc`,
})

/** Events whose sessions are made at once; their rows are in memory only in blocks. */
const eventsAtOnce = 200_000

export interface FillOptions {
  shouldStop?: () => boolean
  onMonth?: (progress: FillProgress) => void
}

/**
 * Adds the sessions of events that were stored before the table existed, the newest month first. Hits may arrive
 * meanwhile. Interrupted at any moment, it continues when it is run again. Returns whether all are there.
 */
export async function fillSessions(
  engine: Engine,
  { shouldStop = () => false, onMonth = () => undefined }: FillOptions = {},
): Promise<boolean> {
  const months = await monthsToFill(engine, {})
  if (months.some(({ month }) => month === allMonths)) return true
  let filled = months.filter((month) => month.filled === 1).length
  for (const { month } of months.filter((one) => one.filled === 0)) {
    await joinAcrossMidnight(engine, scopeOfMonth(month))
    for (const { day, events } of await daysOfMonth(engine, { month }, { timeoutMs: 120_000 })) {
      for (const slice of slicesOf(day, events)) {
        if (shouldStop()) return false
        await rebuildSessions(engine, slice)
      }
    }
    await recordFilled(engine, month)
    onMonth({ months: months.length, filled: ++filled })
  }
  await recordFilled(engine, allMonths)
  return true
}

/** The sessions of a day in portions. */
function slicesOf(day: string, events: number): SessionScope[] {
  const slices = Math.ceil(events / eventsAtOnce)
  return Array.from({ length: slices }, (_, slice) => ({
    where: 'session_day = {day:Date} and visitor_hash % {slices:UInt32} = {slice:UInt32}',
    params: { day, slices, slice },
    days: { first: day, last: day },
  }))
}

/**
 * Joins the two parts of sessions that an import brought on either side of midnight. Repeating it changes nothing.
 */
export async function joinImportedSessions(
  engine: Engine,
  given: { site: string; importId: string; firstDay: string; lastDay: string },
): Promise<void> {
  const ofImport = 'site_id = {site:String} and import_id = {import:String}'
  const params = { site: given.site, import: given.importId }
  const range = { first: given.firstDay, last: given.lastDay }
  await joinAcrossMidnight(engine, { where: ofImport, params, days: range })
  const days = await daysOfImport(
    engine,
    { ...params, firstDay: range.first, lastDay: range.last },
    { timeoutMs: 120_000 },
  )
  for (const { day } of days) {
    await rebuildSessions(engine, {
      where: `${ofImport} and session_day in ({day:Date} - 1, {day:Date})`,
      params: { ...params, day },
      days: { first: day, last: day },
    })
  }
}

const daysOfImport = defineQuery({
  name: 'days-of-import-after-midnight',
  params: Type.Object({
    site: Type.String(),
    import: Type.String(),
    firstDay: Type.String(),
    lastDay: Type.String(),
  }),
  row: Type.Object({ day: Type.String() }),
  sql: `
    select distinct toString(toDate(timestamp)) as day
    from events
    where site_id = {site:String} and toDate(timestamp) between {firstDay:Date} and {lastDay:Date}
      and import_id = {import:String} and session_day < toDate(timestamp)
    order by day`,
})

/**
 * Gives events after midnight the day on which their session began, for events of some days that still have their
 * own day. Repeating it changes nothing.
 */
async function joinAcrossMidnight(
  engine: Engine,
  { where, params, days }: DaysScope,
): Promise<void> {
  await engine.command(
    `alter table events update session_day = toDate(timestamp) - 1
     where toDate(timestamp) between {first:Date} and {last:Date} and session_day = toDate(timestamp) and ${where}
       and (site_id, visitor_hash, session_hash, toDate(timestamp)) in (
         select site_id, visitor_hash, session_hash, toDate(timestamp + 1800) as day
         from events
         where toDate(timestamp) between {first:Date} - 1 and {last:Date}
           and toHour(timestamp + 1800) = 0 and origin != 'server' and ${where}
         group by site_id, visitor_hash, session_hash, day
         having min(toDate(timestamp)) < day and max(toDate(timestamp)) = day)`,
    { ...params, ...days },
  )
}

/** A month of events: `202611`. */
function scopeOfMonth(month: number): DaysScope {
  const first = new Date(Date.UTC(Math.floor(month / 100), (month % 100) - 1, 1))
  const last = new Date(Date.UTC(Math.floor(month / 100), month % 100, 0))
  const days = { first: first.toISOString().slice(0, 10), last: last.toISOString().slice(0, 10) }
  return { where: 'true', params: {}, days }
}

async function recordFilled(engine: Engine, month: number): Promise<void> {
  const line = Buffer.from(`${JSON.stringify({ month })}\n`)
  await engine.insertLines('session_fills', line, { deduplicationToken: `filled-${month}` })
}

/** What bounds its days. */
type DaysScope = SessionScope & Required<Pick<SessionScope, 'days'>>

/** Reports each month to the log. */
export const logFill =
  (logger: { info(fields: object, text: string): void }) => (progress: FillProgress) =>
    logger.info({ ...progress }, 'the sessions of a month were added')

import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { plainNumber } from '../row-types.ts'
import { rebuildSessions, type SessionScope } from './rebuild-sessions.ts'

/** How far sessions of before there was a table of them have been added to it. */
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
      select toYYYYMM(toStartOfHour(timestamp)) as month, 0 as isFilled from events
      group by month
      union all
      select month, 1 as isFilled from session_fills
    )
    group by month
    order by month desc`,
})

/** Recorded as a month when all months there were are filled: those that begin later are never looked at. */
const allMonths = 0

export async function fillProgress(engine: Engine): Promise<FillProgress> {
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

/** Events whose sessions are made at once; their rows are held in memory by blocks alone. */
const eventsAtOnce = 200_000

export interface FillOptions {
  shouldStop?: () => boolean
  onMonth?: (progress: FillProgress) => void
}

/**
 * Adds the sessions of events that were stored before there was a table of them, the newest month first. Hits may
 * come meanwhile. Cut short at any moment, it goes on when it is run again. Answers whether all are there.
 */
export async function fillSessions(
  engine: Engine,
  { shouldStop = () => false, onMonth = () => undefined }: FillOptions = {},
): Promise<boolean> {
  const months = await monthsToFill(engine, {})
  if (months.some(({ month }) => month === allMonths)) return true
  let filled = months.filter((month) => month.filled === 1).length
  for (const { month } of months.filter((one) => one.filled === 0)) {
    await joinAcrossMidnight(engine, month)
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
 * Gives the events of a month that follow midnight in a session which began before it that day before. Again, it
 * changes nothing.
 */
async function joinAcrossMidnight(engine: Engine, month: number): Promise<void> {
  const first = `toDate(parseDateTimeBestEffort(concat(toString({month:UInt32}), '01')))`
  await engine.command(
    `alter table events update session_day = toDate(timestamp) - 1
     where toYYYYMM(timestamp) = {month:UInt32} and session_day = toDate(timestamp)
       and (site_id, visitor_hash, session_hash, toDate(timestamp)) in (
         select site_id, visitor_hash, session_hash, toDate(timestamp + 1800) as day
         from events
         where toDate(timestamp) between ${first} - 1 and ${first} + 31
           and toHour(timestamp + 1800) = 0 and origin != 'server'
         group by site_id, visitor_hash, session_hash, day
         having min(toDate(timestamp)) < day and max(toDate(timestamp)) = day)`,
    { month },
  )
}

async function recordFilled(engine: Engine, month: number): Promise<void> {
  const line = Buffer.from(`${JSON.stringify({ month })}\n`)
  await engine.insertLines('session_fills', line, { deduplicationToken: `filled-${month}` })
}

/** Reports each month to the log. */
export const logFill =
  (logger: { info(fields: object, text: string): void }) => (progress: FillProgress) =>
    logger.info({ ...progress }, 'the sessions of a month were added')

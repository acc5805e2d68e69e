import { createHash } from 'node:crypto'
import Type from 'typebox'
import { dayMs } from '../../../time/durations.ts'
import { ask, defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { wholeNumber } from '../row-types.ts'
import { rebuildSessions } from '../sessions/rebuild-sessions.ts'

/** A UTC day of events: their number, and a checksum that does not depend on their order. */
export interface DayTotal {
  day: string
  events: number
  sum: string
}

const totalsByDay = defineQuery({
  name: 'totals-by-day',
  params: Type.Object({}),
  row: Type.Object({ day: Type.String(), events: wholeNumber, sum: Type.String() }),
  sql: `
    select
      toString(toDate(timestamp)) as day,
      count() as events,
      toString(sum(cityHash64(
        site_id, timestamp, received_at, kind, origin, visitor_id, session_id, host, path, name,
        properties, touch, source, medium, campaign, country
      ))) as sum
    from events
    group by day
    order by day
  `,
})

export function dayTotals(engine: Engine): Promise<DayTotal[]> {
  return totalsByDay(engine, {}, { timeoutMs: 600_000 })
}

/** Days on which two engines do not hold the same events. */
export async function differingDays(from: Engine, to: Engine): Promise<DayTotal[]> {
  const there = new Map((await dayTotals(to)).map((total) => [total.day, total]))
  const here = await dayTotals(from)
  const gone = [...there.values()].filter(({ day }) => here.every((total) => total.day !== day))
  return [
    ...here.filter(({ day, events, sum }) => {
      const other = there.get(day)
      return other?.events !== events || other.sum !== sum
    }),
    ...gone.map(({ day }) => ({ day, events: 0, sum: '0' })),
  ]
}

/** The most that is held in memory at once, here and by the engine that answers. */
const rowsAtOnce = 50_000

/**
 * Copies a day from one engine to another, after removing what the other has of it, such as from an interrupted
 * copy. Returns how many events were copied.
 */
export async function copyDay(from: Engine, to: Engine, total: DayTotal): Promise<number> {
  const { day, events } = total
  await to.command('alter table events delete where toDate(timestamp) = {day:Date}', { day })
  const portions = Math.ceil(events / rowsAtOnce)
  let copied = 0
  for (let portion = 0; portion < portions; portion++) {
    const rows = await ask(
      from,
      {
        name: 'events-of-day',
        // By visitor, so that no two portions share an event and none is left out.
        sql: `
          select * from events
          where toDate(timestamp) = {day:Date} and visitor_hash % {portions:UInt32} = {portion:UInt32}`,
        params: { day, portions, portion },
        row: Type.Record(Type.String(), Type.Unknown()),
      },
      { timeoutMs: 120_000 },
    )
    if (rows.length === 0) continue
    const lines = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const hash = createHash('sha256').update(lines).digest('hex')
    // A new token each time: rows that were removed above must be accepted again.
    const deduplicationToken = `copy-${day}-${portion}-${Date.now()}-${hash}`
    await to.insertLines('events', lines, { deduplicationToken })
    copied += rows.length
  }
  // The day's earlier events had their sessions, too.
  await rebuildSessions(to, {
    where: 'session_day in ({day:Date} - 1, {day:Date})',
    params: { day },
    days: { first: shiftedDay(day, -1), last: day },
  })
  return copied
}

/** The day this many days after another, both `2026-11-20`. */
const shiftedDay = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

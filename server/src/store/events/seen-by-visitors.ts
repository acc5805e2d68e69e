import Type from 'typebox'
import type { Engine } from './engine.ts'
import { askOnce } from './remember-answers.ts'
import { plainNumber } from './row-types.ts'
import {
  type DayPlan,
  isLateEventSql,
  recentEvents,
  sessionRowParams,
  visitorsAreEverywhere,
} from './session-rows.ts'

const row = Type.Object({ day: Type.String(), events: plainNumber, late: plainNumber })

/**
 * Like `seen` of a plan, for an answer about some visitors alone: hits of everybody else leave it as it
 * is. `visitors` is a subquery of their hashes that binds `params`; `whose` is another text whenever its
 * answer is. `isLate`: some of their events came late.
 */
export async function seenByVisitors(
  engine: Engine,
  { site, days, whose }: { site: string; days: DayPlan; whose: string },
  { visitors, params }: { visitors: string; params: Record<string, unknown> },
): Promise<{ seen: string; isLate: boolean }> {
  const hasLate = await someAreLate(engine, { site, days, whose }, { visitors, params })
  // Looking for late events reads every event there is, which is much for nobody's.
  const looked = hasLate ? days : { ...days, lateDays: [] }
  const rows = await askOnce(engine, `${days.seen} ${whose}`, {
    name: 'seen-by-visitors',
    sql: `
      select toString(toDate(timestamp)) as day, toFloat64(count()) as events,
        toFloat64(countIf(${isLateEventSql(looked)})) as late
      from events
      prewhere ${recentEvents(looked)}
      where site_id = {site:String}
        and visitor_hash in ${visitors}
      group by toDate(timestamp)
      order by day
      ${visitorsAreEverywhere}`,
    params: { ...params, ...sessionRowParams(site, days) },
    row,
  })
  const open = rows.map(({ day, events }) => `${day}:${events}`)
  return {
    seen: [...days.builds, ...open, whose].join(' '),
    isLate: rows.some(({ late }) => late > 0),
  }
}

const lateRow = Type.Object({ late: plainNumber })

/** Whether events may have come late of some of the visitors: they did of everybody who is listed. */
async function someAreLate(
  engine: Engine,
  { site, days, whose }: { site: string; days: DayPlan; whose: string },
  { visitors, params }: { visitors: string; params: Record<string, unknown> },
): Promise<boolean> {
  const { lateDays, lateVisitors } = days
  if (lateDays.length === 0 || lateVisitors === undefined) return lateDays.length > 0
  const [found] = await askOnce(
    engine,
    whose,
    {
      name: 'late-among-visitors',
      sql: `
        select toFloat64(count()) as late
        from (select arrayJoin(arrayMap(hash -> toUInt64(hash), {lateVisitors:Array(String)})) as hash)
        where hash in ${visitors}`,
      params: { ...params, site, lateVisitors },
      row: lateRow,
    },
    'settled',
  )
  return found === undefined || found.late > 0
}

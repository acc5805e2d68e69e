import Type from 'typebox'
import type { Engine } from './engine.ts'
import { askOnce } from './remember-answers.ts'
import { plainNumber } from './row-types.ts'
import { type DayPlan, sessionRowParams, visitorsAreEverywhere } from './session-rows.ts'

const row = Type.Object({ day: Type.String(), events: plainNumber })

/**
 * Like `seen` of a plan, for an answer about some visitors alone: hits of everybody else leave it as it
 * is. `visitors` is a subquery of their hashes that binds `params`; `whose` is another text whenever its
 * answer is.
 */
export async function seenByVisitors(
  engine: Engine,
  { site, days, whose }: { site: string; days: DayPlan; whose: string },
  { visitors, params }: { visitors: string; params: Record<string, unknown> },
): Promise<string> {
  const rows = await askOnce(engine, `${days.seen} ${whose}`, {
    name: 'seen-by-visitors',
    sql: `
      select toString(toDate(timestamp)) as day, toFloat64(count()) as events
      from events
      where site_id = {site:String} and (toDate(timestamp) in {openDays:Array(Date)} or toDate(timestamp) in {lateDays:Array(Date)})
        and visitor_hash in ${visitors}
      group by toDate(timestamp)
      order by day
      ${visitorsAreEverywhere}`,
    params: { ...params, ...sessionRowParams(site, days) },
    row,
  })
  const open = rows.map(({ day, events }) => `${day}:${events}`)
  return [...days.builds, ...open, whose].join(' ')
}

import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { loosePartitionsSql } from '../loose-partitions.ts'
import { dayOf } from '../utc-days.ts'
import { daysToMerge } from './session-table.ts'

const looseWeeks = defineQuery({
  name: 'loose-weeks-of-sessions',
  params: Type.Object({ today: Type.Integer({ minimum: 0 }) }),
  row: Type.Object({ week: Type.String() }),
  sql: `
    select week
    from (
      select toString(toMonday(toDate(day))) as week
      from (select arrayJoin(${daysToMerge}) as day)
      where day < {today:UInt16}
      union distinct
      select partition as week
      from (${loosePartitionsSql('sessions')})
    )
    order by week desc`,
})

/**
 * Merges each week of sessions with unsettled days before today into one part, so that reading it merges nothing,
 * and this week if so much has arrived that reading today takes long: of many rows that arrive at once, as after a
 * stop, the engine may leave parts unmerged for hours. Results do not depend on it. Returns how many were merged.
 */
export async function mergeSessions(
  engine: Engine,
  { nowMs, shouldStop }: { nowMs: number; shouldStop: () => boolean },
): Promise<number> {
  let merged = 0
  for (const { week } of await looseWeeks(engine, { today: dayOf(nowMs) })) {
    if (shouldStop()) break
    // A date, as the engine writes it.
    if (!/^\d{4}-\d{2}-\d{2}$/.test(week)) continue
    await engine.command(`optimize table sessions partition '${week}' final`)
    merged += 1
  }
  return merged
}

import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { dayMs, dayOf } from '../utc-days.ts'

const loosePartitions = defineQuery({
  name: 'loose-partitions-of-sessions',
  params: Type.Object({ before: Type.String() }),
  row: Type.Object({ week: Type.String() }),
  sql: `
    select distinct week
    from (
      select partition as week, count() as parts, min(level) as lowest
      from system.parts
      where database = currentDatabase() and table = 'sessions' and active
      group by hostName(), partition
    )
    where (parts > 1 or lowest = 0) and week < {before:String}
    order by week desc`,
})

/**
 * Merges each week of sessions that is over into one part, so that reading final rows of it merges nothing.
 * Results are the same without. Answers how many weeks were merged.
 */
export async function mergeSessions(
  engine: Engine,
  nowMs: number,
  shouldStop: () => boolean,
): Promise<number> {
  let merged = 0
  for (const { week } of await loosePartitions(engine, { before: mondayOf(nowMs) })) {
    if (shouldStop()) break
    // The name is a date, as the engine writes it.
    if (!/^\d{4}-\d{2}-\d{2}$/.test(week)) continue
    await engine.command(`optimize table sessions partition '${week}' final`)
    merged += 1
  }
  return merged
}

/** Days since 1970 began on a Thursday. */
function mondayOf(nowMs: number): string {
  const day = dayOf(nowMs)
  return new Date((day - ((day + 3) % 7)) * dayMs).toISOString().slice(0, 10)
}

import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { dayOf } from '../utc-days.ts'
import { daysToMerge } from './session-table.ts'

type SessionTable = keyof typeof daysToMerge

const loosePartitions = (table: SessionTable, partitionOfDay: string) =>
  defineQuery({
    name: `loose-partitions-of-${table.replaceAll('_', '-')}`,
    params: Type.Object({ today: Type.Integer({ minimum: 0 }) }),
    row: Type.Object({ partition: Type.String() }),
    sql: `
      select distinct toString(${partitionOfDay}) as partition
      from (select arrayJoin(${daysToMerge[table]}) as day)
      where day < {today:UInt16}
      order by partition desc`,
  })

const loose = {
  sessions: loosePartitions('sessions', 'toMonday(toDate(day))'),
  payer_sessions: loosePartitions('payer_sessions', 'toYYYYMM(toDate(day))'),
}

/**
 * Merges each partition (a week of sessions, a month of those of payers) with unsettled days before today into one
 * part, so that reading it merges nothing. Results are the same without. Returns how many were merged.
 */
export async function mergeSessions(
  engine: Engine,
  table: SessionTable,
  { nowMs, shouldStop }: { nowMs: number; shouldStop: () => boolean },
): Promise<number> {
  let merged = 0
  for (const { partition } of await loose[table](engine, { today: dayOf(nowMs) })) {
    if (shouldStop()) break
    // The name is a date or a month, as the engine writes it.
    if (!/^(\d{4}-\d{2}-\d{2}|\d{6})$/.test(partition)) continue
    await engine.command(`optimize table ${table} partition '${partition}' final`)
    merged += 1
  }
  return merged
}

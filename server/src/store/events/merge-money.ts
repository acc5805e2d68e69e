import Type from 'typebox'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'
import { loosePartitionsSql } from './loose-partitions.ts'

/** The tables that reports with revenue read under `final`, which takes half the time if all is in one part. */
const tables = ['payment_entries', 'payer_sessions'] as const

const loose = tables.map((table) => ({
  table,
  partitions: defineQuery({
    name: `loose-partitions-of-${table.replaceAll('_', '-')}`,
    params: Type.Object({}),
    row: Type.Object({ partition: Type.String() }),
    sql: loosePartitionsSql(table),
  }),
}))

/**
 * Merges the parts of tables about money if that makes reading them cheaper. Returns how many partitions were
 * merged.
 */
export async function mergeMoney(engine: Engine, shouldStop: () => boolean): Promise<number> {
  let merged = 0
  for (const { table, partitions } of loose) {
    for (const { partition } of await partitions(engine, {})) {
      if (shouldStop()) return merged
      // A month, or the partition of a table without any, in the engine's notation.
      if (!/^(\d{6}|tuple\(\))$/.test(partition)) continue
      await engine.command(`optimize table ${table} partition ${partition} final`)
      merged += 1
    }
  }
  return merged
}

import Type from 'typebox'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'

/** What reports with revenue read under `final`, which takes half the time where all is in one part. */
const tables = ['payment_entries', 'payer_sessions'] as const

const loosePartitions = (table: (typeof tables)[number]) =>
  defineQuery({
    name: `loose-partitions-of-${table.replaceAll('_', '-')}`,
    params: Type.Object({}),
    row: Type.Object({ partition: Type.String() }),
    // A merge writes all of a partition anew, so it waits until a twentieth has come: each row is written twenty times at most
    // for each that is new, however often payments come.
    sql: `
      select distinct partition
      from (
        select hostName() as host, partition, sum(rows) as all, max(rows) as largest
        from system.parts
        where database = currentDatabase() and table = '${table}' and active
        group by host, partition
      )
      where (all - largest) * 20 > all
      order by partition`,
  })

const loose = tables.map((table) => ({ table, partitions: loosePartitions(table) }))

/** Merges the parts of tables about money where that makes reading them cheaper. Returns how many partitions were. */
export async function mergeMoney(engine: Engine, shouldStop: () => boolean): Promise<number> {
  let merged = 0
  for (const { table, partitions } of loose) {
    for (const { partition } of await partitions(engine, {})) {
      if (shouldStop()) return merged
      // A month, or that of a table without partitions, as the engine writes them.
      if (!/^(\d{6}|tuple\(\))$/.test(partition)) continue
      await engine.command(`optimize table ${table} partition ${partition} final`)
      merged += 1
    }
  }
  return merged
}

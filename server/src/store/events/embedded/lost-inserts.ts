import { setTimeout as delay } from 'node:timers/promises'
import { findNewestWithoutPart } from './deduplication-log.ts'
import type { TableFolder } from './recover-tables.ts'

/** A successful insert moves its rows into place this long after its record at most. */
const underWayMs = 200
/** Inserts run ten at a time at most. Older records may lack a part because its rows were erased. */
const newestRecords = 32

/**
 * Whether a table remembers an insert that left no rows: checked after one failed. The engine first records the
 * token and then moves the rows into place; if the disk refuses that, the token stays, and the repeat would be taken
 * for done. Only a start removes it (recover-tables.ts).
 */
export async function hasLostInserts(tables: readonly TableFolder[]): Promise<boolean> {
  const suspects = find(tables)
  if (suspects.length === 0) return false
  await delay(underWayMs)
  const still = new Set(find(tables))
  return suspects.some((record) => still.has(record))
}

function find(tables: readonly TableFolder[]): string[] {
  return tables.flatMap(({ name, dir }) =>
    findNewestWithoutPart(dir, newestRecords).map((line) => `${name} ${line}`),
  )
}

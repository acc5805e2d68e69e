import { sql } from 'kysely'
import type { ControlStore } from './control-store.ts'

/** Synchronised clocks differ by less than this, including the time of the query. */
const mostTolerableMs = 5_000

/**
 * How far this process's clock is behind that of the database, which all nodes share; negative when it is ahead.
 * Nodes compare moments in leases: one whose clock is fast would think that the others' leases have ended. SQLite has
 * one node and no clock of its own.
 */
export async function behindDatabaseMs({
  db,
  dialect,
}: Pick<ControlStore, 'db' | 'dialect'>): Promise<number> {
  if (dialect === 'sqlite') return 0
  const askedMs = Date.now()
  const { rows } = await sql<{ now_ms: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now_ms
  `.execute(db)
  const nowMs = (askedMs + Date.now()) / 2
  const behindMs = Math.round((rows[0]?.now_ms ?? nowMs) - nowMs)
  return Math.abs(behindMs) <= mostTolerableMs ? 0 : behindMs
}

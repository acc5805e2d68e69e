import { type Kysely, sql } from 'kysely'
import type { ControlStore } from './control-store.ts'
import type { Database } from './tables.ts'

/** The result of inspecting the control store. */
export interface ControlInspection {
  /** The problem, in a sentence; absent if there is none. */
  problem: string | undefined
  /** The database server's clock; undefined for SQLite, which has none of its own. */
  serverNowMs: number | undefined
}

/** Checks whether the store is intact and durable. */
export async function inspectControl(store: ControlStore): Promise<ControlInspection> {
  if (store.dialect === 'sqlite') {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(store.db)
    const found = rows[0]?.quick_check
    const problem = found === 'ok' ? undefined : `the file is damaged: ${found}`
    return { problem, serverNowMs: undefined }
  }
  const { rows } = await sql<{ fsync: string; now_ms: number }>`
    select
      current_setting('fsync') as fsync,
      cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now_ms
  `.execute(store.db)
  const problem =
    rows[0]?.fsync === 'on'
      ? undefined
      : 'Postgres runs with fsync off, so a power cut loses what it confirmed'
  return { problem, serverNowMs: rows[0]?.now_ms }
}

/** Any encrypted text, to check whether it can be decrypted. */
export async function findSealedText(
  db: Kysely<Database>,
): Promise<{ siteId: string; text: string } | undefined> {
  const row = await db
    .selectFrom('payments')
    .select(['site_id', 'customer_email'])
    .where('customer_email', 'is not', null)
    .orderBy('received_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.customer_email == null ? undefined : { siteId: row.site_id, text: row.customer_email }
}

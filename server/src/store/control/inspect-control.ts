import { type Kysely, sql } from 'kysely'
import type { ControlStore } from './control-store.ts'
import type { Database } from './tables.ts'

/** What a look at the control store's own state found. */
export interface ControlInspection {
  /** The problem, in a sentence; absent when there is none. */
  problem: string | undefined
  /** The database server's clock; undefined for SQLite, which has none of its own. */
  serverNowMs: number | undefined
}

/** Looks whether the store is intact and keeps what it confirms. */
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

/** Any text that was encrypted, to see whether it can be read. */
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

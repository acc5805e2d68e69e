import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import type { ControlStore } from '../control-store.ts'
import type { Database } from '../tables.ts'

/** One row of any table: text, numbers and nulls, which both databases represent alike. */
export type CopiedRow = Record<string, string | number | null>

/** A control store as it was at one moment. */
export interface ControlImage {
  /** The migrations it had. */
  migrations: string[]
  tables: string[]
  /** The rows of a table, in portions. */
  rows(table: string): AsyncIterable<CopiedRow[]>
}

/** Short-lived rows that must not be restored from a copy. */
export const passingTables: readonly string[] = [
  'salts',
  'sign_in_sessions',
  'setup_links',
  'invitations',
  'mails',
  'reset_links',
  'sign_in_challenges',
  'sign_in_failures',
  'alert_deliveries',
]
/** State of running processes, which is meaningless elsewhere. */
const localTables = ['schema_migrations', 'leases']

const portion = 2_000

/**
 * Passes `work` the whole store as of one moment, while others keep writing. The snapshot is valid until `work` is
 * done.
 */
export async function readControl<T>(
  { db, dialect, file }: Pick<ControlStore, 'db' | 'dialect'> & { file: string },
  work: (image: ControlImage) => Promise<T>,
): Promise<T> {
  return dialect === 'sqlite' ? readSqlite(file, work) : readPostgres(db, work)
}

async function readSqlite<T>(file: string, work: (image: ControlImage) => Promise<T>): Promise<T> {
  // A separate connection: the store's own would block all writers meanwhile.
  const database = new DatabaseSync(file, { readOnly: true, timeout: 15_000 })
  try {
    database.exec('begin')
    const names = (query: string) =>
      database
        .prepare(query)
        .all()
        .map(({ name }) => String(name))
    const migrations = names('select name from schema_migrations order by name')
    const tables = names(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
    )
    return await work({
      migrations,
      tables: tables.filter((table) => !localTables.includes(table)),
      async *rows(table) {
        let rows: CopiedRow[] = []
        for (const row of database.prepare(`select * from ${quoted(table)}`).iterate()) {
          rows.push({ ...row } as CopiedRow)
          if (rows.length < portion) continue
          yield rows
          rows = []
        }
        if (rows.length > 0) yield rows
      },
    })
  } finally {
    database.close()
  }
}

async function readPostgres<T>(
  db: Kysely<Database>,
  work: (image: ControlImage) => Promise<T>,
): Promise<T> {
  const transaction = db.transaction().setIsolationLevel('repeatable read')
  return transaction.setAccessMode('read only').execute(async (handle) => {
    const names = async (query: string) =>
      (await sql<{ name: string }>`${sql.raw(query)}`.execute(handle)).rows.map(({ name }) => name)
    const migrations = await names('select name from schema_migrations order by name')
    const tables = await names(
      'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
    )
    return work({
      migrations,
      tables: tables.filter((table) => !localTables.includes(table)),
      async *rows(table) {
        await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(
          handle,
        )
        for (;;) {
          const { rows } = await sql<CopiedRow>`fetch ${sql.lit(portion)} from copied`.execute(
            handle,
          )
          if (rows.length === 0) break
          yield rows
        }
        await sql`close copied`.execute(handle)
      },
    })
  })
}

function quoted(name: string): string {
  if (!/^\w+$/.test(name)) throw new TypeError(`${name} is no table of ours`)
  return `"${name}"`
}

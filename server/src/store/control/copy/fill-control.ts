import { type Kysely, sql } from 'kysely'
import { AppError } from '../../../errors.ts'
import { type ControlStoreOptions, openUnmigrated } from '../control-store.ts'
import { migrateControl } from '../migrate.ts'
import { migrations } from '../migrations/list.ts'
import type { Database } from '../tables.ts'
import type { CopiedRow } from './read-control.ts'

/** The contents to fill a store with. */
export interface ControlContents {
  /** The migrations that the rows come from. */
  migrations: readonly string[]
  tables: readonly string[]
  rows(table: string): AsyncIterable<readonly CopiedRow[]>
}

/** SQLite takes at most 32,766 values in a statement. */
const mostValues = 10_000

/**
 * Fills an empty store with the contents of another: its tables as they were then, its rows, and then the migrations
 * since. All or nothing; refuses a store with any contents. Every payment is marked to be copied to the reports
 * again.
 */
export async function fillControl(
  place: ControlStoreOptions,
  contents: ControlContents,
  onRows: (table: string, count: number) => void = () => undefined,
): Promise<void> {
  refuseUnknownMigrations(contents.migrations)
  const { db, dialect } = await openUnmigrated(place)
  try {
    await refuseFull(db, dialect)
    await migrateControl(
      db,
      dialect,
      migrations.filter(({ name }) => contents.migrations.includes(name)),
    )
    await db.transaction().execute(async (handle) => {
      for (const table of await parentsFirst(handle, dialect, contents.tables)) {
        for await (const rows of contents.rows(table)) {
          await insertRows(handle, table, rows)
          onRows(table, rows.length)
        }
      }
      await deliverAllAgain(handle)
    })
    await migrateControl(db, dialect)
  } finally {
    await db.destroy()
  }
}

/** Marks every payment to be copied to the events engine again. */
export async function deliverAllAgain(db: Kysely<Database>): Promise<void> {
  // "where true", or SQLite takes "on conflict" for a part of a join.
  await sql`
    insert into payment_outbox (payment_id, revision)
    select id, revision from payments where true
    on conflict (payment_id) do nothing
  `.execute(db)
}

/** Throws if a store has migrations that this version does not know. */
export function refuseUnknownMigrations(names: readonly string[]): void {
  const unknown = names.filter((name) => migrations.every((known) => known.name !== name))
  if (unknown.length === 0) return
  throw new AppError(
    'invalid',
    `This was made by a newer version of Tributary (it has ${unknown.join(', ')}). Use that version or a later one.`,
  )
}

async function refuseFull(db: Kysely<Database>, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const tables =
    dialect === 'sqlite'
      ? sql<{ count: number }>`select count(*) as count from sqlite_master where type = 'table'`
      : sql<{
          count: number
        }>`select count(*) as count from pg_tables where schemaname = current_schema()`
  const [row] = (await tables.execute(db)).rows
  if (row?.count === 0) return
  throw new AppError(
    'conflict',
    'The control store holds something already. Name an empty database or an empty DATA_DIR',
  )
}

async function insertRows(
  db: Kysely<Database>,
  table: string,
  rows: readonly CopiedRow[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const size = Math.max(1, Math.floor(mostValues / columns.length))
  for (let start = 0; start < rows.length; start += size) {
    const values = rows
      .slice(start, start + size)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}
    `.execute(db)
  }
}

/** The tables so that each comes after those its foreign keys name. */
async function parentsFirst(
  db: Kysely<Database>,
  dialect: 'sqlite' | 'postgres',
  tables: readonly string[],
): Promise<string[]> {
  const edges = await foreignKeys(db, dialect)
  const ordered: string[] = []
  const visit = (table: string) => {
    if (ordered.includes(table) || !tables.includes(table)) return
    for (const { child, parent } of edges) if (child === table && parent !== table) visit(parent)
    ordered.push(table)
  }
  for (const table of tables) visit(table)
  return ordered
}

async function foreignKeys(
  db: Kysely<Database>,
  dialect: 'sqlite' | 'postgres',
): Promise<{ child: string; parent: string }[]> {
  const query =
    dialect === 'sqlite'
      ? sql<{ child: string; parent: string }>`
          select tables.name as child, keys."table" as parent
          from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys
          where tables.type = 'table'`
      : sql<{ child: string; parent: string }>`
          select child.relname as child, parent.relname as parent
          from pg_constraint
          join pg_class as child on child.oid = conrelid
          join pg_class as parent on parent.oid = confrelid
          where contype = 'f'`
  return (await query.execute(db)).rows
}

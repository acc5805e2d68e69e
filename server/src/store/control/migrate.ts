import { type Kysely, sql } from 'kysely'
import type { DatabaseError } from 'pg'
import { StartRefused } from '../../errors.ts'
import { takeLock } from './advisory-lock.ts'
import { migrations as allMigrations, type Migration } from './migrations/list.ts'
import type { Database } from './tables.ts'

/** The SQLSTATE of a table that does not exist, as at the first start. */
const undefinedTable = '42P01'

/**
 * Runs the missing migrations, all or none. Of several processes that start at once one does the work and the others
 * wait. Throws for a store that a newer version has already changed. Fewer migrations make the store of an older
 * version, to put its rows into.
 */
export async function migrateControl(
  db: Kysely<Database>,
  dialect: 'sqlite' | 'postgres',
  migrations: readonly Migration[] = allMigrations,
): Promise<void> {
  // Mostly nothing is missing, which takes no lock to see.
  const known = await appliedNames(db).catch((error: unknown) => {
    // SQLite's file may also be repaired by another process at this moment, for which only the transaction waits.
    const isExpected = dialect === 'sqlite' || (error as DatabaseError).code === undefinedTable
    if (isExpected) return new Set<string>()
    throw error
  })
  if (migrations.every(({ name }) => known.has(name))) return refuseNewer(known, migrations)
  // `begin immediate` is SQLite's lock. On Postgres each statement must see what was committed while this process
  // waited for the lock, hence "read committed" and not the store's own transactions.
  const transaction = db.transaction()
  const isolated =
    dialect === 'postgres' ? transaction.setIsolationLevel('read committed') : transaction
  await isolated.execute(async (handle) => {
    if (dialect === 'postgres') await takeLock(handle, 'migrations')
    await makeTable(handle)
    const applied = await appliedNames(handle)
    refuseNewer(applied, migrations)
    for (const { name, up } of migrations) {
      if (applied.has(name)) continue
      await up(handle)
      await sql`insert into schema_migrations (name, applied_ms) values (${name}, ${Date.now()})`.execute(
        handle,
      )
    }
  })
}

async function makeTable(db: Kysely<Database>): Promise<void> {
  await db.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_ms', 'bigint', (column) => column.notNull())
    .execute()
}

async function appliedNames(db: Kysely<Database>): Promise<Set<string>> {
  const rows = await db
    .withTables<{ schema_migrations: { name: string } }>()
    .selectFrom('schema_migrations')
    .select('name')
    .execute()
  return new Set(rows.map((row) => row.name))
}

function refuseNewer(applied: Set<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new StartRefused(
    `The control store was made by a newer version of Tributary (it has ${unknown.sort().join(', ')}). ` +
      'Start that version or a later one, or restore a backup made before the upgrade.',
  )
}

import type { Insertable, Kysely, Selectable } from 'kysely'
import type { ProviderConnectionsTable } from '../../store/control/tables/connections-table.ts'
import type { Database } from '../../store/control/tables.ts'

export type ConnectionRow = Selectable<ProviderConnectionsTable>

/** The fields that reading an account changes. */
export type SyncState = Pick<
  ConnectionRow,
  | 'cursor'
  | 'progress'
  | 'objects'
  | 'skipped'
  | 'last_skipped'
  | 'synced_ms'
  | 'due_ms'
  | 'attempts'
  | 'error'
  | 'error_detail'
  | 'error_since_ms'
  | 'statement_until_ms'
>

/** Adds a connection; false if the site already has one of this provider. */
export async function insertConnection(
  db: Kysely<Database>,
  row: Insertable<ProviderConnectionsTable>,
): Promise<boolean> {
  const added = await db
    .insertInto('provider_connections')
    .values(row)
    .onConflict((conflict) => conflict.columns(['site_id', 'provider']).doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

export async function listConnectionRows(
  db: Kysely<Database>,
  siteId: string,
): Promise<ConnectionRow[]> {
  return db
    .selectFrom('provider_connections')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('created_ms')
    .orderBy('id')
    .execute()
}

/** Every connection of the installation, for checks of all of them. */
export async function listAllConnectionRows(db: Kysely<Database>): Promise<ConnectionRow[]> {
  return db.selectFrom('provider_connections').selectAll().orderBy('id').execute()
}

export async function findConnectionRow(
  db: Kysely<Database>,
  siteId: string,
  id: string,
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('provider_connections')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The connection that has been due for the longest time and is not being read. */
export async function findDueConnection(
  db: Kysely<Database>,
  nowMs: number,
  busy: readonly string[],
): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('provider_connections')
    .selectAll()
    .where('due_ms', '<=', nowMs)
    .$if(busy.length > 0, (query) => query.where('id', 'not in', busy))
    .orderBy('due_ms')
    .orderBy('id')
    .executeTakeFirst()
}

/** Whether a connection still exists with the same key. */
export async function hasConnection(
  db: Kysely<Database>,
  { id, keys }: Pick<ConnectionRow, 'id' | 'keys'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('provider_connections')
    .select('id')
    .where('id', '=', id)
    .where('keys', '=', keys)
    .executeTakeFirst()
  return found !== undefined
}

/** Saves how far an account was read; false if its key was changed or it was deleted meanwhile. */
export async function saveSyncState(
  db: Kysely<Database>,
  { id, keys }: Pick<ConnectionRow, 'id' | 'keys'>,
  state: Partial<SyncState>,
): Promise<boolean> {
  const saved = await db
    .updateTable('provider_connections')
    .set(state)
    .where('id', '=', id)
    .where('keys', '=', keys)
    .executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

/** Replaces a connection's key; reading continues where it was. */
export async function saveConnectionKey(
  db: Kysely<Database>,
  id: string,
  changed: Pick<ConnectionRow, 'keys' | 'key_hint' | 'key_set_ms' | 'due_ms'>,
): Promise<void> {
  const noError = { attempts: 0, error: null, error_detail: null, error_since_ms: null }
  await db
    .updateTable('provider_connections')
    .set({ ...changed, ...noError })
    .where('id', '=', id)
    .execute()
}

/** Saves which finished days of an account differ from the recorded payments. */
export async function saveComparison(
  db: Kysely<Database>,
  id: string,
  { comparedMs, differingDays }: { comparedMs: number; differingDays: readonly string[] },
): Promise<void> {
  await db
    .updateTable('provider_connections')
    .set({ compared_ms: Math.floor(comparedMs), differing_days: JSON.stringify(differingDays) })
    .where('id', '=', id)
    .execute()
}

/**
 * Marks a connection's differing days as reported. Of any number of simultaneous calls, on any node, one returns
 * true.
 */
export async function takeDifferingDays(
  db: Kysely<Database>,
  { id, differing_days: days, alerted_days: before }: ConnectionRow,
): Promise<boolean> {
  const taken = await db
    .updateTable('provider_connections')
    .set({ alerted_days: days })
    .where('id', '=', id)
    .where('alerted_days', '=', before)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

export async function makeConnectionDue(
  db: Kysely<Database>,
  id: string,
  nowMs: number,
): Promise<void> {
  await db.updateTable('provider_connections').set({ due_ms: nowMs }).where('id', '=', id).execute()
}

/** Deletes a connection with its key, and its account's movements. */
export async function deleteConnection(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('provider_movements').where('connection_id', '=', id).execute()
  await db.deleteFrom('provider_connections').where('id', '=', id).execute()
}

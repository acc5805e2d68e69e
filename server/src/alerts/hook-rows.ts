import type { Kysely, Selectable } from 'kysely'
import type { AlertDeliveriesTable, AlertHooksTable } from '../store/control/tables/alert-tables.ts'
import type { Database } from '../store/control/tables.ts'

export type AlertHookRow = Selectable<AlertHooksTable>
export type AlertDeliveryRow = Selectable<AlertDeliveriesTable>

const listLimit = 100

export async function insertAlertHook(db: Kysely<Database>, row: AlertHookRow): Promise<void> {
  await db.insertInto('alert_hooks').values(row).execute()
}

export async function listAlertHooks(
  db: Kysely<Database>,
  siteId: string,
): Promise<AlertHookRow[]> {
  return db
    .selectFrom('alert_hooks')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('created_ms')
    .orderBy('id')
    .limit(listLimit)
    .execute()
}

export async function findAlertHook(
  db: Kysely<Database>,
  { siteId, id }: { siteId: string; id: string },
): Promise<AlertHookRow | undefined> {
  return db
    .selectFrom('alert_hooks')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function saveAlertHookKeys(
  db: Kysely<Database>,
  id: string,
  keys: Pick<AlertHookRow, 'keys' | 'old_secret_until_ms'>,
): Promise<void> {
  await db.updateTable('alert_hooks').set(keys).where('id', '=', id).execute()
}

/** Deletes a webhook with its pending deliveries. */
export async function deleteAlertHook(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('alert_deliveries').where('hook_id', '=', id).execute()
  await db.deleteFrom('alert_hooks').where('id', '=', id).execute()
}

/** Queues an alert for a webhook, unless it is queued already. */
export async function insertAlertDelivery(
  db: Kysely<Database>,
  row: AlertDeliveryRow,
): Promise<void> {
  await db
    .insertInto('alert_deliveries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['hook_id', 'alert_id']).doNothing())
    .execute()
}

/** Deliveries whose next attempt is due with where they go, the longest waiting first. */
export async function listDueAlertDeliveries(
  db: Kysely<Database>,
  nowMs: number,
  limit: number,
): Promise<AlertDeliveryRow[]> {
  return db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('retry_at_ms', '<=', nowMs)
    .orderBy('retry_at_ms')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Claims a delivery that is due; of several nodes that ask at once, only one gets it. */
export async function claimAlertDelivery(
  db: Kysely<Database>,
  { id, retry_at_ms }: AlertDeliveryRow,
  untilMs: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('alert_deliveries')
    .set((column) => ({
      state: 'sending' as const,
      attempts: column('attempts', '+', 1),
      retry_at_ms: untilMs,
    }))
    .where('id', '=', id)
    .where('retry_at_ms', '=', retry_at_ms)
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

export async function saveAlertOutcome(
  db: Kysely<Database>,
  id: string,
  outcome: Pick<AlertDeliveryRow, 'state' | 'retry_at_ms' | 'error' | 'done_ms'>,
): Promise<void> {
  await db.updateTable('alert_deliveries').set(outcome).where('id', '=', id).execute()
}

/** A site's latest deliveries, with the names of the hooks they went to. */
export async function listAlertDeliveries(db: Kysely<Database>, siteId: string, limit: number) {
  return db
    .selectFrom('alert_deliveries')
    .innerJoin('alert_hooks', 'alert_hooks.id', 'alert_deliveries.hook_id')
    .selectAll('alert_deliveries')
    .select('alert_hooks.name as hook_name')
    .where('alert_deliveries.site_id', '=', siteId)
    .orderBy('alert_deliveries.created_ms', 'desc')
    .orderBy('alert_deliveries.id', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes deliveries that were done before then. */
export async function dropDoneAlertDeliveries(
  db: Kysely<Database>,
  beforeMs: number,
): Promise<void> {
  await db.deleteFrom('alert_deliveries').where('done_ms', '<', beforeMs).execute()
}

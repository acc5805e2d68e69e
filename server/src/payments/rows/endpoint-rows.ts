import type { Kysely, Selectable } from 'kysely'
import type { WebhookEndpointsTable } from '../../store/control/tables/webhook-tables.ts'
import type { Database } from '../../store/control/tables.ts'

export type EndpointRow = Selectable<WebhookEndpointsTable>

const listLimit = 200

export async function insertEndpoint(db: Kysely<Database>, row: EndpointRow): Promise<void> {
  await db.insertInto('webhook_endpoints').values(row).execute()
}

export async function findEndpointRow(
  db: Kysely<Database>,
  id: string,
): Promise<EndpointRow | undefined> {
  return db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A site's active endpoints, the oldest first. */
export async function listEndpointRows(
  db: Kysely<Database>,
  siteId: string,
): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('removed_ms', 'is', null)
    .orderBy('created_ms')
    .orderBy('id')
    .limit(listLimit)
    .execute()
}

export async function saveEndpointKeys(
  db: Kysely<Database>,
  id: string,
  keys: { keys: string; oldSecretUntilMs: number | null },
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ keys: keys.keys, old_secret_until_ms: keys.oldSecretUntilMs })
    .where('id', '=', id)
    .execute()
}

export async function saveEndpointOptions(
  db: Kysely<Database>,
  id: string,
  changed: Pick<EndpointRow, 'keys' | 'is_test' | 'tolerance_seconds' | 'retention_days'>,
): Promise<void> {
  await db.updateTable('webhook_endpoints').set(changed).where('id', '=', id).execute()
}

/** Removes an endpoint for good. The time of the first removal stays. */
export async function saveEndpointRemoval(
  db: Kysely<Database>,
  id: string,
  removedMs: number,
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set({ removed_ms: removedMs })
    .where('id', '=', id)
    .where('removed_ms', 'is', null)
    .execute()
}

/** Records that a delivery was refused; nothing of the delivery itself is stored. */
export async function countRejection(
  db: Kysely<Database>,
  id: string,
  rejection: { atMs: number; reason: string },
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set((column) => ({
      rejected_count: column('rejected_count', '+', 1),
      rejected_ms: rejection.atMs,
      rejected_reason: rejection.reason,
    }))
    .where('id', '=', id)
    .execute()
}

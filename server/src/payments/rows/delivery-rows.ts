import type { Kysely, Selectable } from 'kysely'
import type { WebhookDeliveriesTable } from '../../store/control/tables/webhook-tables.ts'
import type { Database } from '../../store/control/tables.ts'
import { dayMs } from '../../time/durations.ts'

export type DeliveryRow = Selectable<WebhookDeliveriesTable>

/** The result of an attempt to record a delivery. */
export type DeliveryOutcome = Pick<
  DeliveryRow,
  'state' | 'summary' | 'error' | 'attempts' | 'retry_at_ms' | 'payment_id'
>

/**
 * Archives a delivery. False if the endpoint has had it before; of any number of simultaneous calls, one is the
 * first.
 */
export async function insertDelivery(db: Kysely<Database>, row: DeliveryRow): Promise<boolean> {
  const inserted = await db
    .insertInto('webhook_deliveries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['endpoint_id', 'delivery_key']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export async function saveOutcome(
  db: Kysely<Database>,
  id: string,
  outcome: Partial<DeliveryOutcome>,
): Promise<void> {
  await db.updateTable('webhook_deliveries').set(outcome).where('id', '=', id).execute()
}

export async function findDelivery(
  db: Kysely<Database>,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The deliveries to an endpoint, newest first, without their content; after a given one, those that follow it. */
export async function listDeliveries(
  db: Kysely<Database>,
  endpointId: string,
  { limit, after }: { limit: number; after: DeliveryRow | undefined },
): Promise<Omit<DeliveryRow, 'content'>[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select([
      ...(['id', 'endpoint_id', 'site_id', 'delivery_key', 'received_ms', 'event_type'] as const),
      ...(['state', 'summary', 'error', 'attempts', 'retry_at_ms', 'payment_id'] as const),
    ])
    .where('endpoint_id', '=', endpointId)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('received_ms', 'id'), '<', tuple(after?.received_ms ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('received_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** An endpoint's deliveries in the order of their ids, some at a time. */
export async function listDeliveriesAfter(
  db: Kysely<Database>,
  endpointId: string,
  { after, limit }: { after: string; limit: number },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Failed deliveries whose next attempt is due, the longest waiting first. */
export async function listDueDeliveries(
  db: Kysely<Database>,
  nowMs: number,
  limit: number,
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('retry_at_ms', '<=', nowMs)
    .where('content', 'is not', null)
    .orderBy('retry_at_ms')
    .limit(limit)
    .execute()
}

/** How many deliveries each endpoint of a site has, by result, and when the last one arrived. */
export async function countDeliveries(db: Kysely<Database>, siteId: string) {
  return db
    .selectFrom('webhook_deliveries')
    .select((column) => [
      'endpoint_id',
      'state',
      column.fn.countAll<number>().as('count'),
      column.fn.max('received_ms').as('last_ms'),
    ])
    .where('site_id', '=', siteId)
    .groupBy(['endpoint_id', 'state'])
    .execute()
}

/** Deletes deliveries beyond their endpoint's retention. */
export async function dropOldDeliveries(db: Kysely<Database>, nowMs: number): Promise<void> {
  const periods = await db
    .selectFrom('webhook_endpoints')
    .select('retention_days')
    .distinct()
    .execute()
  for (const { retention_days } of periods) {
    await db
      .deleteFrom('webhook_deliveries')
      .where('received_ms', '<', nowMs - retention_days * dayMs)
      .where('endpoint_id', 'in', (endpoints) =>
        endpoints
          .selectFrom('webhook_endpoints')
          .select('id')
          .where('retention_days', '=', retention_days),
      )
      .execute()
  }
}

import { type Kysely, sql } from 'kysely'
import type { PaymentWaitsTable } from '../../store/control/tables/payment-tables.ts'
import type { Database } from '../../store/control/tables.ts'
import { dueAtOnce } from './payment.ts'

/** An event that could improve a payment's link. */
export interface PaymentWait {
  kind: PaymentWaitsTable['kind']
  /** A visitor id, a session id, or a number of half hours since 1970 UTC. */
  value: string
  /** Only an event that happened by then can matter, in milliseconds since 1970 UTC. */
  untilMs: number
  /** Until when such an event is waited for. */
  expiresMs: number
}

/** A stored wait, with its payment. */
export interface StoredWait extends PaymentWait {
  siteId: string
  paymentId: string
}

/** The waits of some payments, by their ids. */
export async function listWaits(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, PaymentWait[]>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_waits')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .orderBy('kind')
    .orderBy('value')
    .execute()
  return Map.groupBy(rows.map(toWait), (wait) => wait.paymentId)
}

/** Replaces the waits of some payments of one site. */
export async function saveWaits(
  db: Kysely<Database>,
  siteId: string,
  waits: ReadonlyMap<string, readonly PaymentWait[]>,
): Promise<void> {
  if (waits.size === 0) return
  await db
    .deleteFrom('payment_waits')
    .where('payment_id', 'in', [...waits.keys()])
    .execute()
  const rows = [...waits].flatMap(([paymentId, some]) =>
    some.map(({ kind, value, untilMs, expiresMs }) => ({
      ...{ payment_id: paymentId, site_id: siteId, kind, value },
      ...{ until_ms: untilMs, expires_ms: expiresMs },
    })),
  )
  if (rows.length > 0) await db.insertInto('payment_waits').values(rows).execute()
}

/** The next waits by payment, kind and value, for reading them all in portions. */
export async function listWaitsAfter(
  db: Kysely<Database>,
  after: Pick<StoredWait, 'paymentId' | 'kind' | 'value'> | undefined,
  most: number,
): Promise<StoredWait[]> {
  let query = db.selectFrom('payment_waits').selectAll()
  if (after !== undefined) {
    const { paymentId, kind, value } = after
    query = query.where(sql<boolean>`(payment_id, kind, value) > (${paymentId}, ${kind}, ${value})`)
  }
  const rows = await query
    .orderBy('payment_id')
    .orderBy('kind')
    .orderBy('value')
    .limit(most)
    .execute()
  return rows.map(toWait)
}

/** Deletes the waits that are over. */
export async function forgetWaits(db: Kysely<Database>, nowMs: number): Promise<void> {
  await db.deleteFrom('payment_waits').where('expires_ms', '<', nowMs).execute()
}

/**
 * Makes the background retry every waiting payment soon: after a restart it is unknown which of their events
 * have arrived meanwhile.
 */
export async function makeWaitingDue(db: Kysely<Database>, nowMs: number): Promise<void> {
  await db
    .updateTable('payments')
    .set({ relink_at_ms: nowMs })
    .where('id', 'in', db.selectFrom('payment_waits').select('payment_id'))
    .where((where) =>
      where.or([where('relink_at_ms', 'is', null), where('relink_at_ms', '>', nowMs)]),
    )
    .execute()
}

/** Makes linking due for some payments whose awaited event has arrived. */
export async function makeAwaitedDue(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<void> {
  await db
    .updateTable('payments')
    // The revision makes linking in progress fail that did not see the event.
    .set({ relink_at_ms: dueAtOnce, revision: sql<number>`revision + 1` })
    .where('id', 'in', paymentIds)
    .where('link_method', '!=', 'manual')
    .where('erased_ms', 'is', null)
    .execute()
}

function toWait(row: PaymentWaitsTable): StoredWait {
  return {
    siteId: row.site_id,
    paymentId: row.payment_id,
    kind: row.kind,
    value: row.value,
    untilMs: row.until_ms,
    expiresMs: row.expires_ms,
  }
}

import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database } from '../tables.ts'
import type { ProviderMovementsTable } from './connections-table.ts'

/** A movement of a connection's account, as `payments/connections/provider-api.ts` describes it. */
interface Movement {
  id: string
  kind: ProviderMovementsTable['kind']
  paymentRef: string
  objectId: string
  atMs: number
  recordedByMs: number
  currency: string
  grossMinor: number
  feeCurrency: string
  feeMinor: number
  bookedMinor: number
}

/** A stored movement with the recorded payment that its id belongs to, if one does. */
export interface StoredMovement extends Movement {
  paymentId: string | null
}

/** Stores what an account booked. The same movement again replaces what was stored of it. */
export async function saveMovements(
  db: Kysely<Database>,
  connection: { id: string; site_id: string },
  movements: readonly Movement[],
): Promise<void> {
  if (movements.length === 0) return
  const rows = [...new Map(movements.map((one) => [one.id, one])).values()].map(
    (one): Insertable<ProviderMovementsTable> => ({
      connection_id: connection.id,
      movement_id: one.id,
      site_id: connection.site_id,
      kind: one.kind,
      payment_ref: one.paymentRef,
      object_id: one.objectId,
      at_ms: one.atMs,
      recorded_by_ms: one.recordedByMs,
      currency: one.currency,
      gross_minor: one.grossMinor,
      fee_currency: one.feeCurrency,
      fee_minor: one.feeMinor,
      booked_minor: one.bookedMinor,
    }),
  )
  await db
    .insertInto('provider_movements')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['connection_id', 'movement_id']).doUpdateSet(({ ref }) => ({
        kind: ref('excluded.kind'),
        payment_ref: ref('excluded.payment_ref'),
        object_id: ref('excluded.object_id'),
        at_ms: ref('excluded.at_ms'),
        recorded_by_ms: ref('excluded.recorded_by_ms'),
        currency: ref('excluded.currency'),
        gross_minor: ref('excluded.gross_minor'),
        fee_currency: ref('excluded.fee_currency'),
        fee_minor: ref('excluded.fee_minor'),
        booked_minor: ref('excluded.booked_minor'),
      })),
    )
    .execute()
}

/** An account, and a span of time: milliseconds since 1970 UTC, half-open. */
export interface AccountSpan {
  connectionId: string
  siteId: string
  provider: string
  fromMs: number
  toMs: number
}

/** The account's ids of all payments with a movement in a span, each with the recorded payment that it belongs to. */
export async function listMovedPayments(
  db: Kysely<Database>,
  { connectionId, siteId, provider, fromMs, toMs }: AccountSpan,
): Promise<{ ref: string; paymentId: string | null }[]> {
  const rows = await db
    .selectFrom('provider_movements as m')
    .leftJoin('payment_aliases as a', (join) =>
      join
        .onRef('a.alias', '=', 'm.payment_ref')
        .on('a.site_id', '=', siteId)
        .on('a.provider', '=', provider),
    )
    .select(['m.payment_ref', 'a.payment_id'])
    .distinct()
    .where('m.connection_id', '=', connectionId)
    .where('m.at_ms', '>=', fromMs)
    .where('m.at_ms', '<', toMs)
    .execute()
  return rows.map((row) => ({ ref: row.payment_ref, paymentId: row.payment_id }))
}

/** The recorded payments of a provider of which something moved in a span, by the ledger. */
export async function listRecordedPayments(
  db: Kysely<Database>,
  { siteId, provider, fromMs, toMs }: AccountSpan,
): Promise<string[]> {
  const paid = await db
    .selectFrom('payments')
    .select('id')
    .where('site_id', '=', siteId)
    .where('provider', '=', provider)
    .where('paid_at_ms', '>=', fromMs)
    .where('paid_at_ms', '<', toMs)
    .where('amount_minor', '>', 0)
    .execute()
  const returned = await db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select('p.id')
    .distinct()
    .where('p.site_id', '=', siteId)
    .where('p.provider', '=', provider)
    .where((where) =>
      where.or([
        where.and([where('r.at_ms', '>=', fromMs), where('r.at_ms', '<', toMs)]),
        where.and([where('r.reversed_ms', '>=', fromMs), where('r.reversed_ms', '<', toMs)]),
      ]),
    )
    .execute()
  return [...paid, ...returned].map(({ id }) => id)
}

/** All movements of some recorded payments, on whatever day; a few hundred payments. */
export async function listMovementsOfPayments(
  db: Kysely<Database>,
  { connectionId, siteId, provider }: AccountSpan,
  paymentIds: readonly string[],
): Promise<StoredMovement[]> {
  if (paymentIds.length === 0) return []
  const rows = await db
    .selectFrom('payment_aliases as a')
    .innerJoin('provider_movements as m', (join) =>
      join.onRef('m.payment_ref', '=', 'a.alias').on('m.connection_id', '=', connectionId),
    )
    .selectAll('m')
    .select('a.payment_id')
    .where('a.payment_id', 'in', paymentIds)
    .where('a.site_id', '=', siteId)
    .where('a.provider', '=', provider)
    .orderBy('m.at_ms')
    .orderBy('m.movement_id')
    .execute()
  return rows.map((row) => toMovement(row, row.payment_id))
}

/** All movements of payments that are not recorded, by the account's ids of them; a few hundred. */
export async function listMovementsOfRefs(
  db: Kysely<Database>,
  { connectionId }: AccountSpan,
  refs: readonly string[],
): Promise<StoredMovement[]> {
  if (refs.length === 0) return []
  const rows = await db
    .selectFrom('provider_movements')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('payment_ref', 'in', refs)
    .orderBy('at_ms')
    .orderBy('movement_id')
    .execute()
  return rows.map((row) => toMovement(row, null))
}

function toMovement(
  row: Selectable<ProviderMovementsTable>,
  paymentId: string | null,
): StoredMovement {
  return {
    id: row.movement_id,
    kind: row.kind,
    paymentRef: row.payment_ref,
    objectId: row.object_id,
    atMs: row.at_ms,
    recordedByMs: row.recorded_by_ms,
    currency: row.currency,
    grossMinor: row.gross_minor,
    feeCurrency: row.fee_currency,
    feeMinor: row.fee_minor,
    bookedMinor: row.booked_minor,
    paymentId,
  }
}

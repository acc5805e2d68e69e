import type { Insertable, Kysely, Selectable } from 'kysely'
import { chunksOf, idsAtOnce } from '../../store/control/chunks.ts'
import type { ProviderMovementsTable } from '../../store/control/tables/connections-table.ts'
import type { PaymentsTable } from '../../store/control/tables/payment-tables.ts'
import type { Database } from '../../store/control/tables.ts'
import type { Payment } from '../rows/payment.ts'

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

/** Stores an account's movements, replacing those that are stored already. */
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

/** A payment with the fields that reconciliation needs. */
export type BookedPayment = Pick<
  Payment,
  'id' | 'providerPaymentId' | 'amountMinor' | 'currency' | 'paidAtMs' | 'fees'
>

/** The payments to an account, whenever they were paid. */
export function paidTo(db: Kysely<Database>, { siteId, provider }: AccountSpan) {
  return db.selectFrom('payments').where('site_id', '=', siteId).where('provider', '=', provider)
}

/** When money of recorded payments moved in a span, and of which payments. */
export async function listReturns(
  db: Kysely<Database>,
  { siteId, provider, fromMs, toMs }: AccountSpan,
): Promise<{ paymentId: string; atMs: number; reversedMs: number | null }[]> {
  const rows = await db
    .selectFrom('refunds as r')
    // In this order: SQLite would look for refunds of each payment of the site.
    .crossJoin('payments as p')
    .whereRef('p.id', '=', 'r.payment_id')
    .select(['r.payment_id', 'r.at_ms', 'r.reversed_ms'])
    .where('p.site_id', '=', siteId)
    .where('p.provider', '=', provider)
    .where('r.at_ms', '<', toMs)
    .where((where) =>
      where.or([where('r.at_ms', '>=', fromMs), where('r.reversed_ms', '>=', fromMs)]),
    )
    .execute()
  return rows.map((row) => ({
    ...{ paymentId: row.payment_id, atMs: row.at_ms, reversedMs: row.reversed_ms },
  }))
}

/** The account's ids of payments with bookings in a span. */
export async function listRefsIn(
  db: Kysely<Database>,
  { connectionId, fromMs, toMs }: AccountSpan,
): Promise<string[]> {
  const rows = await db
    .selectFrom('provider_movements')
    .select('payment_ref')
    .distinct()
    .where('connection_id', '=', connectionId)
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<', toMs)
    .execute()
  return rows.map(({ payment_ref: ref }) => ref)
}

/** The recorded payments that were paid in a span. */
export async function listPaymentsIn(db: Kysely<Database>, span: AccountSpan): Promise<string[]> {
  const rows = await paidTo(db, span)
    .select('id')
    .where('paid_at_ms', '>=', span.fromMs)
    .where('paid_at_ms', '<', span.toMs)
    .execute()
  return rows.map(({ id }) => id)
}

/** A movement with the recorded payment that the account's id belongs to, if one does. */
export interface StoredMovement extends Movement {
  paymentId: string | null
}

/** An account's movements of some payments on any day, by its ids of them. */
export async function listMovementsOf(
  db: Kysely<Database>,
  { connectionId, siteId, provider }: AccountSpan,
  refs: readonly string[],
): Promise<StoredMovement[]> {
  const found: StoredMovement[] = []
  for (const some of chunksOf(refs, idsAtOnce)) {
    const rows = await db
      .selectFrom('provider_movements as m')
      .leftJoin('payment_aliases as a', (join) =>
        join
          .onRef('a.alias', '=', 'm.payment_ref')
          .on('a.site_id', '=', siteId)
          .on('a.provider', '=', provider),
      )
      .select(movementColumns)
      .select('a.payment_id as paymentId')
      .where('m.connection_id', '=', connectionId)
      .where('m.payment_ref', 'in', some)
      .execute()
    found.push(...rows)
  }
  return found
}

/** An account's movements of up to `idsAtOnce` recorded payments on any day, under any of its ids of them. */
export async function listMovementsFor(
  db: Kysely<Database>,
  { connectionId }: AccountSpan,
  paymentIds: readonly string[],
): Promise<StoredMovement[]> {
  return await db
    .selectFrom('payment_aliases as a')
    // In this order: SQLite would read all movements of the account.
    .crossJoin('provider_movements as m')
    .whereRef('m.payment_ref', '=', 'a.alias')
    .select(movementColumns)
    .select('a.payment_id as paymentId')
    // Only by payment: with a condition on the site, SQLite reads all ids of the site instead.
    .where('a.payment_id', 'in', paymentIds)
    .where('m.connection_id', '=', connectionId)
    .orderBy('m.payment_ref')
    .execute()
}

/** Up to `idsAtOnce` recorded payments. */
export async function findBookedPayments(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<BookedPayment[]> {
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'provider_payment_id', 'amount_minor', 'currency', 'paid_at_ms', 'fees'])
    .where('id', 'in', ids)
    .execute()
  return rows.map(toBooked)
}

// Named as in the rest of the server, so that fifty thousand rows need not be copied.
function toBooked(
  row: Pick<
    Selectable<PaymentsTable>,
    'id' | 'provider_payment_id' | 'amount_minor' | 'currency' | 'paid_at_ms' | 'fees'
  >,
): BookedPayment {
  return {
    id: row.id,
    providerPaymentId: row.provider_payment_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    paidAtMs: row.paid_at_ms,
    fees: row.fees === null ? null : JSON.parse(row.fees),
  }
}

const movementColumns = [
  ...(['m.movement_id as id', 'm.kind', 'm.payment_ref as paymentRef'] as const),
  ...(['m.object_id as objectId', 'm.at_ms as atMs', 'm.recorded_by_ms as recordedByMs'] as const),
  ...(['m.currency', 'm.gross_minor as grossMinor', 'm.fee_currency as feeCurrency'] as const),
  ...(['m.fee_minor as feeMinor', 'm.booked_minor as bookedMinor'] as const),
] as const

import type { Insertable, Kysely, Selectable } from 'kysely'
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

/** A payment as far as reconciliation needs it. */
export type BookedPayment = Pick<
  Payment,
  'id' | 'providerPaymentId' | 'amountMinor' | 'currency' | 'paidAtMs' | 'fees'
>

/** The account's ids of every payment that moved in a span by the account, or was paid in it by the ledger. */
function refsOf(db: Kysely<Database>, span: AccountSpan) {
  const { connectionId, fromMs, toMs } = span
  const moved = db
    .selectFrom('provider_movements')
    .select('payment_ref')
    .where('connection_id', '=', connectionId)
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<', toMs)
  const paid = db
    .selectFrom('payment_aliases')
    .select('alias as payment_ref')
    .where('payment_id', 'in', paidIn(db, span).select('id'))
  return moved.union(paid)
}

function paidIn(db: Kysely<Database>, { siteId, provider, fromMs, toMs }: AccountSpan) {
  return db
    .selectFrom('payments')
    .where('site_id', '=', siteId)
    .where('provider', '=', provider)
    .where('paid_at_ms', '>=', fromMs)
    .where('paid_at_ms', '<', toMs)
}

/** When money of recorded payments went back and forth in a span, and of which payments. */
export async function listReturns(
  db: Kysely<Database>,
  { siteId, provider, fromMs, toMs }: AccountSpan,
): Promise<{ paymentId: string; atMs: number; reversedMs: number | null }[]> {
  const rows = await db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
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

/** A movement with the recorded payment that the account's id belongs to, if one does. */
export interface StoredMovement extends Movement {
  paymentId: string | null
}

/** Every movement, on whatever day, of the payments that `refsOf` names. */
export async function listMovements(
  db: Kysely<Database>,
  span: AccountSpan,
): Promise<StoredMovement[]> {
  const rows = await db
    .selectFrom('provider_movements as m')
    .leftJoin('payment_aliases as a', (join) =>
      join
        .onRef('a.alias', '=', 'm.payment_ref')
        .on('a.site_id', '=', span.siteId)
        .on('a.provider', '=', span.provider),
    )
    .select(movementColumns)
    .select('a.payment_id')
    .where('m.connection_id', '=', span.connectionId)
    .where('m.payment_ref', 'in', refsOf(db, span))
    .orderBy('m.payment_ref')
    .execute()
  return rows.map(toMovement)
}

/** All movements of some recorded payments, a few hundred. */
export async function findMovements(
  db: Kysely<Database>,
  { connectionId, siteId, provider }: AccountSpan,
  paymentIds: readonly string[],
): Promise<StoredMovement[]> {
  const rows = await db
    .selectFrom('payment_aliases as a')
    .innerJoin('provider_movements as m', (join) =>
      join.onRef('m.payment_ref', '=', 'a.alias').on('m.connection_id', '=', connectionId),
    )
    .select(movementColumns)
    .select('a.payment_id')
    .where('a.payment_id', 'in', paymentIds)
    .where('a.site_id', '=', siteId)
    .where('a.provider', '=', provider)
    .orderBy('m.payment_ref')
    .execute()
  return rows.map(toMovement)
}

/** The recorded payments that were paid in a span. */
export async function listBookedPayments(
  db: Kysely<Database>,
  span: AccountSpan,
): Promise<BookedPayment[]> {
  return (await paidIn(db, span).select(bookedColumns).execute()).map(toBooked)
}

/** Some recorded payments, a few hundred. */
export async function findBookedPayments(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<BookedPayment[]> {
  const rows = await db
    .selectFrom('payments')
    .select(bookedColumns)
    .where('id', 'in', ids)
    .execute()
  return rows.map(toBooked)
}

const bookedColumns = [
  ...(['id', 'provider_payment_id', 'amount_minor', 'currency', 'paid_at_ms', 'fees'] as const),
] as const

function toBooked(
  row: Pick<Selectable<PaymentsTable>, (typeof bookedColumns)[number]>,
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
  ...(['m.movement_id', 'm.kind', 'm.payment_ref', 'm.object_id', 'm.at_ms'] as const),
  ...(['m.recorded_by_ms', 'm.currency', 'm.gross_minor'] as const),
  ...(['m.fee_currency', 'm.fee_minor', 'm.booked_minor'] as const),
] as const

type MovementRow = Omit<Selectable<ProviderMovementsTable>, 'connection_id' | 'site_id'> & {
  payment_id: string | null
}

function toMovement(row: MovementRow): StoredMovement {
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
    paymentId: row.payment_id,
  }
}

import type { Kysely } from 'kysely'
import { command } from '../../store/control/command.ts'
import type { Database } from '../../store/control/tables.ts'
import type { Payment } from './payment.ts'
import { toPayment } from './payment-rows.ts'

/** The engine may accept a new revision. */
const onItsWay = { refusals: 0, retry_at_ms: null, reason: null }

/** Marks payments' newest revisions as not yet in the events engine. */
export async function enqueuePayments(
  db: Kysely<Database>,
  payments: readonly Payment[],
): Promise<void> {
  if (payments.length === 0) return
  await db
    .insertInto('payment_outbox')
    .values(payments.map(({ id, revision }) => ({ payment_id: id, revision })))
    .onConflict((conflict) =>
      conflict
        .column('payment_id')
        .doUpdateSet((columns) => ({ revision: columns.ref('excluded.revision'), ...onItsWay })),
    )
    .execute()
}

/** A payment whose newest revision the events engine may lack. */
export interface Undelivered {
  payment: Payment
  /** How often the engine has refused it. */
  refusals: number
}

/** Payments that are not in the events engine yet, and rejected ones that are due again. */
export async function listOutbox(
  db: Kysely<Database>,
  which: 'on-its-way' | { refusedUntilMs: number },
  limit: number,
): Promise<Undelivered[]> {
  const rows = await db
    .selectFrom('payment_outbox')
    .innerJoin('payments', 'payments.id', 'payment_outbox.payment_id')
    .selectAll('payments')
    .select('payment_outbox.refusals')
    .where((where) =>
      which === 'on-its-way'
        ? where('payment_outbox.refusals', '=', 0)
        : where.and([
            where('payment_outbox.refusals', '>', 0),
            where('payment_outbox.retry_at_ms', '<=', which.refusedUntilMs),
          ]),
    )
    .orderBy('payment_outbox.payment_id')
    .limit(limit)
    .execute()
  return rows.map(({ refusals, ...row }) => ({ payment: toPayment(row), refusals }))
}

/** Quarantines a payment that the engine refused. One that changed meanwhile stays in the outbox. */
export async function quarantine(
  db: Kysely<Database>,
  { payment }: Undelivered,
  why: { refusals: number; retryAtMs: number; reason: string },
): Promise<void> {
  await db
    .updateTable('payment_outbox')
    .set({ refusals: why.refusals, retry_at_ms: why.retryAtMs, reason: why.reason })
    .where('payment_id', '=', payment.id)
    .where('revision', '<=', payment.revision)
    .execute()
}

/** Makes all quarantined payments due now; returns how many. */
export async function retryQuarantined(db: Kysely<Database>): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('payment_outbox')
    .set({ retry_at_ms: 0 })
    .where('refusals', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** How many payments are quarantined, of all or of some, and the engine's error for one of them. */
export async function inspectQuarantined(
  db: Kysely<Database>,
  paymentIds?: readonly string[],
): Promise<{ count: number; reason: string | undefined }> {
  if (paymentIds?.length === 0) return { count: 0, reason: undefined }
  const { count, reason } = await db
    .selectFrom('payment_outbox')
    .select((select) => [
      select.fn.countAll<number>().as('count'),
      select.fn.max('reason').as('reason'),
    ])
    .where('refusals', '>', 0)
    .$if(paymentIds !== undefined, (some) => some.where('payment_id', 'in', paymentIds ?? []))
    .executeTakeFirstOrThrow()
  return { count, reason: reason ?? undefined }
}

/** How many payments there are whose newest revision the events engine may lack. */
export async function countOutbox(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('payment_outbox')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Removes confirmed payments from the outbox; a payment that changed meanwhile stays. It is a transaction because
 * Postgres may refuse one of two nodes that confirm the same payments, and only transactions are retried.
 */
export const confirmOutbox = command('confirm-outbox', deleteConfirmed)

async function deleteConfirmed(
  db: Kysely<Database>,
  delivered: readonly Pick<Payment, 'id' | 'revision'>[],
): Promise<void> {
  if (delivered.length === 0) return
  await db
    .deleteFrom('payment_outbox')
    .where((where) =>
      where.or(
        delivered.map(({ id, revision }) =>
          where.and([where('payment_id', '=', id), where('revision', '<=', revision)]),
        ),
      ),
    )
    .execute()
}

/** Requests that payments are copied to the events engine again, as they are. */
export async function enqueueAgain(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<void> {
  if (paymentIds.length === 0) return
  await db
    .insertInto('payment_outbox')
    .columns(['payment_id', 'revision'])
    .expression((select) =>
      select.selectFrom('payments').select(['id', 'revision']).where('id', 'in', paymentIds),
    )
    .onConflict((conflict) => conflict.column('payment_id').doUpdateSet(onItsWay))
    .execute()
}

import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'
import type { Payment } from './payment.ts'
import { toPayment } from './payment-rows.ts'

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
        .doUpdateSet((columns) => ({ revision: columns.ref('excluded.revision') })),
    )
    .execute()
}

/** Payments that the events engine may not have in their newest revision. */
export async function listOutbox(db: Kysely<Database>, limit: number): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payment_outbox')
    .innerJoin('payments', 'payments.id', 'payment_outbox.payment_id')
    .selectAll('payments')
    .orderBy('payment_outbox.payment_id')
    .limit(limit)
    .execute()
  return rows.map(toPayment)
}

/** How many payments the events engine may not have in their newest revision. */
export async function countOutbox(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('payment_outbox')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Forgets what the engine has confirmed; a payment that changed meanwhile stays. */
export async function confirmOutbox(
  db: Kysely<Database>,
  delivered: readonly Payment[],
): Promise<void> {
  if (delivered.length === 0) return
  await db
    .deleteFrom('payment_outbox')
    .where((where) =>
      where.or(
        delivered.map((payment) =>
          where.and([
            where('payment_id', '=', payment.id),
            where('revision', '<=', payment.revision),
          ]),
        ),
      ),
    )
    .execute()
}

/** Has payments copied to the events engine once more, as they are. */
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
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute()
}

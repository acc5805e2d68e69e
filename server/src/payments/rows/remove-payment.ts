import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { makeDuplicatesOfDue } from './duplicate-rows.ts'
import { dueAtOnce, noLink, type Payment } from './payment.ts'
import { enqueuePayments } from './payment-outbox.ts'
import { mostLookedThrough } from './payment-pages.ts'
import { lockPayment, savePayment, toPayment } from './payment-rows.ts'

/** Payments by their ids, unsorted. */
export async function findPayments(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Payment[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('payments').selectAll().where('id', 'in', ids).execute()
  return rows.map(toPayment)
}

/** Removes a payment and everything derived from its facts. The caller removes the reports' copy. */
export async function deletePayment(db: Kysely<Database>, paymentId: string): Promise<void> {
  await db.deleteFrom('payment_outbox').where('payment_id', '=', paymentId).execute()
  await db.deleteFrom('payment_waits').where('payment_id', '=', paymentId).execute()
  await db.deleteFrom('payment_rates').where('payment_id', '=', paymentId).execute()
  await db.deleteFrom('payment_merges').where('payment_id', '=', paymentId).execute()
  await db.deleteFrom('payment_history').where('payment_id', '=', paymentId).execute()
  await db.deleteFrom('refunds').where('payment_id', '=', paymentId).execute()
  await db.deleteFrom('payments').where('id', '=', paymentId).execute()
  await makeDuplicatesOfDue(db, [paymentId])
}

/** Deletes the ids of a payment that no fact uses any more. */
export async function keepAliases(
  db: Kysely<Database>,
  paymentId: string,
  aliases: readonly string[],
): Promise<void> {
  const ofPayment = db.deleteFrom('payment_aliases').where('payment_id', '=', paymentId)
  await (aliases.length === 0 ? ofPayment : ofPayment.where('alias', 'not in', aliases)).execute()
}

/** Requests new links for the renewals that inherited the visitor of a removed payment. */
export async function unlinkRenewalsOf(
  db: Kysely<Database>,
  first: Payment,
  nowMs: number,
): Promise<void> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('first_payment_id', '=', first.id)
    .execute()
  for (const id of rows.map((row) => row.id).sort()) {
    const payment = await lockPayment(db, id)
    if (payment === undefined || payment.link.method === 'manual') continue
    const saved = {
      ...{ ...payment, link: noLink(payment.paidAtMs) },
      relinkAtMs: payment.erasedMs === null ? dueAtOnce : null,
      revision: payment.revision + 1,
      updatedMs: nowMs,
    }
    await savePayment(db, saved)
    await enqueuePayments(db, [saved])
  }
}

/** The payments that are linked to some visitors by a rule. */
export async function listPaymentsOfVisitors(
  db: Kysely<Database>,
  siteId: string,
  visitorIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('site_id', '=', siteId)
    .where('visitor_id', 'in', visitorIds)
    .where('link_method', '!=', 'manual')
    .execute()
  return rows.map(({ id }) => id).sort()
}

/** The payments that are linked by a rule and changed since then, part by part. */
export async function* listLinkedSince(
  db: Kysely<Database>,
  siteId: string,
  sinceMs: number,
): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('payments')
      .select(['id', 'visitor_id', 'link_method', 'updated_ms'])
      .where('site_id', '=', siteId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(mostLookedThrough)
      .execute()
    yield rows
      .filter((row) => row.visitor_id !== null && row.link_method !== 'manual')
      .filter((row) => row.updated_ms >= sinceMs)
      .map(({ id }) => id)
    if (rows.length < mostLookedThrough) return
    after = rows.at(-1)?.id ?? ''
    await new Promise(setImmediate)
  }
}

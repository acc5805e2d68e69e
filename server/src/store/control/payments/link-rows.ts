import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'
import { dueAtOnce, type Payment } from './payment.ts'
import { toPayment } from './payment-rows.ts'

/**
 * Payments whose linking is due, the longest due first. Those that merely wait for an id to turn up
 * are left out when they were received before `waitingSinceMs`; what made something due is not.
 */
export async function listDueForLinking(
  db: Kysely<Database>,
  { nowMs, waitingSinceMs }: { nowMs: number; waitingSinceMs: number },
  limit: number,
): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('relink_at_ms', 'is not', null)
    .where('relink_at_ms', '<=', nowMs)
    .where((where) =>
      where.or([where('relink_at_ms', '=', dueAtOnce), where('received_ms', '>=', waitingSinceMs)]),
    )
    .orderBy('relink_at_ms')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toPayment)
}

/** Says when linking is to be tried next, without a new revision: nothing that is reported changes. */
export async function postponeLinking(
  db: Kysely<Database>,
  paymentIds: readonly string[],
  relinkAtMs: number,
): Promise<void> {
  if (paymentIds.length === 0) return
  await db
    .updateTable('payments')
    .set({ relink_at_ms: relinkAtMs })
    .where('id', 'in', paymentIds)
    .execute()
}

/**
 * The new revision makes a linking that is under way, and does not know the news, come to nothing;
 * without it, that one would write "nothing to look for" over what makes this due.
 */
const due = { relink_at_ms: dueAtOnce, revision: sql<number>`revision + 1` }

/** Makes the linking of a payment due that is not linked for certain, unless it is due anyway. */
export async function makeLinkingDue(
  db: Kysely<Database>,
  paymentId: string,
  nowMs: number,
): Promise<void> {
  const open = await db
    .selectFrom('payments')
    .select(['link_method', 'relink_at_ms'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (open === undefined || !['none', 'time'].includes(open.link_method)) return
  if (open.relink_at_ms !== null && open.relink_at_ms < nowMs + 1000) return
  await db
    .updateTable('payments')
    .set(due)
    .where('id', '=', paymentId)
    .where('link_method', 'in', ['none', 'time'])
    .where('erased_ms', 'is', null)
    .execute()
}

/** Makes the linking of every payment with an e-mail hash due that has no surer link. */
export async function makeEmailLinkingDue(
  db: Kysely<Database>,
  siteId: string,
  emailHash: string,
): Promise<void> {
  await db
    .updateTable('payments')
    .set(due)
    .where('site_id', '=', siteId)
    .where('email_hash', '=', emailHash)
    .where('link_method', 'in', ['none', 'time', 'email'])
    .execute()
}

/** Makes the linking of the renewals due that inherit, or could inherit, from a payment. */
export async function makeRenewalLinkingDue(db: Kysely<Database>, first: Payment): Promise<void> {
  const renewals = db
    .updateTable('payments')
    .set(due)
    .where('site_id', '=', first.siteId)
    .where('provider', '=', first.provider)
    .where('renewal', '=', 1)
  // One update for each index: with `or` a database reads all of a site's payments.
  if (first.customerId !== null) {
    await renewals.where('customer_id', '=', first.customerId).execute()
  }
  if (first.subscriptionId !== null) {
    await renewals.where('subscription_id', '=', first.subscriptionId).execute()
  }
}

/**
 * The first payment of a renewal's subscription, or of its customer where no subscription is known:
 * the earliest that is no renewal itself and was not made after it.
 */
export async function findFirstPayment(
  db: Kysely<Database>,
  renewal: Payment,
): Promise<Payment | undefined> {
  const [column, value] =
    renewal.subscriptionId === null
      ? (['customer_id', renewal.customerId] as const)
      : (['subscription_id', renewal.subscriptionId] as const)
  if (value === null) return undefined
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', renewal.siteId)
    .where('provider', '=', renewal.provider)
    .where(column, '=', value)
    .where('id', '!=', renewal.id)
    .where((where) => where.or([where('renewal', 'is', null), where('renewal', '=', 0)]))
    .where('paid_at_ms', '<=', renewal.paidAtMs)
    .orderBy('paid_at_ms')
    .orderBy('id')
    .executeTakeFirst()
  return row && toPayment(row)
}

/** Of a site's payments in a stretch of time (renewals and free ones aside): how many, how many linked for certain. */
export async function countKnownPayments(
  db: Kysely<Database>,
  siteId: string,
  range: { sinceMs: number; untilMs: number },
): Promise<{ all: number; known: number }> {
  const rows = await db
    .selectFrom('payments')
    .select(['link_method', (column) => column.fn.countAll<number>().as('payments')])
    .where('site_id', '=', siteId)
    .where('paid_at_ms', '>=', range.sinceMs)
    .where('paid_at_ms', '<', range.untilMs)
    .where('amount_minor', '>', 0)
    .where((where) => where.or([where('renewal', 'is', null), where('renewal', '=', 0)]))
    .groupBy('link_method')
    .execute()
  const count = (of: readonly { payments: number }[]) =>
    of.reduce((sum, row) => sum + Number(row.payments), 0)
  return {
    all: count(rows),
    known: count(rows.filter((row) => ['ids', 'email'].includes(row.link_method))),
  }
}

/** Whether another payment of the same stretch of time is linked to a session. */
export async function isSessionTaken(
  db: Kysely<Database>,
  payment: Payment,
  session: { visitorId: string; sessionId: string },
  range: { sinceMs: number; untilMs: number },
): Promise<boolean> {
  const other = await db
    .selectFrom('payments')
    .select('id')
    .where('site_id', '=', payment.siteId)
    .where('visitor_id', '=', session.visitorId)
    .where('session_id', '=', session.sessionId)
    .where('id', '!=', payment.id)
    .where('paid_at_ms', '>=', range.sinceMs)
    .where('paid_at_ms', '<=', range.untilMs)
    .executeTakeFirst()
  return other !== undefined
}

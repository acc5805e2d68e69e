import type { Insertable, Kysely, Selectable } from 'kysely'
import { chunksOf, idsAtOnce, rowsAtOnce } from '../../store/control/chunks.ts'
import type { PaymentsTable } from '../../store/control/tables/payment-tables.ts'
import type { Database } from '../../store/control/tables.ts'
import type { Payment } from './payment.ts'

interface Alias {
  alias: string
  paymentId: string
}

/**
 * Makes ids aliases of payments, unless they have an owner. Returns which were free, and the owners of the others.
 * Of several simultaneous transactions the first wins and the others wait for it.
 */
export async function claimAliases(
  db: Kysely<Database>,
  { siteId, provider }: { siteId: string; provider: string },
  aliases: readonly Alias[],
): Promise<{ claimed: Map<string, string>; owners: Map<string, string> }> {
  const claimed = new Map<string, string>()
  const owners = new Map<string, string>()
  // In a fixed order, so that two transactions do not deadlock.
  const inOrder = aliases.toSorted((a, b) => (a.alias < b.alias ? -1 : 1))
  for (const some of chunksOf(inOrder, idsAtOnce)) {
    const free = await db
      .insertInto('payment_aliases')
      .values(
        some.map(({ alias, paymentId }) => ({
          ...{ site_id: siteId, provider, alias, payment_id: paymentId },
        })),
      )
      .onConflict((conflict) => conflict.columns(['site_id', 'provider', 'alias']).doNothing())
      .returning(['alias', 'payment_id'])
      .execute()
    for (const row of free) claimed.set(row.alias, row.payment_id)
    const taken = some.filter(({ alias }) => !claimed.has(alias))
    if (taken.length === 0) continue
    const rows = await db
      .selectFrom('payment_aliases')
      .select(['alias', 'payment_id'])
      .where('site_id', '=', siteId)
      .where('provider', '=', provider)
      .where(
        'alias',
        'in',
        taken.map(({ alias }) => alias),
      )
      .execute()
    for (const row of rows) owners.set(row.alias, row.payment_id)
  }
  return { claimed, owners }
}

/** Moves ids to other payments than those that they were claimed for. */
export async function moveAliases(
  db: Kysely<Database>,
  { siteId, provider }: { siteId: string; provider: string },
  aliases: readonly Alias[],
): Promise<void> {
  for (const some of chunksOf(aliases, idsAtOnce)) {
    await db
      .insertInto('payment_aliases')
      .values(
        some.map(({ alias, paymentId }) => ({
          ...{ site_id: siteId, provider, alias, payment_id: paymentId },
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['site_id', 'provider', 'alias'])
          .doUpdateSet(({ ref }) => ({ payment_id: ref('excluded.payment_id') })),
      )
      .execute()
  }
}

/** Every id a provider uses for a payment, its main one included. */
export async function listAliases(db: Kysely<Database>, paymentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_aliases')
    .select('alias')
    .where('payment_id', '=', paymentId)
    .orderBy('alias')
    .execute()
  return rows.map((row) => row.alias)
}

/**
 * Stores payments as a version of the rules computed them: new ones, and the next revisions of others, whose locks
 * the caller holds.
 */
export async function savePayments(
  db: Kysely<Database>,
  payments: readonly Payment[],
  foldVersion: number,
): Promise<void> {
  for (const some of chunksOf(payments, rowsAtOnce)) {
    const rows = some.map((payment) => ({ ...toRow(payment), fold_version: foldVersion }))
    const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id')
    await db
      .insertInto('payments')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(({ ref }) =>
            Object.fromEntries(
              columns.map((name) => [name, ref(`excluded.${name as keyof PaymentsTable}`)]),
            ),
          ),
      )
      .execute()
  }
}

/** Replaces a payment's row with its next revision. The caller holds its lock. */
export async function savePayment(db: Kysely<Database>, payment: Payment): Promise<void> {
  const { id, ...columns } = toRow(payment)
  await db.updateTable('payments').set(columns).where('id', '=', id).execute()
}

/** Replaces the linking result of a payment. The caller holds its lock. */
export async function saveLink(db: Kysely<Database>, payment: Payment): Promise<void> {
  const columns = { ...linkColumns(payment), ...stateColumns(payment) }
  await db.updateTable('payments').set(columns).where('id', '=', payment.id).execute()
}

/** Reads a payment and locks it until the transaction ends. */
export async function lockPayment(db: Kysely<Database>, id: string): Promise<Payment | undefined> {
  return (await lockPayments(db, [id])).get(id)
}

/** Like `lockPayment`, by the payments' ids, in any order, as a serializable transaction is retried. */
export async function lockPayments(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<Map<string, Payment>> {
  const locked = new Map<string, Payment>()
  for (const some of chunksOf(ids, idsAtOnce)) {
    // An update that changes nothing locks the rows in Postgres and takes the one write lock of SQLite, which has no
    // `for update`.
    const rows = await db
      .updateTable('payments')
      .set((column) => ({ updated_ms: column.ref('updated_ms') }))
      .where('id', 'in', some)
      .returningAll()
      .execute()
    for (const row of rows) locked.set(row.id, toPayment(row))
  }
  return locked
}

export async function findPayment(
  db: Kysely<Database>,
  siteId: string,
  id: string,
): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toPayment(row)
}

/** The payment that a provider identifies by any of its ids. */
export async function findPaymentByAlias(
  db: Kysely<Database>,
  alias: { siteId: string; provider: string; alias: string },
): Promise<Payment | undefined> {
  const row = await db
    .selectFrom('payment_aliases')
    .innerJoin('payments', 'payments.id', 'payment_aliases.payment_id')
    .selectAll('payments')
    .where('payment_aliases.site_id', '=', alias.siteId)
    .where('payment_aliases.provider', '=', alias.provider)
    .where('payment_aliases.alias', '=', alias.alias)
    .executeTakeFirst()
  return row && toPayment(row)
}

/** A row of the table as the rest of the server knows a payment. */
export function toPayment(row: Selectable<PaymentsTable>): Payment {
  return {
    id: row.id,
    siteId: row.site_id,
    provider: row.provider,
    providerPaymentId: row.provider_payment_id,
    amountMinor: row.amount_minor,
    currency: row.currency,
    paidAtMs: row.paid_at_ms,
    paidAtGiven: row.paid_at_given === 1,
    renewal: row.renewal === null ? null : row.renewal === 1,
    trial: row.trial === null ? null : row.trial === 1,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    customerEmail: row.customer_email,
    emailHash: row.email_hash,
    givenVisitorId: row.given_visitor_id,
    givenSessionId: row.given_session_id,
    referenceVisitorId: row.reference_visitor_id,
    metadata: row.metadata === null ? null : JSON.parse(row.metadata),
    taxMinor: row.tax_minor,
    fees: row.fees === null ? null : JSON.parse(row.fees),
    product: row.product,
    renewalReported: row.renewal_told === null ? null : row.renewal_told === 1,
    trialReported: row.trial_told === null ? null : row.trial_told === 1,
    link: {
      method: row.link_method,
      confidence: row.link_confidence,
      visitorId: row.visitor_id,
      sessionId: row.session_id,
      pathVisitorIds: JSON.parse(row.path_visitor_ids),
      pathAtMs: row.path_at_ms,
      firstPaymentId: row.first_payment_id,
      steps: JSON.parse(row.link_receipt),
    },
    relinkAtMs: row.relink_at_ms,
    revision: row.revision,
    receivedMs: row.received_ms,
    updatedMs: row.updated_ms,
    erasedMs: row.erased_ms,
    duplicate:
      row.duplicate_of === null || row.duplicate_by === null
        ? null
        : { paymentId: row.duplicate_of, by: row.duplicate_by },
    isCountedByHand: row.counted_by_hand === 1,
  }
}

function toRow(payment: Payment): Insertable<PaymentsTable> {
  const flag = (value: boolean | null) => (value === null ? null : Number(value))
  return {
    id: payment.id,
    site_id: payment.siteId,
    provider: payment.provider,
    provider_payment_id: payment.providerPaymentId,
    amount_minor: payment.amountMinor,
    currency: payment.currency,
    paid_at_ms: payment.paidAtMs,
    paid_at_given: Number(payment.paidAtGiven),
    renewal: flag(payment.renewal),
    trial: flag(payment.trial),
    customer_id: payment.customerId,
    subscription_id: payment.subscriptionId,
    customer_email: payment.customerEmail,
    email_hash: payment.emailHash,
    given_visitor_id: payment.givenVisitorId,
    given_session_id: payment.givenSessionId,
    reference_visitor_id: payment.referenceVisitorId,
    metadata: payment.metadata === null ? null : JSON.stringify(payment.metadata),
    tax_minor: payment.taxMinor,
    fees: payment.fees === null ? null : JSON.stringify(payment.fees),
    product: payment.product,
    renewal_told: flag(payment.renewalReported),
    trial_told: flag(payment.trialReported),
    received_ms: payment.receivedMs,
    erased_ms: payment.erasedMs,
    duplicate_of: payment.duplicate?.paymentId ?? null,
    duplicate_by: payment.duplicate?.by ?? null,
    counted_by_hand: Number(payment.isCountedByHand),
    ...linkColumns(payment),
    ...stateColumns(payment),
  }
}

function linkColumns({ link }: Payment) {
  return {
    link_method: link.method,
    link_confidence: link.confidence,
    visitor_id: link.visitorId,
    session_id: link.sessionId,
    path_visitor_ids: JSON.stringify(link.pathVisitorIds),
    path_at_ms: link.pathAtMs,
    first_payment_id: link.firstPaymentId,
    link_receipt: JSON.stringify(link.steps),
  }
}

function stateColumns(payment: Payment) {
  return {
    relink_at_ms: payment.relinkAtMs,
    revision: payment.revision,
    updated_ms: payment.updatedMs,
  }
}

// The ledger: payments under every id a provider uses for them, refunds, what was said when, who is
// who, and the outbox that copies it all to the events engine.
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await createPayments(db)
  await createPaymentParts(db)
  await createIdentities(db)
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await paymentLinkColumns(paymentColumns(db))
    .addUniqueConstraint('payments_identity', ['site_id', 'provider', 'provider_payment_id'])
    .execute()
  await index(db, 'payments', ['site_id', 'paid_at_ms'])
  await index(db, 'payments', ['site_id', 'email_hash'])
  await index(db, 'payments', ['site_id', 'provider', 'customer_id'])
  await index(db, 'payments', ['site_id', 'provider', 'subscription_id'])
  await index(db, 'payments', ['site_id', 'visitor_id'])
  await db.schema
    .createIndex('payments_relink_at_ms')
    .on('payments')
    .column('relink_at_ms')
    .where(sql.ref('relink_at_ms'), 'is not', null)
    .execute()
}

function paymentColumns(db: Kysely<unknown>) {
  return db.schema
    .createTable('payments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_payment_id', 'text', (c) => c.notNull())
    .addColumn('amount_minor', 'bigint', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('paid_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('paid_at_given', 'integer', (c) => c.notNull())
    .addColumn('renewal', 'integer')
    .addColumn('trial', 'integer')
    .addColumn('customer_id', 'text')
    .addColumn('subscription_id', 'text')
    .addColumn('customer_email', 'text')
    .addColumn('email_hash', 'text')
    .addColumn('given_visitor_id', 'text')
    .addColumn('given_session_id', 'text')
    .addColumn('metadata', 'text')
}

function paymentLinkColumns<Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
) {
  return table
    .addColumn('link_method', 'text', (c) => c.notNull())
    .addColumn('link_confidence', 'double precision', (c) => c.notNull())
    .addColumn('visitor_id', 'text')
    .addColumn('session_id', 'text')
    .addColumn('path_visitor_ids', 'text', (c) => c.notNull())
    .addColumn('path_at_ms', 'bigint', (c) => c.notNull())
    .addColumn('first_payment_id', 'text')
    .addColumn('link_receipt', 'text', (c) => c.notNull())
    .addColumn('relink_at_ms', 'bigint')
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addColumn('received_ms', 'bigint', (c) => c.notNull())
    .addColumn('updated_ms', 'bigint', (c) => c.notNull())
}

async function createPaymentParts(db: Kysely<unknown>): Promise<void> {
  // No foreign key: an alias is claimed first, so that of two reports at once only one makes a payment.
  await db.schema
    .createTable('payment_aliases')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('alias', 'text', (c) => c.notNull())
    .addColumn('payment_id', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_aliases_identity', ['site_id', 'provider', 'alias'])
    .execute()
  await index(db, 'payment_aliases', ['payment_id'])
  await db.schema
    .createTable('refunds')
    .addColumn('payment_id', 'text', (c) => c.notNull())
    .addColumn('refund_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('amount_minor', 'bigint', (c) => c.notNull())
    .addColumn('at_ms', 'bigint', (c) => c.notNull())
    .addColumn('received_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('refunds_identity', ['payment_id', 'refund_id'])
    .execute()
  await db.schema
    .createTable('payment_history')
    .addColumn('payment_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at_ms', 'bigint', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_history_identity', ['payment_id', 'number'])
    .execute()
  await db.schema
    .createTable('payment_outbox')
    .addColumn('payment_id', 'text', (c) => c.primaryKey())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .execute()
}

async function createIdentities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identities')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('visitor_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('first_seen_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_ms', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('identities_identity', ['site_id', 'visitor_id', 'kind', 'value'])
    .execute()
  await index(db, 'identities', ['site_id', 'kind', 'value'])
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
}

// The ledger keeps what it was told (facts) and derives every payment from that, so that facts may
// come in any order; ids of payments that turned out to be one keep their meaning; rates are kept.
import { type Kysely, sql } from 'kysely'

/** The older tables as they are when this runs. */
interface Before {
  payments: {
    id: string
    site_id: string
    provider: string
    provider_payment_id: string
    amount_minor: number
    currency: string
    paid_at_ms: number
    paid_at_given: number
    renewal: number | null
    trial: number | null
    customer_id: string | null
    subscription_id: string | null
    customer_email: string | null
    email_hash: string | null
    given_visitor_id: string | null
    given_session_id: string | null
    metadata: string | null
    received_ms: number
    erased_ms: number | null
    renewal_told: number | null
    trial_told: number | null
  }
  refunds: {
    payment_id: string
    refund_id: string
    kind: string
    amount_minor: number
    at_ms: number
    received_ms: number
  }
  payment_facts: Record<string, string | number | null>
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await createFacts(db)
  await createMerges(db)
  await db.schema.alterTable('payments').addColumn('tax_minor', 'bigint').execute()
  await db.schema.alterTable('payments').addColumn('product', 'text').execute()
  await db.schema.alterTable('payments').addColumn('renewal_told', 'integer').execute()
  await db.schema.alterTable('payments').addColumn('trial_told', 'integer').execute()
  await db.schema
    .createIndex('payments_first_payment_id')
    .on('payments')
    .column('first_payment_id')
    .where(sql.ref('first_payment_id'), 'is not', null)
    .execute()
  await db.schema.alterTable('refunds').addColumn('state', 'text').execute()
  await db.schema.alterTable('refunds').addColumn('reversed_ms', 'bigint').execute()
  await takeOverPayments(db as Kysely<Before>)
  await takeOverRefunds(db as Kysely<Before>)
}

async function createFacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payment_facts')
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('fact_key', 'text', (c) => c.notNull())
    .addColumn('payment_id', 'text', (c) => c.notNull())
    .addColumn('sequence', 'integer', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('received_ms', 'bigint', (c) => c.notNull())
    .addColumn('money', 'text', (c) => c.notNull())
    .addColumn('person', 'text')
    .addColumn('visitor_id', 'text')
    .addPrimaryKeyConstraint('payment_facts_identity', ['site_id', 'fact_key'])
    .execute()
  await db.schema
    .createIndex('payment_facts_payment_id')
    .on('payment_facts')
    .column('payment_id')
    .execute()
  await db.schema
    .createIndex('payment_facts_site_id_visitor_id')
    .on('payment_facts')
    .columns(['site_id', 'visitor_id'])
    .execute()
}

async function createMerges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payment_merges')
    .addColumn('old_id', 'text', (c) => c.primaryKey())
    .addColumn('site_id', 'text', (c) => c.notNull())
    .addColumn('payment_id', 'text', (c) => c.notNull())
    .addColumn('entry_ids', 'text', (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('payment_merges_payment_id')
    .on('payment_merges')
    .column('payment_id')
    .execute()
}

/** Turns the fields of each payment's row into its first fact. */
async function takeOverPayments(db: Kysely<Before>): Promise<void> {
  await db
    .updateTable('payments')
    .set((c) => ({ renewal_told: c.ref('renewal') }))
    .execute()
  await db
    .updateTable('payments')
    .set((c) => ({ trial_told: c.ref('trial') }))
    .execute()
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('payments')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(500)
      .execute()
    if (rows.length === 0) return
    await db.insertInto('payment_facts').values(rows.map(factOfPayment)).execute()
    after = rows.at(-1)?.id ?? ''
  }
}

function factOfPayment(row: Before['payments']) {
  const flag = (value: number | null) => (value === null ? null : value === 1)
  return {
    site_id: row.site_id,
    fact_key: `row:${row.id}`,
    payment_id: row.id,
    sequence: 1,
    source: 'api',
    received_ms: row.received_ms,
    visitor_id: row.given_visitor_id,
    money: JSON.stringify({
      kind: 'payment',
      ids: [row.provider_payment_id],
      amountMinor: row.amount_minor,
      currency: row.currency,
      taxMinor: null,
      paidAtMs: row.paid_at_given === 1 ? row.paid_at_ms : null,
      renewal: flag(row.renewal),
      trial: flag(row.trial),
      product: null,
    }),
    person:
      row.erased_ms === null
        ? JSON.stringify({
            customerId: row.customer_id,
            subscriptionId: row.subscription_id,
            customerEmail: row.customer_email,
            emailHash: row.email_hash,
            visitorId: row.given_visitor_id,
            sessionId: row.given_session_id,
            metadata: row.metadata === null ? null : JSON.parse(row.metadata),
          })
        : null,
  }
}

async function takeOverRefunds(db: Kysely<Before>): Promise<void> {
  for (let after = { payment_id: '', refund_id: '' }; ; ) {
    const rows = await db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(['payments.site_id', 'payments.provider_payment_id', 'payments.currency'])
      .selectAll('refunds')
      .where((where) =>
        where.or([
          where('refunds.payment_id', '>', after.payment_id),
          where.and([
            where('refunds.payment_id', '=', after.payment_id),
            where('refunds.refund_id', '>', after.refund_id),
          ]),
        ]),
      )
      .orderBy('refunds.payment_id')
      .orderBy('refunds.refund_id')
      .limit(500)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    const facts = rows.map((row, index) => ({
      site_id: row.site_id,
      fact_key: `refund:${row.payment_id}:${row.refund_id}`,
      payment_id: row.payment_id,
      sequence: index + 2,
      source: 'api',
      received_ms: row.received_ms,
      visitor_id: null,
      person: null,
      money: JSON.stringify({
        kind: 'refund',
        ids: [row.provider_payment_id],
        how: row.kind,
        refundId: row.refund_id,
        amountMinor: row.amount_minor,
        currency: row.currency,
        atMs: row.at_ms,
      }),
    }))
    await db.insertInto('payment_facts').values(facts).execute()
    after = last
  }
}

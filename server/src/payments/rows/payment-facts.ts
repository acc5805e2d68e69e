import type { Kysely, Selectable } from 'kysely'
import type { PaymentFactsTable } from '../../store/control/tables/payment-tables.ts'
import type { Database } from '../../store/control/tables.ts'

/** A fact as it is stored. What `money` and `person` hold is the ledger's business. */
export interface FactRow {
  key: string
  source: string
  receivedMs: number
  sequence: number
  money: unknown
  person: unknown
  visitorId: string | null
}

/** Which of these facts are stored for a site, with their payments. */
export async function findKnownFacts(
  db: Kysely<Database>,
  siteId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('payment_facts')
    .select(['fact_key', 'payment_id'])
    .where('site_id', '=', siteId)
    .where('fact_key', 'in', keys)
    .execute()
  return new Map(rows.map((row) => [row.fact_key, row.payment_id]))
}

/** Adds a fact behind those that a payment has, unless it is known. */
export async function addFact(
  db: Kysely<Database>,
  place: { siteId: string; paymentId: string },
  fact: FactRow,
): Promise<void> {
  await db
    .insertInto('payment_facts')
    .values({
      site_id: place.siteId,
      fact_key: fact.key,
      payment_id: place.paymentId,
      sequence: fact.sequence,
      source: fact.source,
      received_ms: fact.receivedMs,
      money: JSON.stringify(fact.money),
      person: fact.person === null ? null : JSON.stringify(fact.person),
      visitor_id: fact.visitorId,
    })
    .onConflict((conflict) => conflict.columns(['site_id', 'fact_key']).doNothing())
    .execute()
}

/** Everything that was said about a payment, in the order it came. */
export async function listFacts(db: Kysely<Database>, paymentId: string): Promise<FactRow[]> {
  const rows = await db
    .selectFrom('payment_facts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('received_ms')
    .orderBy('sequence')
    .orderBy('fact_key')
    .execute()
  return rows.map(toFact)
}

function toFact(row: Selectable<PaymentFactsTable>): FactRow {
  return {
    key: row.fact_key,
    source: row.source,
    receivedMs: row.received_ms,
    sequence: row.sequence,
    money: JSON.parse(row.money),
    person: row.person === null ? null : JSON.parse(row.person),
    visitorId: row.visitor_id,
  }
}

/** Forgets the person in a payment's facts; what they say of the money stays. */
export async function erasePersonFromFacts(db: Kysely<Database>, paymentId: string): Promise<void> {
  await db
    .updateTable('payment_facts')
    .set({ person: null, visitor_id: null })
    .where('payment_id', '=', paymentId)
    .execute()
}

/** Forgets the person in every fact that names a visitor, whatever payment it is about. */
export async function eraseFactsNaming(
  db: Kysely<Database>,
  { siteId, visitorId, untilMs }: { siteId: string; visitorId: string; untilMs: number },
): Promise<void> {
  await db
    .updateTable('payment_facts')
    .set({ person: null, visitor_id: null })
    .where('site_id', '=', siteId)
    .where('visitor_id', '=', visitorId)
    .where('received_ms', '<=', untilMs)
    .execute()
}

/** Which payments some facts of a site are about. */
export async function paymentsOfFacts(
  db: Kysely<Database>,
  siteId: string,
  keys: readonly string[],
): Promise<string[]> {
  return [...new Set((await findKnownFacts(db, siteId, keys)).values())].sort()
}

/** Removes these facts of a payment. */
export async function deleteFacts(
  db: Kysely<Database>,
  siteId: string,
  keys: readonly string[],
  paymentId: string,
): Promise<void> {
  await db
    .deleteFrom('payment_facts')
    .where('site_id', '=', siteId)
    .where('payment_id', '=', paymentId)
    .where('fact_key', 'in', keys)
    .execute()
}

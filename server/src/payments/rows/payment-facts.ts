import type { Kysely, Selectable } from 'kysely'
import { chunksOf, idsAtOnce, rowsAtOnce } from '../../store/control/chunks.ts'
import type { PaymentFactsTable } from '../../store/control/tables/payment-tables.ts'
import type { Database } from '../../store/control/tables.ts'

/** A fact as it is stored. Only the ledger interprets `money` and `person`. */
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
  const known = new Map<string, string>()
  for (const some of chunksOf(keys, idsAtOnce)) {
    const rows = await db
      .selectFrom('payment_facts')
      .select(['fact_key', 'payment_id'])
      .where('site_id', '=', siteId)
      .where('fact_key', 'in', some)
      .execute()
    for (const row of rows) known.set(row.fact_key, row.payment_id)
  }
  return known
}

/** A fact with its payment. */
export interface PlacedFact extends FactRow {
  paymentId: string
}

/** Adds new facts; returns them as stored. */
export async function addFacts(
  db: Kysely<Database>,
  siteId: string,
  facts: readonly PlacedFact[],
): Promise<PlacedFact[]> {
  const added: PlacedFact[] = []
  for (const some of chunksOf(facts, rowsAtOnce)) {
    const rows = some.map((fact) => ({
      site_id: siteId,
      fact_key: fact.key,
      payment_id: fact.paymentId,
      sequence: fact.sequence,
      source: fact.source,
      received_ms: fact.receivedMs,
      money: JSON.stringify(fact.money),
      person: fact.person === null ? null : JSON.stringify(fact.person),
      visitor_id: fact.visitorId,
    }))
    const stored = await db
      .insertInto('payment_facts')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['site_id', 'fact_key']).doNothing())
      .returning('fact_key')
      .execute()
    const keys = new Set(stored.map((row) => row.fact_key))
    added.push(...rows.filter((row) => keys.has(row.fact_key)).map(toFact))
  }
  return added
}

/** All facts of a payment, in the order they arrived. */
export async function listFacts(db: Kysely<Database>, paymentId: string): Promise<PlacedFact[]> {
  return (await listFactsOf(db, [paymentId])).get(paymentId) ?? []
}

/** Like `listFacts`, by the payments' ids. */
export async function listFactsOf(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, PlacedFact[]>> {
  const facts: PlacedFact[] = []
  for (const some of chunksOf(paymentIds, idsAtOnce)) {
    const rows = await db
      .selectFrom('payment_facts')
      .selectAll()
      .where('payment_id', 'in', some)
      .orderBy('payment_id')
      .orderBy('received_ms')
      .orderBy('sequence')
      .orderBy('fact_key')
      .execute()
    facts.push(...rows.map(toFact))
  }
  return Map.groupBy(facts, ({ paymentId }) => paymentId)
}

function toFact(row: Selectable<PaymentFactsTable>): PlacedFact {
  return {
    paymentId: row.payment_id,
    key: row.fact_key,
    source: row.source,
    receivedMs: row.received_ms,
    sequence: row.sequence,
    money: JSON.parse(row.money),
    person: row.person === null ? null : JSON.parse(row.person),
    visitorId: row.visitor_id,
  }
}

/** Removes the person from a payment's facts; the money stays. */
export async function erasePersonFromFacts(db: Kysely<Database>, paymentId: string): Promise<void> {
  await db
    .updateTable('payment_facts')
    .set({ person: null, visitor_id: null })
    .where('payment_id', '=', paymentId)
    .execute()
}

/** Removes the person from every fact that names a visitor, of any payment. */
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

/** The payments of some facts of a site. */
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

import type { Insertable, Kysely, Selectable } from 'kysely'
import { inOrder } from '../../in-order.ts'
import type {
  SubscriptionFactsTable,
  SubscriptionsTable,
} from '../../store/control/tables/subscription-tables.ts'
import type { Database } from '../../store/control/tables.ts'

type Db = Kysely<Database>
export type SubscriptionFactRow = Selectable<SubscriptionFactsTable>
export type SubscriptionRow = Selectable<SubscriptionsTable>

/** Identifies a subscription of a site. */
export type SubscriptionPlace = Pick<
  SubscriptionFactRow,
  'site_id' | 'provider' | 'subscription_id'
>

/** Which of these facts a site has. */
export async function knownSubscriptionFacts(
  db: Db,
  siteId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('subscription_facts')
    .select('fact_key')
    .where('site_id', '=', siteId)
    .where('fact_key', 'in', keys)
    .execute()
  return new Set(rows.map((row) => row.fact_key))
}

/** Makes the subscription's row, or waits until no other transaction writes it. */
export async function lockSubscription(
  db: Db,
  place: SubscriptionPlace,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values({ ...place, customer_id: null, history: null, updated_ms: nowMs })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'provider', 'subscription_id'])
        .doUpdateSet({ updated_ms: nowMs }),
    )
    .execute()
}

/** Adds a fact unless it is known. */
export async function addSubscriptionFact(
  db: Db,
  row: Insertable<SubscriptionFactsTable>,
): Promise<void> {
  await db
    .insertInto('subscription_facts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['site_id', 'fact_key']).doNothing())
    .execute()
}

/** All facts of a subscription. */
export async function listSubscriptionFacts(
  db: Db,
  place: SubscriptionPlace,
): Promise<SubscriptionFactRow[]> {
  const rows = await db
    .selectFrom('subscription_facts')
    .selectAll()
    .where('site_id', '=', place.site_id)
    .where('provider', '=', place.provider)
    .where('subscription_id', '=', place.subscription_id)
    .execute()
  return rows.sort((a, b) => inOrder(a.fact_key, b.fact_key))
}

/** Stores the result of a subscription's facts. */
export async function saveSubscription(
  db: Db,
  place: SubscriptionPlace,
  saved: Pick<SubscriptionRow, 'customer_id' | 'history'>,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set(saved)
    .where('site_id', '=', place.site_id)
    .where('provider', '=', place.provider)
    .where('subscription_id', '=', place.subscription_id)
    .execute()
}

/** A site's subscriptions whose state is known, some at a time, after the last of those before. */
export async function listSubscriptions(
  db: Db,
  siteId: string,
  { after, limit }: { after: Pick<SubscriptionRow, 'provider' | 'subscription_id'>; limit: number },
): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('history', 'is not', null)
    .where(({ eb, and, or }) =>
      or([
        eb('provider', '>', after.provider),
        and([
          eb('provider', '=', after.provider),
          eb('subscription_id', '>', after.subscription_id),
        ]),
      ]),
    )
    .orderBy('provider')
    .orderBy('subscription_id')
    .limit(limit)
    .execute()
}

/** The known subscriptions of a customer. */
export async function subscriptionsOfCustomer(
  db: Db,
  of: { siteId: string; provider: string; customerId: string | null },
): Promise<SubscriptionPlace[]> {
  return db
    .selectFrom('subscriptions')
    .select(['site_id', 'provider', 'subscription_id'])
    .where('site_id', '=', of.siteId)
    .where('provider', '=', of.provider)
    .where('customer_id', '=', of.customerId)
    .execute()
}

/** Removes the ids of customers from a subscription and its facts. */
export async function removeCustomerIds(db: Db, place: SubscriptionPlace): Promise<void> {
  for (const table of ['subscription_facts', 'subscriptions'] as const) {
    await db
      .updateTable(table)
      .set({ customer_id: null })
      .where('site_id', '=', place.site_id)
      .where('provider', '=', place.provider)
      .where('subscription_id', '=', place.subscription_id)
      .execute()
  }
}

/** Removes a subscription and all its facts. */
export async function removeSubscription(db: Db, place: SubscriptionPlace): Promise<void> {
  for (const table of ['subscription_facts', 'subscriptions'] as const) {
    await db
      .deleteFrom(table)
      .where('site_id', '=', place.site_id)
      .where('provider', '=', place.provider)
      .where('subscription_id', '=', place.subscription_id)
      .execute()
  }
}

import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { idOfCustomer } from './subscription-fact.ts'
import {
  addSubscriptionFact,
  listSubscriptionFacts,
  removeCustomerIds,
  removeSubscription,
  type SubscriptionPlace,
  subscriptionsOfCustomer,
} from './subscription-rows.ts'

/** Removes the customer from a subscription; its amounts stay, and so do the customer's discounts. */
export async function eraseSubscriptionCustomer(
  db: Kysely<Database>,
  place: SubscriptionPlace,
): Promise<void> {
  const { site_id, provider, subscription_id } = place
  const facts = await listSubscriptionFacts(db, place)
  const customers = new Set(facts.flatMap(({ customer_id }) => customer_id ?? []))
  for (const customerId of customers) {
    const shared = { ...place, subscription_id: idOfCustomer(customerId) }
    for (const fact of await listSubscriptionFacts(db, shared)) {
      const identity = JSON.stringify([fact.fact_key, subscription_id])
      const fact_key = createHash('sha256').update(identity).digest('base64url')
      await addSubscriptionFact(db, { ...fact, subscription_id, fact_key, customer_id: null })
    }
  }
  await removeCustomerIds(db, place)
  for (const customerId of customers) {
    const left = await subscriptionsOfCustomer(db, { siteId: site_id, provider, customerId })
    if (left.length === 0) {
      await removeSubscription(db, { ...place, subscription_id: idOfCustomer(customerId) })
    }
  }
}

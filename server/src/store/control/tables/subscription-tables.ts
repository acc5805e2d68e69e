/** All facts that providers stated about subscriptions. A subscription's history is computed from its facts. */
export interface SubscriptionFactsTable {
  site_id: string
  /** Hash of the source and content; repeats have the same. */
  fact_key: string
  provider: string
  subscription_id: string
  source: string
  received_ms: number
  /** Since when it holds, according to the provider, or when the account was read. */
  at_ms: number
  /** The provider's; null if it states none, or the person was erased. */
  customer_id: string | null
  /** JSON: the fact without its subscription, time and customer. */
  stated: string
}

/** One subscription of a provider. */
export interface SubscriptionsTable {
  site_id: string
  provider: string
  subscription_id: string
  customer_id: string | null
  /** JSON; null while no state is known. */
  history: string | null
  updated_ms: number
}

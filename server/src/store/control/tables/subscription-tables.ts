/** Everything that providers said about subscriptions. A subscription's history is what its facts amount to. */
export interface SubscriptionFactsTable {
  site_id: string
  /** Hash of the source and content; repeats have the same. */
  fact_key: string
  provider: string
  subscription_id: string
  source: string
  received_ms: number
  /** Since when it is so, as the provider says, or when the account was read. */
  at_ms: number
  /** The provider's; null where it says none, or the person was erased. */
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

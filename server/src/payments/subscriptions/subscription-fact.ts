/** `paused` and states before the first payment count nothing; `past_due` counts until the provider gives up. */
export type SubscriptionStatus = 'pending' | 'trialing' | 'active' | 'past_due' | 'paused' | 'ended'

export type BillingUnit = 'day' | 'week' | 'month' | 'year'

/** One price of a subscription. */
export interface SubscriptionItem {
  plan: string
  /** The product of this plan, if the provider names it. */
  product?: string
  /** Decimal text in minor units, for one of `quantity`; null for what is metered or has no fixed price. */
  unitMinor: string | null
  quantity: number
  unit: BillingUnit
  /** Units in a billing period: 3 months for a quarter. */
  unitCount: number
}

/** A reduction of what recurs. One of known size with neither part reduces only the first bill. */
export interface Discount {
  id: string
  /** From 0 to 100, decimal text. */
  percentOff?: string
  /** Of each billing period. */
  amountOffMinor?: number
  /** For the amount: bills in other currencies are not reduced. */
  currency?: string
  /** When a customer's discount begins; those of subscriptions count while a state names them. */
  startMs?: number
  /** When it ends; null: never. */
  endMs: number | null
  /**
   * `unknown`: the provider does not state it. `measured`: what it took off a bill, which does not show when it
   * ends.
   */
  size?: 'unknown' | 'measured'
  /** When that bill was paid: before, the size is unknown. */
  measuredMs?: number
}

/** The state of a subscription at a moment. */
export interface SubscriptionState {
  status: SubscriptionStatus
  /** Empty if not stated: that of the state before, else of the next. */
  currency: string
  items: readonly SubscriptionItem[]
  /** Ids of the discounts in force; any fact of the subscription may describe them in `discounts`. */
  discountIds: readonly string[]
  /** Discounts of single items, with which the customer's discount applies, too; others replace it. */
  hasItemDiscountsOnly?: true
  /** When it will end by itself; null: it renews. */
  cancelAtMs: number | null
}

/**
 * A provider's statement about a subscription. Facts may arrive in any order, late and repeatedly: the resulting
 * history is the same.
 */
export interface SubscriptionFact {
  provider: string
  subscriptionId: string
  customerId: string | null
  /**
   * `event`: the state since `atMs`. `reading`: the state when the account was read, since when is unknown, and
   * `atMs` is null until it is recorded.
   */
  how: 'event' | 'reading'
  atMs: number | null
  /** Null if the fact is only about discounts. */
  state: SubscriptionState | null
  /** The state just before, if the provider states that, too. */
  before?: SubscriptionState
  /** When it began, maybe before it was entered. */
  startedMs: number | null
  trial: { startMs: number; endMs: number } | null
  discounts: readonly Discount[]
  /**
   * The discounts are the customer's, on all subscriptions without one of their own, one at a time: the latest that
   * began. `subscriptionId` is then `idOfCustomer`.
   */
  isOfCustomer?: true
}

/** Replaces a subscription's id in facts about all subscriptions of a customer. */
export function idOfCustomer(customerId: string): string {
  return `customer:${customerId}`
}

/**
 * A statement about money by the API, a provider's webhook or an import, in the ledger's terms. Facts may come in any
 * order, late and repeatedly: the resulting ledger is the same.
 */
export type MoneyFact = PaymentFact | RefundFact | DisputeFact | FeeFact | SameFact

/** The payment of a fact. */
export interface PaymentIds {
  /** Lower-case. */
  provider: string
  /**
   * Every id that the provider has for this payment, at least one. The first of the best kind becomes
   * `providerPaymentId`; see `idRank`.
   */
  ids: readonly string[]
  /**
   * When the provider last changed what this says: the object's time of modification, or the event's.
   * Of contradicting facts about one object the latest wins. Null: unknown.
   */
  statedMs?: number | null
}

export interface PaymentFact extends PaymentIds {
  kind: 'payment'
  /** Gross: what the customer paid, tax included, in minor units of `currency` (ISO 4217 exponent). */
  amountMinor: number
  currency: string
  taxMinor: number | null
  /** When it was paid; null if unknown: the time of the report counts. */
  paidAtMs: number | null
  /** `paidAtMs` is when the object was made or refunded, not when it was paid: any other time takes precedence. */
  isPaidTimeRough?: true
  /** Null: not reported; the ledger then decides by an earlier paid payment of `subscriptionId`. */
  renewal: boolean | null
  trial: boolean | null
  customerId: string | null
  subscriptionId: string | null
  customerEmail: string | null
  product: string | null
  visitorId: string | null
  sessionId: string | null
  /**
   * A field that holds a visitor's id or one of the merchant's own: it counts if it is the id of a visitor whom the
   * site has seen, and the fact contains no other id of ours.
   */
  referenceVisitorId?: string | null
  metadata: Record<string, unknown> | null
}

/**
 * `total` and `full` state how much was returned so far; `single` is one refund with its own id, and stays failed
 * once it failed; `list` names every single refund that exists at `statedMs`: others were deleted.
 */
export type RefundFact = PaymentIds & { kind: 'refund'; atMs: number | null } & (
    | { how: 'full' }
    | { how: 'total'; amountMinor: number; currency: string }
    | {
        how: 'single'
        refundId: string
        amountMinor: number
        currency: string
        failed?: boolean
        /** Part of `amountMinor`; absent when not stated. */
        taxMinor?: number
      }
    | { how: 'list'; refundIds: readonly string[] }
  )

export interface DisputeFact extends PaymentIds {
  kind: 'dispute'
  disputeId: string
  /**
   * `opened` marks the payment as disputed, `lost` takes its money, `won` returns it. The latest state of a dispute
   * counts (`atMs`), then the highest rank.
   */
  state: 'opened' | 'lost' | 'won'
  /** Null: the whole payment. */
  amountMinor: number | null
  currency: string | null
  atMs: number | null
}

/** What fees are for; `tax` is what the provider charges on its fees or withholds from the merchant. */
export type FeeKind = 'processing' | 'platform' | 'currency' | 'dispute' | 'tax'

/**
 * The fee that the provider took for one movement of its balance, or returned with it (negative). Of several facts
 * about one movement the latest counts; without amounts the movement cost nothing.
 */
export interface FeeFact extends PaymentIds {
  kind: 'fee'
  /** The movement: unique within the payment. */
  feeId: string
  of: 'payment' | 'refund' | 'dispute'
  amounts: Readonly<Partial<Record<FeeKind, number>>>
  /** The currency of the booking, which may differ from the one that was paid in. */
  currency: string
  atMs: number | null
  /** How much of the payment's money moved, in minor units of the payment's currency. */
  ofMinor: number
  /** `ofMinor` as booked in `currency`, if that is not the payment's: gives the provider's own exchange rate. */
  bookedMinor?: number
}

/**
 * Two or more ids are one payment, in facts without an amount (Stripe's invoice_payment.paid, charge → intent). Also
 * carries a payment's person or subscription, without money.
 */
export interface SameFact extends PaymentIds {
  kind: 'same'
  subscriptionId: string | null
  customerId: string | null
  customerEmail: string | null
  visitorId: string | null
  sessionId: string | null
  /**
   * A field that holds a visitor's id or one of the merchant's own: it counts if it is the id of a visitor whom the
   * site has seen, and the fact contains no other id of ours.
   */
  referenceVisitorId?: string | null
  metadata: Record<string, unknown> | null
}

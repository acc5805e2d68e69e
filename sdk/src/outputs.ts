/** One visitor. The totals count everything, however short the arrays are. */
export interface Visitor {
  visitorId: string
  sessionCount: number
  pageViewCount: number
  /** ISO 8601 in UTC. */
  firstVisit: string
  lastVisit: string
  /** Newest first, at most 1,000. */
  sessions: VisitorSession[]
  /** Newest first, at most 5,000. */
  pageViews: VisitorPageView[]
}

/** One visit. Unknown fields are `""`. */
export interface VisitorSession {
  sessionId: string
  firstVisitAt: string
  lastSeenAt: string
  pageViews: number
  /** Whole seconds. */
  duration: number
  /** `desktop`, `mobile` or `tablet`. */
  device: string
  browser: string
  os: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

export interface VisitorPageView {
  path: string
  title: string
  timestamp: string
  referrer: string
}

/** What was removed of a visitor. */
export interface Erasure {
  message: string
  /** Page views, goals and other events. */
  events: number
  /** Addresses and user ids. */
  identities: number
  /** Payments that named the visitor; their amounts stay. */
  payments: number
}

/** One payment with its refunds and the evidence for its visitor. */
export interface Payment {
  paymentId: string
  /** The key has only `stats:read`: personal fields are null or empty, linked or not. */
  redacted?: true
  /** Lower-case. */
  provider: string
  providerPaymentId: string
  /** Every other id the provider uses for it. */
  aliases: string[]
  /** Major currency units, as are all amounts. */
  amount: number
  currency: string
  /** The amount less refunds. */
  netAmount: number
  refunds: { id: string; amount: number; timestamp: string }[]
  /** `amount` is what a dispute took beyond what was refunded. */
  disputes: {
    id: string
    state: 'opened' | 'lost' | 'won'
    amount: number
    timestamp: string
  }[]
  status:
    | 'paid'
    | 'trial'
    | 'partially-refunded'
    | 'refunded'
    | 'disputed'
    | 'dispute-lost'
    | 'duplicate'
  /** The payment that counts instead of this one; null where this one counts. */
  duplicate: { paymentId: string; provider: string; by: 'id' | 'email' } | null
  /** Whether a team member decided that it counts, whatever equals it. */
  countedByHand: boolean
  renewal: boolean
  trial: boolean
  timestamp: string
  customerEmail: string | null
  customerId: string | null
  subscriptionId: string | null
  product: string | null
  /** Of the amount, which includes it. */
  tax: number | null
  /** The provider's fees, less what was given back; null unless the provider reported all of it. */
  fees: number | null
  /** `netAmount` less tax and fees; null while fees are unknown. */
  takeHome: number | null
  metadata: Record<string, unknown>
  /** Null while it is not linked. */
  visitorId: string | null
  sessionId: string | null
  link: {
    method: 'ids' | 'email' | 'time' | 'inherited' | 'manual' | 'none'
    /** From 0 to 1. */
    confidence: number
    /** True for a payment linked by time, which every report can exclude. */
    probable: boolean
    pathVisitorIds: string[]
    firstPaymentId: string | null
  }
  receipt: {
    given: { visitorId: string | null; sessionId: string | null }
    steps: {
      step: 'ids' | 'inherited' | 'email' | 'time'
      outcome: 'linked' | 'waiting' | 'skipped' | 'rejected'
      reason: string
      candidates: {
        visitorId: string | null
        sessionId: string | null
        rejected: string | null
      }[]
      figures?: Record<string, number>
    }[]
    discrepancies: {
      field: string
      kept: unknown
      told: unknown
      source: string
      timestamp: string
    }[]
    /** The visits that some model credits, oldest first; none while not linked. */
    touches: { timestamp: string; channel: string; source: string; campaign: string }[]
    /** Each model's credit for each touch, in the payment's currency. */
    credit: Record<string, number[]>
    /** Each fee as the provider stated it, oldest first; negative where it was given back. */
    fees: {
      id: string
      of: 'payment' | 'refund' | 'dispute'
      kind: 'processing' | 'platform' | 'currency' | 'dispute' | 'tax'
      amount: number
      currency: string
      timestamp: string
    }[]
    /**
     * The tax left after refunds and lost disputes; `proportional`: the provider did not report it for a refund.
     */
    netTax: { amount: number; proportional: boolean } | null
    /** The amount in reports; null in the site's own currency, or without a rate. */
    exchange: {
      currency: string
      rate: number
      rateDay: string
      amount: number
      netAmount: number
    } | null
    history: {
      timestamp: string
      source: string
      kind: string
      details: Record<string, unknown>
    }[]
  }
}

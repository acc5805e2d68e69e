// Made by scripts/sdk-types.ts of the contract; change it there.

export interface PaymentsQuery {
  /** First day in the site's time zone; 90 days ago when absent */
  from?: string | undefined
  /** Last day in the site's time zone; today when absent */
  to?: string | undefined
  status?:
    | 'paid'
    | 'trial'
    | 'partially-refunded'
    | 'refunded'
    | 'disputed'
    | 'dispute-lost'
    | 'duplicate'
    | undefined
  /** How it was linked */
  method?: 'ids' | 'email' | 'time' | 'inherited' | 'manual' | 'none' | undefined
  /** Why it has no visitor */
  cause?:
    | 'no-ids'
    | 'id-not-seen'
    | 'email-unknown'
    | 'identification-off'
    | 'shared-email'
    | 'ambiguous-time'
    | 'first-payment-not-linked'
    | 'not-tried-yet'
    | 'unlinked-by-hand'
    | 'person-erased'
    | undefined
  provider?: string | undefined
  /** Payments credited to this source, by the model of `credit`; by last-non-direct when that is absent */
  source?: string | undefined
  /** An id of the payment or its beginning, an amount such as 49.99, 10-50, >100 or <20 (bounds are included), or, with `visitors:read`, the e-mail address or id of the customer */
  search?: string | undefined
  /** Adds `credited`: the visit that each payment is credited to by this model */
  credit?: 'last-non-direct' | 'last' | 'first' | undefined
  limit?: number | undefined
  /** nextCursor of the page before */
  cursor?: string | undefined
}

export interface PaymentsList {
  /** The latest first */
  payments: {
    paymentId: string
    provider: string
    providerPaymentId: string
    /** Major currency units */
    amount: number
    currency: string
    netAmount: number
    /** The tax left after refunds and lost disputes; null while it is unknown */
    tax: number | null
    /** The provider’s fees, less those returned; null unless all of them are known */
    fees: number | null
    /** netAmount less tax, as far as it is known, and fees; null while fees are unknown */
    takeHome: number | null
    reported: {
      currency: string
      amount: number
      netAmount: number
    } | null
    status:
      | 'paid'
      | 'trial'
      | 'partially-refunded'
      | 'refunded'
      | 'disputed'
      | 'dispute-lost'
      | 'duplicate'
    renewal: boolean
    trial: boolean
    product: string | null
    timestamp: string
    visitorId: string | null
    sessionId: string | null
    link: {
      method: 'ids' | 'email' | 'time' | 'inherited' | 'manual' | 'none'
      confidence: number
      probable: boolean
    }
    cause:
      | 'no-ids'
      | 'id-not-seen'
      | 'email-unknown'
      | 'identification-off'
      | 'shared-email'
      | 'ambiguous-time'
      | 'first-payment-not-linked'
      | 'not-tried-yet'
      | 'unlinked-by-hand'
      | 'person-erased'
      | null
    /** The payment that counts instead of this one; null if this one counts */
    duplicate: {
      paymentId: string
      provider: string
      /** The evidence in addition to amount, currency and day: a shared id, or the e-mail address */
      by: 'id' | 'email'
    } | null
    /** With `credit`: the visit it is credited to, null when there is none */
    credited?: {
      /** When the visit began */
      timestamp: string
      channel: string
      source: string
      campaign: string
    } | null
  }[]
  /** The key lacks `visitors:read`: visitorId and sessionId are null, linked or not */
  redacted?: true
  nextCursor?: string
}

export interface AnnotationInput {
  /** When it was: a day of the site's time zone, or an ISO 8601 time with its zone for the very moment */
  at: string
  /** The end of a longer event, in the form of `at`; a day is included */
  until?: string | undefined
  /** What happened */
  text: string
  /** must be one of note, launch, price-change, campaign, outage; note by default */
  kind?: 'note' | 'launch' | 'price-change' | 'campaign' | 'outage' | undefined
  /** Where to read more: an http or https address */
  link?: string | undefined
}

export interface Annotation {
  annotationId: string
  /** As reported: a day, or a moment in UTC */
  at: string
  until: string | null
  /** Its first day in the site's time zone */
  day: string
  /** Its last day there */
  lastDay: string
  text: string
  kind: 'note' | 'launch' | 'price-change' | 'campaign' | 'outage'
  link: string | null
}

export interface AnnotationsQuery {
  /** First day in the site's time zone; all before too when absent */
  from?: string | undefined
  /** Last day in the site's time zone; all after too when absent */
  to?: string | undefined
}

export interface ExportQuery {
  /** The first UTC day; by default the first with events */
  from?: string | undefined
  /** The last UTC day; by default the last with events */
  to?: string | undefined
  /** must be a list of events, identities, payments, separated by commas; all three by default */
  parts?: string | undefined
  /** must be one of ndjson, ndjson.gz, parquet; ndjson by default */
  format?: 'ndjson' | 'ndjson.gz' | 'parquet' | undefined
  /** must be that of a checkpoint line of an export */
  cursor?: string | undefined
}

/** An ISO 8601 time with its zone, such as `2026-11-20T09:30:00Z`, or a `Date`. */
type Time = string | Date

/** A goal that a visitor reached. Goals need no setup: any name is fine. */
export interface GoalInput {
  /** Goal event name, at most 255 characters. */
  event: string
  /** Numeric value of the goal. */
  value?: number | undefined
  /** Visitor identifier, when available: see `readIds`. */
  visitorId?: string | undefined
  /** Session identifier, when available: see `readIds`. */
  sessionId?: string | undefined
  /** Page path; `/` when absent. */
  path?: string | undefined
}

export interface GoalResult {
  message: string
}

/** A payment. Its identity is `provider` and `providerPaymentId`: sent again, it is still one. */
export interface PaymentInput {
  /** Name of the payment provider in any case, such as `stripe` or `custom`. */
  provider: string
  /** The payment's identifier at the provider. */
  providerPaymentId: string
  /** Amount in major currency units (dollars with decimals). 0 is fine: a trial or a free order. */
  amount: number
  /** ISO 4217 code in any case; `USD` when absent. */
  currency?: string | undefined
  customerEmail?: string | undefined
  /** Customer identifier at the provider. */
  customerId?: string | undefined
  /** Visitor identifier, the most reliable link: see `readIds`. */
  visitorId?: string | undefined
  /** Session identifier: see `readIds`. */
  sessionId?: string | undefined
  /** Free-form additional data: at most 50 keys, 16 KiB of JSON, 5 levels. */
  metadata?: Record<string, unknown> | undefined
  /** When it was paid; now when absent; at most 5 minutes ahead. */
  timestamp?: Time | undefined
  /** Whether it was refunded: in full without `refundedAmount`. */
  refunded?: boolean | undefined
  /** The total refunded of this payment so far, in major currency units. */
  refundedAmount?: number | undefined
  /** Whether it renews a subscription; then it inherits the first payment's visitor. */
  renewal?: boolean | undefined
  /** Whether it begins a trial. */
  trial?: boolean | undefined
}

export interface PaymentResult {
  /** The same for every repeat of the payment. */
  paymentId: string
  message: string
}

/** Who a visitor is. One of `email` and `userId` must be given. */
export interface IdentifyInput {
  visitorId: string
  /** Stored as a keyed hash, and only where the site has user identification on. */
  email?: string | undefined
  /** The site's own identifier of the user. */
  userId?: string | undefined
}

export interface IdentifyResult {
  message: string
}

/** An event that your server observed itself, or a past one. `url` or `path` must be given. */
export interface EventInput {
  type: 'pageview' | 'goal' | 'identify'
  visitorId: string
  /** When absent, the visitor's session of that moment is found or begun. */
  sessionId?: string | null | undefined
  /** When it happened; now when absent. */
  timestamp?: Time | null | undefined
  /** The whole address, on one of the site's domains; it carries the campaign's parameters. */
  url?: string | null | undefined
  path?: string | null | undefined
  title?: string | null | undefined
  referrer?: string | null | undefined
  /** The goal's name; needed for a goal. */
  name?: string | null | undefined
  value?: number | null | undefined
  properties?: Record<string, unknown> | null | undefined
  userId?: string | null | undefined
  email?: string | null | undefined
  /** The browser's, from which device, browser and system are read. */
  userAgent?: string | null | undefined
  /** The browser's address: read for the country, then forgotten. */
  ip?: string | null | undefined
  /** ISO 3166-1 alpha-2, when you know it better. */
  country?: string | null | undefined
  screenWidth?: number | null | undefined
  language?: string | null | undefined
}

export interface EventsResult {
  accepted: number
  /** The items that were refused, with their place in the list, counted from 0. The others were accepted. */
  rejected: { index: number; message: string }[]
}

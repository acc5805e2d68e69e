/**
 * A report of one payment, by the API or a provider's webhook. Everything after the amount may be unknown (null) and
 * be added by a later report.
 */
export interface PaymentReport {
  /** The source: `api`, or `webhook:` and the provider. */
  source: string
  /** Lower-case. */
  provider: string
  providerPaymentId: string
  amountMinor: number
  currency: string
  paidAtMs: number | null
  renewal: boolean | null
  trial: boolean | null
  customerId: string | null
  subscriptionId: string | null
  customerEmail: string | null
  visitorId: string | null
  sessionId: string | null
  metadata: Record<string, unknown> | null
  refund: ReportedRefund | null
}

/**
 * Returned money. `total` and `full` state how much was returned so far, so a repeat changes nothing; `single` is one
 * refund with an id of its own.
 */
export type ReportedRefund =
  | { kind: 'full'; atMs: number | null }
  | { kind: 'total'; amountMinor: number; atMs: number | null }
  | { kind: 'single'; id: string; amountMinor: number; atMs: number | null }

import type { Payment } from '../rows/payment.ts'

/** A payment computed from its facts: everything that does not depend on other payments or on sessions. */
export type FoldedPayment = Pick<
  Payment,
  | 'providerPaymentId'
  | 'amountMinor'
  | 'currency'
  | 'taxMinor'
  | 'fees'
  | 'product'
  | 'paidAtMs'
  | 'paidAtGiven'
  | 'receivedMs'
  | 'renewalReported'
  | 'trialReported'
  | 'customerId'
  | 'subscriptionId'
  | 'customerEmail'
  | 'emailHash'
  | 'givenVisitorId'
  | 'givenSessionId'
  | 'referenceVisitorId'
  | 'metadata'
>

/** A report that conflicts with the stored value; `told` is its name in the API and in the stored history. */
export interface ConflictingReport {
  field: string
  kept: unknown
  told: unknown
  source: string
  /** When it was reported. */
  atMs: number
}

import type { Payment } from '../store/control/payments/payment.ts'

/** What a payment's facts amount to, all that does not depend on other payments or on visits. */
export type Told = Pick<
  Payment,
  | 'providerPaymentId'
  | 'amountMinor'
  | 'currency'
  | 'taxMinor'
  | 'product'
  | 'paidAtMs'
  | 'paidAtGiven'
  | 'receivedMs'
  | 'renewalTold'
  | 'trialTold'
  | 'customerId'
  | 'subscriptionId'
  | 'customerEmail'
  | 'emailHash'
  | 'givenVisitorId'
  | 'givenSessionId'
  | 'referenceVisitorId'
  | 'metadata'
>

/** Something that a fact said otherwise than what stands. */
export interface Discrepancy {
  field: string
  kept: unknown
  told: unknown
  source: string
  /** When we were told. */
  atMs: number
}

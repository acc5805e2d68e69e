import { noLink, type Payment } from '../payments/rows/payment.ts'

/** A payment as it is stored. */
export function aPayment(overrides: Partial<Payment> = {}): Payment {
  const { paidAtMs = Date.UTC(2026, 10, 20, 12) } = overrides
  return {
    id: 'pay_1',
    siteId: 'site_1',
    provider: 'stripe',
    providerPaymentId: 'pi_1',
    amountMinor: 2000,
    currency: 'USD',
    paidAtMs,
    paidAtGiven: false,
    renewal: null,
    trial: null,
    customerId: null,
    subscriptionId: null,
    customerEmail: null,
    emailHash: null,
    givenVisitorId: null,
    givenSessionId: null,
    referenceVisitorId: null,
    metadata: null,
    link: noLink(paidAtMs),
    relinkAtMs: null,
    revision: 1,
    receivedMs: paidAtMs,
    updatedMs: paidAtMs,
    taxMinor: null,
    fees: null,
    product: null,
    renewalReported: null,
    trialReported: null,
    erasedMs: null,
    duplicate: null,
    isCountedByHand: false,
    ...overrides,
  }
}

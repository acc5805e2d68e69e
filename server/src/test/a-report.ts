import type { PaymentReport } from '../payments/payment-report.ts'

/** A payment of 20 dollars with only the required fields. */
export function aReport(overrides: Partial<PaymentReport> = {}): PaymentReport {
  return {
    source: 'api',
    provider: 'stripe',
    providerPaymentId: 'pi_1',
    amountMinor: 2000,
    currency: 'USD',
    paidAtMs: null,
    renewal: null,
    trial: null,
    customerId: null,
    subscriptionId: null,
    customerEmail: null,
    visitorId: null,
    sessionId: null,
    metadata: null,
    refund: null,
    ...overrides,
  }
}

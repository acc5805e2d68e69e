import type { PaymentData } from '@tributary/contract/payment.ts'
import type { PaymentsList } from '@tributary/contract/payments.ts'

/**
 * A payment without personal data: no address, customer, visitor or session, and no metadata. Amounts, the
 * confidence of the link and the credit remain.
 */
export function redactPayment(payment: PaymentData): PaymentData {
  const { link, receipt } = payment
  return {
    ...payment,
    redacted: true,
    customerEmail: null,
    customerId: null,
    subscriptionId: null,
    metadata: {},
    visitorId: null,
    sessionId: null,
    link: { ...link, pathVisitorIds: [] },
    receipt: {
      ...receipt,
      given: { visitorId: null, sessionId: null },
      steps: receipt.steps.map((step) => ({ ...step, candidates: [] })),
      // Conflicting reports may name people in any field, so only their existence is left.
      discrepancies: receipt.discrepancies.map((one) => ({ ...one, kept: null, told: null })),
      history: receipt.history.map((entry) => ({ ...entry, details: {} })),
    },
  }
}

/** A page of payments without any person. */
export function redactPayments(list: PaymentsList): PaymentsList {
  const payments = list.payments.map((one) => ({ ...one, visitorId: null, sessionId: null }))
  return { ...list, redacted: true, payments }
}

import type { Payment } from '../store/control/payments/payment.ts'
import { type LinkStep, noted, type StepResult } from './link-step.ts'

/** A renewal brings no visit of its own: it belongs to the visitor of the subscription's first payment. */
export const linkByInheritance: LinkStep = async (sources, site, payments) => {
  const firsts = await sources.firstPayments(site.id, payments.filter(isRenewal))
  return (payment) => decideByInheritance(payment, firsts.get(payment.id))
}

export function isRenewal(payment: Payment): boolean {
  return payment.renewal === true
}

/** Takes over visitor, path and confidence of the first payment, once that has them. */
export function decideByInheritance(payment: Payment, first: Payment | undefined): StepResult {
  if (!isRenewal(payment)) return noted('inherited', 'skipped', 'not-a-renewal')
  if (payment.customerId === null && payment.subscriptionId === null) {
    return noted('inherited', 'skipped', 'no-customer-id')
  }
  if (first === undefined) return noted('inherited', 'waiting', 'no-first-payment')
  const { visitorId, sessionId, confidence, pathVisitorIds, pathAtMs } = first.link
  if (visitorId === null) return noted('inherited', 'waiting', 'first-payment-not-linked')
  return {
    note: {
      step: 'inherited',
      outcome: 'linked',
      reason: payment.subscriptionId === null ? 'customer-id' : 'subscription-id',
      candidates: [{ visitorId, sessionId, rejected: null }],
    },
    link: {
      method: 'inherited',
      confidence,
      visitorId,
      sessionId,
      pathVisitorIds,
      pathAtMs,
      firstPaymentId: first.id,
    },
  }
}

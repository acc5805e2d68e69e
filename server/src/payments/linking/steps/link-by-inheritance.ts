import type { Payment } from '../../rows/payment.ts'
import { type LinkStep, noted, type StepResult } from './link-step.ts'

/**
 * A renewal has no visit of its own: it belongs to the visitor of the subscription's first payment. The first charge
 * after a trial belongs to the trial's visitor.
 */
export const linkByInheritance: LinkStep = async (sources, site, payments) => {
  const firsts = await sources.firstPayments(site.id, payments.filter(mayInherit))
  return (payment) => decideByInheritance(payment, firsts.get(payment.id))
}

/** Whether a payment may inherit visitor and path from an earlier one: looked up in `firstPayments`. */
export function mayInherit(payment: Payment): boolean {
  return payment.renewal === true || (payment.subscriptionId !== null && payment.amountMinor > 0)
}

/** Inherits visitor, path and confidence from the first payment, once it is linked. */
export function decideByInheritance(payment: Payment, first: Payment | undefined): StepResult {
  if (payment.renewal !== true && first === undefined) {
    return noted('inherited', 'skipped', 'not-a-renewal')
  }
  if (payment.customerId === null && payment.subscriptionId === null) {
    return noted('inherited', 'skipped', 'no-customer-id')
  }
  if (first === undefined) return noted('inherited', 'waiting', 'no-first-payment')
  const { visitorId, sessionId, confidence, pathVisitorIds, pathAtMs } = first.link
  if (visitorId === null) {
    const isCharge = payment.renewal !== true
    return noted('inherited', 'waiting', isCharge ? 'trial-not-linked' : 'first-payment-not-linked')
  }
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

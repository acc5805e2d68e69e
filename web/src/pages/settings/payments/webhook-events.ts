/** The events to choose at a provider, as they are pasted or searched for there. */
export const webhookEvents: Readonly<Record<string, readonly string[]>> = {
  stripe: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'payment_intent.succeeded',
    'charge.succeeded',
    'invoice.paid',
    'invoice_payment.paid',
    'customer.subscription.created',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.refunded',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
  ],
}

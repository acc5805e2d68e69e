/**
 * The dimensions of payments other than their session's, as SQL over `payment_entries as entry`. As in
 * vocabulary.ts, a request may only name a key.
 */

/** Groups payments of one customer: by the provider's customer, else the visitor, else the payment itself. */
export const customerSql = `multiIf(customer != '', concat('customer ', customer),
  visitor_id != '', concat('visitor ', visitor_id), concat('payment ', payment_id))`

/** Whether an entry belongs to its customer's very first payment. Binds the site. */
export const isFirstSql = `(not renewal and (${customerSql}, payment_id) in (
  select ${customerSql}, argMin(payment_id, (paid_at, payment_id)) from payment_entries final
  where site_id = {site:String} and kind = 'payment' and amount_minor > 0
  group by 1))`

/** How an entry is named by each dimension of payments. */
export const paymentDimensions = {
  product: 'product',
  provider: 'provider',
  // The currency paid in, not the one reported in, which money-entries.ts also calls `currency`.
  currency: 'toString(entry.currency)',
  planKind:
    "multiIf(trial, 'trial', renewal, 'renewal', subscription != '', 'new-subscription', 'one-off')",
  linkMethod: "if(link_method = '', 'none', link_method)",
  customerType: `if(${isFirstSql}, 'new', 'returning')`,
} as const

export type PaymentDimensionName = keyof typeof paymentDimensions

import type { PaymentEntry } from './payment-entry.ts'

/** An entry as a line of the table's insert format, newline included. Column names stop here. */
export function paymentEntryLine(entry: PaymentEntry): string {
  const time = (ms: number) => new Date(ms).toISOString()
  return `${JSON.stringify({
    site_id: entry.siteId,
    payment_id: entry.paymentId,
    entry_id: entry.entryId,
    kind: entry.kind,
    at: time(entry.atMs),
    paid_at: time(entry.paidAtMs),
    path_at: time(entry.pathAtMs),
    amount_minor: entry.amountMinor,
    currency: entry.currency,
    reporting_currency: entry.reportingCurrency,
    reporting_minor: entry.reportingMinor,
    rate: entry.rate,
    rate_day: entry.rateDay,
    provider: entry.provider,
    renewal: entry.renewal,
    trial: entry.trial,
    product: entry.product,
    customer: entry.customer,
    subscription: entry.subscription,
    interval_months: entry.intervalMonths,
    visitor_id: entry.visitorId,
    path_visitor_ids: entry.pathVisitorIds,
    link_method: entry.linkMethod,
    removed: entry.removed ? 1 : 0,
    version: entry.version,
  })}\n`
}

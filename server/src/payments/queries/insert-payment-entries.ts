import { createHash } from 'node:crypto'
import type { Engine } from '../../store/events/engine.ts'
import { addPayers } from '../../store/events/sessions/payer-sessions.ts'
import type { PaymentEntry } from './payment-entry.ts'

/**
 * Adds entries to the reports' copy of the ledger. The sessions of the people behind them come first, so that no
 * report sees money without the visits that led to it. A repetition changes nothing.
 */
export async function insertPaymentEntries(
  engine: Engine,
  entries: readonly PaymentEntry[],
): Promise<void> {
  const text = entries.map(line).join('')
  for (const [siteId, ofSite] of Map.groupBy(entries, (entry) => entry.siteId)) {
    const visitorIds = new Set(ofSite.flatMap(({ pathVisitorIds }) => pathVisitorIds))
    if (visitorIds.size > 0) await addPayers(engine, { siteId, visitorIds: [...visitorIds] })
  }
  const digest = createHash('sha256').update(text).digest('hex')
  await engine.insertLines('payment_entries', Buffer.from(text), {
    deduplicationToken: `payments-${digest}`,
  })
}

/**
 * An entry as a line of the table's insert format, newline included. Column names are only used here and in queries.
 */
function line(entry: PaymentEntry): string {
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
    tax_minor: entry.taxMinor,
    tax_known: entry.taxKnown,
    fee_minor: entry.feeMinor,
    fees_known: entry.feesKnown,
    reporting_tax_minor: entry.reportingTaxMinor,
    reporting_fee_minor: entry.reportingFeeMinor,
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

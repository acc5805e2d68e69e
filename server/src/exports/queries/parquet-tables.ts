import type { Readable } from 'node:stream'
import type { Engine } from '../../store/events/engine.ts'
import { exportColumns } from './events-to-export.ts'

/** A table that can be exported as Parquet. */
export type ParquetTable = 'events' | 'payments'

const tables: Readonly<Record<ParquetTable, string>> = {
  events: `
    /* parquet-events */
    select timestamp as at, received_at as receivedAt, toString(kind) as kind, toString(origin) as origin,
      ${exportColumns.replace(/\btouch\b/, 'toString(touch) as touch')}
    from events
    where site_id = {site:String}
      and toDate(timestamp) between {from:Date} and {to:Date}
    order by toDate(timestamp), visitor_hash, timestamp
    format Parquet`,
  payments: `
    /* parquet-payments */
    select payment_id as paymentId, entry_id as entryId, toString(kind) as kind, at, paid_at as paidAt,
      amount_minor as amountMinor, tax_minor as taxMinor, tax_known as taxKnown, fee_minor as feeMinor,
      fees_known as feesKnown, currency, reporting_minor as reportingMinor,
      reporting_tax_minor as reportingTaxMinor, reporting_fee_minor as reportingFeeMinor,
      reporting_currency as reportingCurrency, provider, renewal, trial, product, customer, subscription,
      visitor_id as visitorId, link_method as linkMethod
    from payment_entries final
    where site_id = {site:String}
      and removed = 0
      and toDate(at) between {from:Date} and {to:Date}
    order by at, payment_id, entry_id
    format Parquet`,
}

const timeoutMs = 120_000

/** A table of a site's days, both included, as a Parquet file. */
export function readParquet(
  engine: Engine,
  table: ParquetTable,
  params: { site: string; from: string; to: string },
): Promise<Readable> {
  return engine.read(tables[table], params, { timeoutMs })
}

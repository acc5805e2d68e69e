import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import { plainNumber } from '../row-types.ts'

/** The payments that were made last between two moments, the newest first; free ones are none. */
export const latestPayments = defineQuery({
  name: 'latest-payments',
  params: Type.Object({
    site: Type.String(),
    from: Type.Integer(),
    to: Type.Integer(),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  row: Type.Object({
    paymentId: Type.String(),
    atMs: plainNumber,
    amountMinor: plainNumber,
    currency: Type.String(),
    renewal: Type.Boolean(),
    visitorId: Type.String(),
  }),
  sql: `
    select payment_id as paymentId, toFloat64(toUnixTimestamp64Milli(at)) as atMs,
      toFloat64(amount_minor) as amountMinor, currency, renewal, visitor_id as visitorId
    from payment_entries final
    where site_id = {site:String}
      and at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      and kind = 'payment' and amount_minor > 0
    order by at desc, payment_id
    limit {limit:UInt16}`,
})

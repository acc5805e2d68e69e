import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import { plainNumber } from '../row-types.ts'

/** Every movement of a site's money in a range, with the visitors whose visits led to it. */
export const moneyEntries = defineQuery({
  name: 'money-entries',
  params: Type.Object({ site: Type.String(), from: Type.Integer(), to: Type.Integer() }),
  row: Type.Object({
    paymentId: Type.String(),
    kind: Type.Union([Type.Literal('payment'), Type.Literal('refund')]),
    at: plainNumber,
    pathAt: plainNumber,
    amountMinor: plainNumber,
    currency: Type.String(),
    renewal: Type.Boolean(),
    visitorId: Type.String(),
    // Hashes of up to 64 bits: text, never numbers.
    pathVisitors: Type.Array(Type.String()),
  }),
  sql: `
    select payment_id as paymentId, kind,
      toFloat64(toUnixTimestamp64Milli(entry.at)) as at,
      toFloat64(toUnixTimestamp64Milli(path_at)) as pathAt,
      toFloat64(amount_minor) as amountMinor, currency,
      renewal, visitor_id as visitorId, arrayMap(hash -> toString(hash), path_visitors) as pathVisitors
    from payment_entries as entry final
    where site_id = {site:String}
      and entry.at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and entry.at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    order by entry.at, payment_id, entry_id`,
})

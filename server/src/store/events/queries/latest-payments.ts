import Type, { type Static } from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { plainNumber } from '../row-types.ts'

const params = Type.Object({
  site: Type.String(),
  from: Type.Integer(),
  to: Type.Integer(),
  limit: Type.Integer({ minimum: 1, maximum: 1000 }),
})

const payment = {
  paymentId: Type.String(),
  atMs: plainNumber,
  amountMinor: plainNumber,
  currency: Type.String(),
  renewal: Type.Boolean(),
  visitorId: Type.String(),
}

const isWithin = `at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
      and at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')`

/** Careful: `final` merges every payment of the site, however few are wanted. */
const mergedPayments = defineQuery({
  name: 'latest-payments-merged',
  params,
  row: Type.Object(payment),
  sql: `
    select payment_id as paymentId, toFloat64(toUnixTimestamp64Milli(at)) as atMs,
      toFloat64(amount_minor) as amountMinor, currency, renewal, visitor_id as visitorId
    from payment_entries final
    where site_id = {site:String}
      and ${isWithin}
      and kind = 'payment' and amount_minor > 0
    order by at desc, payment_id
    limit {limit:UInt16}`,
})

/**
 * The newest version of the payments that come latest by any of their versions. `isThere` says whether that version
 * counts between the moments, `isCurrent` whether the payment was found by it.
 */
const candidates = defineQuery({
  name: 'latest-payments',
  params,
  row: Type.Object({ ...payment, isThere: Type.Boolean(), isCurrent: Type.Boolean() }),
  sql: `
    with tupleElement(newest, 1) as at, tupleElement(newest, 2) as minor
    select payment_id as paymentId, toFloat64(toUnixTimestamp64Milli(at)) as atMs, toFloat64(minor) as amountMinor,
      tupleElement(newest, 3) as currency, tupleElement(newest, 4) as renewal, tupleElement(newest, 5) as visitorId,
      toBool(tupleElement(newest, 6) = 0 and minor > 0 and ${isWithin}) as isThere,
      toBool(isThere and at = foundAt) as isCurrent
    from (
      select payment_id, max(if(amount_minor > 0 and ${isWithin}, at, fromUnixTimestamp64Milli(0, 'UTC'))) as foundAt,
        argMax((at, amount_minor, toString(currency), renewal, visitor_id, removed), version) as newest
      from payment_entries
      prewhere payment_id in (
        select payment_id from payment_entries
        prewhere ${isWithin}
        where site_id = {site:String} and kind = 'payment' and amount_minor > 0
        order by at desc, payment_id
        limit 1 by payment_id
        limit {limit:UInt16})
      where site_id = {site:String} and kind = 'payment'
      group by payment_id, entry_id
    )
    order by at desc, payment_id`,
})

/**
 * The payments that were made last between two moments, the newest first; free ones are none. A payment whose time or
 * amount changed may hide others that come after it: only then are all payments of the site merged.
 */
export async function latestPayments(
  engine: Engine,
  wanted: Static<typeof params>,
): Promise<Static<typeof mergedRow>[]> {
  const found = await candidates(engine, wanted)
  const mayHideOthers = found.length >= wanted.limit && found.some(({ isCurrent }) => !isCurrent)
  if (mayHideOthers) return mergedPayments(engine, wanted)
  return found
    .filter(({ isThere }) => isThere)
    .map(({ isThere: _, isCurrent: __, ...rest }) => rest)
}

const mergedRow = Type.Object(payment)

import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import { checkoutIntent } from './checkout-intent.ts'

const time = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** The visits that were going on in the time before a payment: those with checkout intent first. */
export const sessionsBeforePayment = defineQuery({
  name: 'sessions-before-payment',
  params: Type.Object({
    site: Type.String(),
    sinceMs: time,
    untilMs: time,
    gateways: Type.Array(Type.String()),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  row: Type.Object({
    visitorId: Type.String(),
    sessionId: Type.String(),
    checkoutIntent: Type.Boolean(),
    lastSeenMs: time,
  }),
  sql: `
    select
      visitor_id as visitorId,
      session_id as sessionId,
      toBool(max(${checkoutIntent})) as checkoutIntent,
      toFloat64(toUnixTimestamp64Milli(maxIf(timestamp, origin != 'server'))) as lastSeenMs
    from events
    where site_id = {site:String}
      and timestamp >= fromUnixTimestamp64Milli({sinceMs:Int64}, 'UTC')
      and timestamp <= fromUnixTimestamp64Milli({untilMs:Int64}, 'UTC')
      and session_id != ''
    group by visitor_id, session_id
    having countIf(origin != 'server') > 0
    order by checkoutIntent desc, lastSeenMs desc, visitorId, sessionId
    limit {limit:UInt16}
  `,
})

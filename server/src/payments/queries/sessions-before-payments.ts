import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { checkoutIntent } from './checkout-intent.ts'

const time = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/**
 * For each moment of a payment (by its place in the array) the visits that were in progress in the time before it:
 * those with checkout intent first.
 */
export const sessionsBeforePayments = defineQuery({
  name: 'sessions-before-payments',
  params: Type.Object({
    site: Type.String(),
    momentsMs: Type.Array(time),
    windowMs: time,
    gateways: Type.Array(Type.String()),
    limit: Type.Integer({ minimum: 1, maximum: 1000 }),
  }),
  row: Type.Object({
    question: Type.Integer(),
    visitorId: Type.String(),
    sessionId: Type.String(),
    checkoutIntent: Type.Boolean(),
    lastSeenMs: time,
  }),
  sql: `
    with
      -- A moment's window lies in its own stretch of time and the one before it.
      asked as (
        select
          arrayJoin(arrayEnumerate({momentsMs:Array(Int64)})) as question,
          {momentsMs:Array(Int64)}[question] as moment_ms,
          arrayJoin([0, 1]) as back,
          intDiv(moment_ms, {windowMs:Int64}) - back as stretch
      )
    select
      toUInt32(question - 1) as question,
      visitor_id as visitorId,
      session_id as sessionId,
      toBool(max(${checkoutIntent})) as checkoutIntent,
      toFloat64(toUnixTimestamp64Milli(maxIf(timestamp, origin != 'server'))) as lastSeenMs
    from (
      select *, intDiv(toUnixTimestamp64Milli(timestamp), {windowMs:Int64}) as stretch
      from events
      -- The days first, which the index knows; the wide columns of what is in no window are not read.
      prewhere site_id = {site:String}
        and toDate(timestamp) in (
          select toDate(fromUnixTimestamp64Milli(stretch * {windowMs:Int64}, 'UTC')) from asked
        )
        and intDiv(toUnixTimestamp64Milli(timestamp), {windowMs:Int64}) in (select stretch from asked)
      where session_id != '' and kind != 'identify'
    ) as seen
    inner join asked using (stretch)
    where toUnixTimestamp64Milli(timestamp) between moment_ms - {windowMs:Int64} and moment_ms
    group by question, visitor_id, session_id
    having countIf(origin != 'server') > 0
    order by question, checkoutIntent desc, lastSeenMs desc, visitorId, sessionId
    limit {limit:UInt16} by question
  `,
})

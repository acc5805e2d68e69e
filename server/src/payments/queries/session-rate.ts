import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import { isSince, isUntil } from '../../store/events/hit-times.ts'
import { checkoutIntent } from './checkout-intent.ts'

const time = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** How many visits a site had in a period, how many of them with checkout intent, and since when. */
export const sessionRate = defineQuery({
  name: 'session-rate',
  params: Type.Object({
    site: Type.String(),
    sinceMs: time,
    untilMs: time,
    gateways: Type.Array(Type.String()),
  }),
  row: Type.Object({ sessions: time, checkoutSessions: time, firstMs: time }),
  sql: `
    select
      toUInt32(uniq(session_day, session_hash)) as sessions,
      toUInt32(uniqIf(session_day, session_hash, ${checkoutIntent})) as checkoutSessions,
      toFloat64(toUnixTimestamp64Milli(min(timestamp))) as firstMs
    from events
    where site_id = {site:String}
      and ${isSince('sinceMs')}
      and ${isUntil('untilMs')}
      and origin != 'server'
      and kind != 'identify'
  `,
})

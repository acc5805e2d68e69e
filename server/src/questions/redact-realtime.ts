import type { Realtime } from '@tributary/contract/questions/realtime.ts'

/** The current activity of a site, without who does it. */
export function redactRealtime(live: Realtime): Realtime {
  return {
    ...live,
    pageViews: live.pageViews.map((one) => ({ ...one, visitorId: '' })),
    goals: live.goals.map((one) => ({ ...one, visitorId: '' })),
    payments: live.payments.map((one) => ({ ...one, visitorId: null })),
  }
}

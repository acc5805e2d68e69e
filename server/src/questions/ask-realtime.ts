import type { Realtime, RealtimeInput } from '@tributary/contract/questions/realtime.ts'
import type { Asking } from '../answers/answers.ts'
import type { Reader } from '../answers/question-turns.ts'
import { toMajorUnits } from '../money/money.ts'
import { listPaymentsPage } from '../payments/rows/payment-pages.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { dayMs } from '../time/durations.ts'
import { isoTime } from '../time/iso-time.ts'
import type { Live, realtimeAnswerers } from './answer-realtime.ts'
import { unshippedGoal } from './queries/latest-goals.ts'
import { unshippedRecentHit } from './queries/recent-hits.ts'

const defaultLimit = 10

/** What realtime needs: the answering thread, and hits that the engine does not have yet. */
export interface RealtimeSources {
  ask: Asking<typeof realtimeAnswerers>['ask']
  events: Pick<EventStore, 'flushOf' | 'readWithUnshipped'>
}

/** The reader and the cost, for `answerUpToDate`. */
export const realtimeAsking = (reader: Reader) => ({ reader, units: 1, addsUnshipped: true })

/**
 * A site's current activity. An insert takes longer than the whole question, so hits that are on their way to the
 * engine are added to its answer; only for a site with very many hits are they inserted first, and the engine
 * computes all of it.
 */
export async function askRealtime(
  { ask, events }: RealtimeSources,
  asked: { site: string; nowMs: number },
  input: RealtimeInput,
): Promise<Live> {
  const about = { siteId: asked.site }
  const live = await events.readWithUnshipped(about, (unshipped) =>
    ask('realtime', asked, input, {
      hits: unshipped.map(unshippedRecentHit),
      goals: unshipped.filter(({ kind }) => kind === 'goal').map(unshippedGoal),
    }),
  )
  if (live !== undefined) return live
  await events.flushOf(asked.site)
  return ask('busyRealtime', asked, input)
}

/** The charged payments of the last day, the latest first. */
export async function realtimePayments(
  { db }: ControlStore,
  { site, nowMs }: { site: string; nowMs: number },
  { limit = defaultLimit }: RealtimeInput,
): Promise<Realtime['payments']> {
  const lastDay = {
    siteId: site,
    fromMs: nowMs - dayMs,
    toMs: nowMs + 1,
    charged: true,
    counted: true,
  }
  const payments = await listPaymentsPage(db, lastDay, limit)
  return payments.map(({ id, amountMinor, currency, renewal, paidAtMs, link }) => ({
    paymentId: id,
    amount: toMajorUnits(amountMinor, currency),
    currency,
    renewal: renewal === true,
    at: isoTime(paidAtMs),
    visitorId: link.visitorId,
  }))
}

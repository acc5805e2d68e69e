import {
  nowMinutes,
  type Realtime,
  type RealtimeInput,
  recentMinutes,
} from '@tributary/contract/questions/realtime.ts'
import { toMajorUnits } from '../money/money.ts'
import { listPaymentsPage } from '../payments/rows/payment-pages.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Engine } from '../store/events/engine.ts'
import { dayText } from '../store/events/utc-days.ts'
import { isoTime } from '../time/iso-time.ts'
import { latestGoals } from './queries/latest-goals.ts'
import { latestPageViews } from './queries/latest-page-views.ts'
import { realtimeMinutes } from './queries/realtime-minutes.ts'
import { realtimeVisitors } from './queries/realtime-visitors.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const defaultLimit = 10

/** What the engine knows of a site's present: all but the payments, which are read where they are recorded. */
export async function answerRealtime(
  engine: Engine,
  { site, nowMs }: { site: string; nowMs: number },
  { limit = defaultLimit }: RealtimeInput,
): Promise<Omit<Realtime, 'payments'>> {
  const firstMinuteMs = Math.floor(nowMs / minuteMs) * minuteMs - (recentMinutes - 1) * minuteMs
  const { minutes, present, pageViews, goals } = await lastMinutes(engine, {
    site,
    firstMinuteMs,
    nowMs,
    limit,
  })
  const presentBy = (name: string) => present.filter(({ by }) => by === name)
  const byMinute = new Map(minutes.map((minute) => [minute.minuteMs, minute]))
  return {
    at: isoTime(nowMs),
    visitors: presentBy('all')[0]?.visitors ?? 0,
    minutes: Array.from({ length: recentMinutes }, (_, index) => {
      const startMs = firstMinuteMs + index * minuteMs
      const { visitors = 0, pageViews = 0 } = byMinute.get(startMs) ?? {}
      return { minute: isoTime(startMs), visitors, pageViews }
    }),
    pages: presentBy('page').map(({ key, visitors }) => ({ page: key, visitors })),
    sources: presentBy('source').map(({ key, visitors }) => ({ source: key, visitors })),
    countries: presentBy('country').map(({ key, visitors }) => ({ country: key, visitors })),
    pageViews: pageViews.map(({ atMs, ...pageView }) => ({ ...pageView, at: isoTime(atMs) })),
    goals: goals.map(({ atMs, ...goal }) => ({ ...goal, at: isoTime(atMs) })),
  }
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

/**
 * What happened since a minute. Most sites are quiet most of the time: who is there is asked only if somebody was. The
 * counts of each minute say how far back the latest page views and goals go, so no more is read for them.
 */
async function lastMinutes(engine: Engine, { site, firstMinuteMs, nowMs, limit }: LastMinutes) {
  const recently = { site, from: firstMinuteMs, to: nowMs }
  const minutes = await realtimeMinutes(engine, recently)
  const fromMs = nowMs - nowMinutes * minuteMs
  const latest = { site, to: nowMs, limit }
  const now = minutes.filter(
    ({ minuteMs: startMs, visitors }) => visitors > 0 && startMs + minuteMs > fromMs,
  )
  const firstDay = Math.min(...now.map(({ firstSessionDay }) => firstSessionDay))
  const [present, pageViews, goals] = await Promise.all([
    now.length === 0
      ? []
      : realtimeVisitors(engine, { site, fromMs, toMs: nowMs, firstDay: dayText(firstDay), limit }),
    minutes.some(({ pageViews }) => pageViews > 0)
      ? latestPageViews(engine, {
          ...latest,
          from: startOfLatest(minutes, 'pageViews', limit) ?? firstMinuteMs,
        })
      : [],
    latestGoals(engine, {
      ...latest,
      from: startOfLatest(minutes, 'goals', limit) ?? nowMs - dayMs,
    }),
  ])
  return { minutes, present, pageViews, goals }
}

/** The minute from which on there were so many; undefined when there were fewer in all of them. */
function startOfLatest(
  minutes: Awaited<ReturnType<typeof realtimeMinutes>>,
  kind: 'pageViews' | 'goals',
  wanted: number,
): number | undefined {
  let count = 0
  for (const minute of minutes.toReversed()) {
    count += minute[kind]
    if (count >= wanted) return minute.minuteMs
  }
  return undefined
}

interface LastMinutes {
  site: string
  firstMinuteMs: number
  nowMs: number
  limit: number
}

import {
  nowMinutes,
  type Realtime,
  type RealtimeInput,
  recentMinutes,
} from '@tributary/contract/questions/realtime.ts'
import { toMajorUnits } from '../payments/money.ts'
import type { Engine } from '../store/events/engine.ts'
import { latestGoals } from '../store/events/queries/latest-goals.ts'
import { latestPageViews } from '../store/events/queries/latest-page-views.ts'
import { latestPayments } from '../store/events/queries/latest-payments.ts'
import { realtimeMinutes } from '../store/events/queries/realtime-minutes.ts'
import { realtimeVisitors } from '../store/events/queries/realtime-visitors.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const defaultLimit = 10

/** Who is on a site now, what the last half hour was like and what was reached and paid last. */
export async function answerRealtime(
  engine: Engine,
  { site, nowMs }: { site: string; nowMs: number },
  { limit = defaultLimit }: RealtimeInput,
): Promise<Realtime> {
  const firstMinuteMs = Math.floor(nowMs / minuteMs) * minuteMs - (recentMinutes - 1) * minuteMs
  const [{ minutes, present, pageViews, goals }, payments] = await Promise.all([
    lastMinutes(engine, { site, firstMinuteMs, nowMs, limit }),
    latestPayments(engine, { site, from: nowMs - dayMs, to: nowMs, limit }),
  ])
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
    payments: payments.map(({ atMs, amountMinor, visitorId, ...payment }) => ({
      ...payment,
      amount: toMajorUnits(amountMinor, payment.currency),
      at: isoTime(atMs),
      visitorId: visitorId === '' ? null : visitorId,
    })),
  }
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
  const [present, pageViews, goals] = await Promise.all([
    minutes.some(({ minuteMs: startMs, visitors }) => visitors > 0 && startMs + minuteMs > fromMs)
      ? realtimeVisitors(engine, { site, fromMs, toMs: nowMs, limit })
      : [],
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

const isoTime = (ms: number) => new Date(ms).toISOString()

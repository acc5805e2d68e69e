import {
  nowMinutes,
  type Realtime,
  type RealtimeInput,
  recentMinutes,
} from '@tributary/contract/questions/realtime.ts'
import { inOrder } from '../in-order.ts'
import type { Engine } from '../store/events/engine.ts'
import { dayOf, dayText } from '../store/events/utc-days.ts'
import { dayMs, minuteMs } from '../time/durations.ts'
import { isoTime } from '../time/iso-time.ts'
import { latestViewsOf, minutesOf, presentOf } from './present-activity.ts'
import { type LatestGoal, latestGoals } from './queries/latest-goals.ts'
import { latestPageViews } from './queries/latest-page-views.ts'
import { realtimeMinutes } from './queries/realtime-minutes.ts'
import { realtimeVisitors } from './queries/realtime-visitors.ts'
import { type RecentHit, recentHits } from './queries/recent-hits.ts'

const defaultLimit = 10

/** A site's current activity except for the payments, which are read from the ledger. */
export type Live = Omit<Realtime, 'payments'>

/** With more hits in half an hour, the engine adds them up. */
const mostHits = 20_000

/** Computes a site's current activity from its hits; undefined if there are too many of them. */
async function answerRealtime(
  engine: Engine,
  { site, nowMs }: { site: string; nowMs: number },
  { limit = defaultLimit }: RealtimeInput,
  unshipped: { hits: readonly RecentHit[]; goals: readonly LatestGoal[] },
): Promise<Live | undefined> {
  const fromMs = firstMinute(nowMs)
  const presentMs = nowMs - nowMinutes * minuteMs
  const isPast = ({ atMs }: { atMs: number }) => atMs <= nowMs
  const onTheWay = unshipped.hits.filter(isPast)
  const goalsFromMs = nowMs - dayMs
  const visitors = [...new Set(onTheWay.map(({ visitorId }) => visitorId))]
  const read = async (firstDay: number) => {
    const limit = mostHits + 1
    const stored = await recentHits(engine, { site, fromMs, presentMs, firstDay, visitors, limit })
    return [...stored, ...onTheWay]
  }
  const firstDay = dayOf(fromMs)
  const [found, storedGoals] = await Promise.all([
    read(firstDay),
    latestGoals(engine, { site, from: goalsFromMs, to: nowMs, limit }),
  ])
  const isRecent = ({ atMs }: { atMs: number }) => atMs >= fromMs
  // A visit may have begun days ago: then its source is looked up there.
  const begunOn = found.filter(isRecent).reduce((day, hit) => Math.min(day, hit.day), firstDay)
  const isWhole = begunOn >= firstDay || found.length > mostHits
  const all = isWhole ? found : await read(begunOn)
  if (all.length > mostHits) return undefined
  const hits = all.filter(isPast)
  const recent = hits.filter(isRecent)
  const goals = unshipped.goals.filter((goal) => isPast(goal) && goal.atMs >= goalsFromMs)
  return liveOf(nowMs, {
    minutes: minutesOf(recent),
    present: presentOf(hits, { presentMs, nowMs, limit }),
    pageViews: latestViewsOf(recent, limit),
    goals: [...storedGoals, ...goals].toSorted(byTime).slice(0, limit),
  })
}

/** A site's current activity, computed by the engine, which must have all hits. */
async function answerBusyRealtime(
  engine: Engine,
  { site, nowMs }: { site: string; nowMs: number },
  { limit = defaultLimit }: RealtimeInput,
): Promise<Live> {
  const firstMinuteMs = firstMinute(nowMs)
  return liveOf(nowMs, await lastMinutes(engine, { site, firstMinuteMs, nowMs, limit }))
}

/** What the thread of reports computes of it. */
export const realtimeAnswerers = { realtime: answerRealtime, busyRealtime: answerBusyRealtime }

const firstMinute = (nowMs: number) =>
  Math.floor(nowMs / minuteMs) * minuteMs - (recentMinutes - 1) * minuteMs

/** In the order of `latestGoals`. */
const byTime = (a: LatestGoal, b: LatestGoal) =>
  b.atMs - a.atMs || inOrder(a.visitorId, b.visitorId) || inOrder(a.goal, b.goal)

interface Activity {
  minutes: { minuteMs: number; visitors: number; pageViews: number }[]
  present: { by: string; key: string; visitors: number }[]
  pageViews: (Omit<Live['pageViews'][number], 'at'> & { atMs: number })[]
  goals: LatestGoal[]
}

function liveOf(nowMs: number, { minutes, present, pageViews, goals }: Activity): Live {
  const presentBy = (name: string) => present.filter(({ by }) => by === name)
  const byMinute = new Map(minutes.map((minute) => [minute.minuteMs, minute]))
  return {
    at: isoTime(nowMs),
    visitors: presentBy('all')[0]?.visitors ?? 0,
    minutes: Array.from({ length: recentMinutes }, (_, index) => {
      const startMs = firstMinute(nowMs) + index * minuteMs
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

/**
 * The activity since a minute. Most sites are quiet most of the time: who is there is only asked if anybody was. The
 * counts per minute show how far back the latest page views and goals go, so that no more is read for them.
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

/** The minute since which there were this many; undefined if there were fewer in all of them. */
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

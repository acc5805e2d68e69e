import { inOrder } from '../in-order.ts'
import { minuteMs } from '../time/durations.ts'
import type { RecentHit } from './queries/recent-hits.ts'

/**
 * The current moment, how recently a visitor must have been active to be present, and the rows of each breakdown.
 */
interface Present {
  presentMs: number
  nowMs: number
  limit: number
}

/** Visitors and page views of each minute with activity, from hits between two moments. */
export function minutesOf(hits: readonly RecentHit[]) {
  const byMinute = Map.groupBy(hits, ({ atMs }) => Math.floor(atMs / minuteMs) * minuteMs)
  return [...byMinute].map(([startMs, ofMinute]) => {
    const active = ofMinute.filter(({ isActivity }) => isActivity)
    return {
      minuteMs: startMs,
      visitors: new Set(active.map(({ visitorId }) => visitorId)).size,
      pageViews: ofMinute.filter(({ isView }) => isView).length,
    }
  })
}

/** The latest page views, the newest first. */
export function latestViewsOf(hits: readonly RecentHit[], limit: number) {
  return hits
    .filter(({ isView }) => isView)
    .toSorted(
      (a, b) => b.atMs - a.atMs || inOrder(a.visitorId, b.visitorId) || inOrder(a.page, b.page),
    )
    .slice(0, limit)
    .map(({ page, source, isTouch, country, visitorId, atMs }) => ({
      ...{ page, source: isTouch ? source : '', country, visitorId, atMs },
    }))
}

/**
 * The present visitors, in the shape of `realtimeVisitors`: by the page and country of their last activity and the
 * source of its visit. `hits` are all hits of those visits.
 */
export function presentOf(hits: readonly RecentHit[], { presentMs, nowMs, limit }: Present) {
  const isNow = ({ atMs }: RecentHit) => atMs >= presentMs && atMs <= nowMs
  const there = [
    ...Map.groupBy(
      hits.filter(({ isOfServer }) => !isOfServer),
      visitorOf,
    ).values(),
  ]
    .filter((ofVisitor) => ofVisitor.some((hit) => hit.isActivity && isNow(hit)))
    .map((ofVisitor) => {
      const last = ofVisitor.filter(isNow).reduce((a, b) => (b.atMs >= a.atMs ? b : a))
      const visit = ofVisitor.filter(
        ({ sessionId, day }) => sessionId === last.sessionId && day === last.day,
      )
      const { source } = visit.reduce((a, b) => (isEarlierEntry(b, a) ? b : a))
      return { page: last.page, country: last.country, source: source || 'Direct' }
    })
  const byKey = (by: 'page' | 'country' | 'source') =>
    [...Map.groupBy(there, (one) => one[by])]
      .map(([key, { length }]) => ({ by, key, visitors: length }))
      .toSorted((a, b) => b.visitors - a.visitors || inOrder(a.key, b.key))
      .slice(0, limit)
  const all = { by: 'all' as const, key: '', visitors: there.length }
  return [
    ...(there.length > 0 ? [all] : []),
    ...byKey('page'),
    ...byKey('country'),
    ...byKey('source'),
  ]
}

const visitorOf = ({ visitorId }: RecentHit) => visitorId

/** An entry attribute is the first page view's; of a visit without one, the first event's. */
function isEarlierEntry(a: RecentHit, b: RecentHit): boolean {
  if (a.isView !== b.isView) return a.isView
  return a.atMs < b.atMs
}

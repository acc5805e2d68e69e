import {
  maxPageViews,
  maxSessions,
  type Visitor,
  type VisitorQuery,
  visitorNotFound,
} from '@tributary/contract/visitor.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../sites/site.ts'
import type { Engine } from '../store/events/engine.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { visitorPageViews } from '../store/events/queries/visitor-page-views.ts'
import { visitorSessionList } from '../store/events/queries/visitor-session-list.ts'
import { visitorTotals } from '../store/events/queries/visitor-totals.ts'
import { parseTime } from './parse-time.ts'

/** After every time there is: asks for the newest. */
const endOfTimeMs = Date.UTC(2200, 0, 1)

/**
 * Everything the site knows about one visitor, including what was acknowledged a moment ago. A
 * visitor is known once a hit of theirs arrived; goals told by servers before that wait for it.
 */
export async function getVisitor(
  { engine, events }: { engine: Engine; events: Pick<EventStore, 'flush'> },
  site: Site,
  query: VisitorQuery,
): Promise<Visitor> {
  const beforeMs = query.before === undefined ? endOfTimeMs : parseTime('before', query.before)
  const limit = query.limit ?? maxPageViews
  const who = { site: site.id, visitor: query.visitorId }
  await events.flush()
  const [[totals], sessions, pageViews] = await Promise.all([
    visitorTotals(engine, who),
    visitorSessionList(engine, { ...who, beforeMs, limit: Math.min(limit, maxSessions) }),
    visitorPageViews(engine, { ...who, beforeMs, limit: Math.min(limit, maxPageViews) }),
  ])
  if (totals === undefined || totals.hits === 0) throw new AppError('not-found', visitorNotFound)
  return {
    visitorId: query.visitorId,
    sessionCount: totals.sessionCount,
    pageViewCount: totals.pageViewCount,
    firstVisit: isoTime(totals.firstMs),
    lastVisit: isoTime(totals.lastMs),
    sessions: sessions.map(({ firstMs, lastMs, ...session }) => ({
      sessionId: session.sessionId,
      firstVisitAt: isoTime(firstMs),
      lastSeenAt: isoTime(lastMs),
      pageViews: session.pageViews,
      duration: Math.floor((lastMs - firstMs) / 1000),
      device: session.device,
      browser: session.browser,
      os: session.os,
      country: session.country,
    })),
    pageViews: pageViews.map(({ timestampMs, ...view }) => ({
      path: view.path,
      title: view.title,
      timestamp: isoTime(timestampMs),
      referrer: view.referrer,
    })),
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}

import {
  maxPageViews,
  maxSessions,
  type Visitor,
  type VisitorQuery,
  type VisitorSession,
  visitorNotFound,
} from '@tributary/contract/visitor.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import { isoTime } from '../time/iso-time.ts'
import { latestTimeMs, parseTime } from '../time/parse-time.ts'
import { type VisitorHistory, type VisitorSources, visitorHistory } from './queries/visitor-hits.ts'

/**
 * Everything the site knows about one visitor, including what was acknowledged a moment ago. A visitor is known once
 * a hit of theirs arrived; earlier goals from servers wait for it.
 */
export async function getVisitor(
  sources: VisitorSources,
  site: Site,
  query: VisitorQuery,
): Promise<Visitor> {
  const beforeMs = query.before === undefined ? latestTimeMs : parseTime('before', query.before)
  const limit = query.limit ?? maxPageViews
  const found = await visitorHistory(sources, {
    site: site.id,
    visitor: query.visitorId,
    beforeMs,
    maxSessions: Math.min(limit, maxSessions),
    maxPageViews: limit,
  })
  if (found.sessionCount === 0) {
    throw new AppError('not-found', visitorNotFound)
  }
  return {
    visitorId: query.visitorId,
    sessionCount: found.sessionCount,
    pageViewCount: found.pageViewCount,
    firstVisit: isoTime(found.firstMs),
    lastVisit: isoTime(found.lastMs),
    sessions: found.sessions.map(toSession),
    pageViews: found.pageViews.map(([timestampMs, path, title, referrer]) => ({
      path,
      title,
      timestamp: isoTime(timestampMs),
      referrer,
    })),
  }
}

function toSession(session: VisitorHistory['sessions'][number]): VisitorSession {
  const [firstMs, lastMs, sessionId, pageViews, device, browser, os, country] = session
  return {
    sessionId,
    firstVisitAt: isoTime(firstMs),
    lastSeenAt: isoTime(lastMs),
    pageViews,
    duration: Math.floor((lastMs - firstMs) / 1000),
    device,
    browser,
    os,
    country,
  }
}

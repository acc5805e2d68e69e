import Type, { type Static } from 'typebox'

/** Milliseconds since 1970 UTC. */
export const timeMs = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Where a hit or a session came from. */
export const acquisitionRow = {
  touch: Type.Union([
    Type.Literal('internal'),
    Type.Literal('direct'),
    Type.Literal('source'),
    Type.Literal('continuation'),
  ]),
  referrer: Type.String(),
  referrerHost: Type.String(),
  source: Type.String(),
  medium: Type.String(),
  campaign: Type.String(),
  term: Type.String(),
  content: Type.String(),
  channel: Type.String(),
  clickId: Type.String(),
}

/** One session and where it came from. */
export const sessionRow = Type.Object({
  siteId: Type.String(),
  visitorId: Type.String(),
  sessionId: Type.String(),
  startMs: timeMs,
  lastMs: timeMs,
  /** Days since 1970: see `StoredEvent.sessionDay`. */
  day: Type.Integer(),
  /** The latest client id if the session's id does not contain it; see `StoredEvent`. */
  givenSession: Type.String(),
  /** The time of the latest touch with a source; 0 if there is none. */
  sourceMs: timeMs,
  opensWithReturn: Type.Boolean(),
  ...acquisitionRow,
})

export type SessionRow = Static<typeof sessionRow>

/** A session's span, and its latest touch with a source (`internal` if there is none). */
export const sessionColumns = `
      siteId,
      visitorId,
      sessionId,
      startMs,
      lastMs,
      day,
      if(givenSession = '~', '', givenSession) as givenSession,
      sourceMs,
      toBool(opensWithReturn) as opensWithReturn,
      if(brought.1 in ('source', 'continuation'), toString(brought.1), 'internal') as touch,
      brought.2 as referrer,
      brought.3 as referrerHost,
      brought.4 as source,
      brought.5 as medium,
      brought.6 as campaign,
      brought.7 as term,
      brought.8 as content,
      brought.9 as channel,
      brought.10 as clickId`

/** The sources of those columns, for a subquery that groups by site, visitor, session and its day. */
export const sessionAggregates = `
        site_id as siteId,
        visitor_id as visitorId,
        session_id as sessionId,
        toFloat64(toUnixTimestamp64Milli(min(timestamp))) as startMs,
        toFloat64(toUnixTimestamp64Milli(max(timestamp))) as lastMs,
        toUInt16(session_day) as day,
        argMaxIf(given_session, timestamp, given_session != '~') as givenSession,
        toFloat64(toUnixTimestamp64Milli(maxIf(timestamp, touch in ('source', 'continuation')))) as sourceMs,
        argMin(return_landing, timestamp) != '' as opensWithReturn,
        argMaxIf(
          (touch, referrer, referrer_host, source, medium, campaign, term, content, channel, click_id),
          timestamp,
          touch in ('source', 'continuation')
        ) as brought`

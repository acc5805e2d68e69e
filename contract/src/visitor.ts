import Type, { type Static } from 'typebox'

/** The answer to a read that names no visitor, word for word as clients know it. */
export const visitorIdRequired = 'visitorId parameter is required'
/** The answer for a visitor this site has not seen, another site's visitors included. */
export const visitorNotFound = 'Visitor not found'

/** What an erasure answers. */
export const visitorErased = 'Visitor erased'

export const maxSessions = 1000
export const maxPageViews = 5000

const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-20T09:30:00.000Z'] })
const text = (description: string, example: string) =>
  Type.String({ description: `${description}; "" when unknown`, examples: [example] })

export const visitorQuery = Type.Object({
  visitorId: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Visitor identifier',
    examples: ['v_5f3a9c'],
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: maxPageViews,
      description: `Maximum number of sessions and of page views (sessions never more than ${maxSessions})`,
    }),
  ),
  before: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'Only sessions that began and page views that happened before this ISO 8601 time: the last `timestamp` or `firstVisitAt` of a page gives the next one',
      examples: ['2026-11-20T09:30:00.000Z'],
    }),
  ),
})

export type VisitorQuery = Static<typeof visitorQuery>

export const sessionSchema = Type.Object({
  sessionId: Type.String({ description: 'Session identifier', examples: ['s_81b2d0'] }),
  firstVisitAt: time('When the session began'),
  lastSeenAt: time('When its last hit arrived'),
  pageViews: Type.Integer({ minimum: 0, description: 'Number of page views in the session' }),
  duration: Type.Integer({ minimum: 0, description: 'Duration in whole seconds' }),
  device: text('Device type: desktop, mobile or tablet', 'desktop'),
  browser: text('Browser name', 'Firefox'),
  os: text('Operating system', 'Linux'),
  country: text('Country code, ISO 3166-1 alpha-2 in upper case', 'DE'),
})

export const pageViewSchema = Type.Object({
  path: Type.String({ description: 'Page path', examples: ['/pricing'] }),
  title: text('Page title', 'Pricing'),
  timestamp: time('When the page was viewed'),
  referrer: text('Referrer URL', 'https://www.google.com/'),
})

export const visitorData = Type.Object(
  {
    visitorId: Type.String({ description: 'The visitor identifier', examples: ['v_5f3a9c'] }),
    sessionCount: Type.Integer({ minimum: 0, description: 'Total number of sessions' }),
    pageViewCount: Type.Integer({ minimum: 0, description: 'Total number of page views' }),
    firstVisit: time('When the visitor was first seen'),
    lastVisit: time('When the visitor was last seen'),
    sessions: Type.Array(sessionSchema, {
      maxItems: maxSessions,
      description: 'Newest first, by start time',
    }),
    pageViews: Type.Array(pageViewSchema, { maxItems: maxPageViews, description: 'Newest first' }),
  },
  { description: 'One visitor. The totals count everything, however short the arrays are.' },
)

export type Visitor = Static<typeof visitorData>
export type VisitorSession = Static<typeof sessionSchema>
export type VisitorPageView = Static<typeof pageViewSchema>

export const erasureQuery = Type.Object({ visitorId: visitorQuery.properties.visitorId })

export const erasureData = Type.Object(
  {
    message: Type.String({ examples: [visitorErased] }),
    events: Type.Integer({ minimum: 0, description: 'Page views, goals and other events removed' }),
    identities: Type.Integer({ minimum: 0, description: 'Addresses and user ids forgotten' }),
    payments: Type.Integer({
      minimum: 0,
      description: 'Payments that named the visitor; their amounts stay',
    }),
  },
  { description: 'What was removed' },
)

export type Erasure = Static<typeof erasureData>

import type { Operations } from '../operation.ts'
import {
  erasureData,
  erasureQuery,
  type Visitor,
  visitorData,
  visitorErased,
  visitorIdRequired,
  visitorNotFound,
  visitorQuery,
} from '../visitor.ts'
import {
  type ProfilePages,
  profileData,
  profilePagesData,
  profilePagesQuery,
  profileQuery,
  type VisitorProfile,
} from '../visitor-profile.ts'
import { sessionId, visitedAt, visitorId } from './example-story.ts'

const visitorExample: Visitor = {
  visitorId,
  sessionCount: 1,
  pageViewCount: 1,
  firstVisit: visitedAt,
  lastVisit: '2026-11-02T09:32:00.000Z',
  sessions: [
    {
      sessionId,
      firstVisitAt: visitedAt,
      lastSeenAt: '2026-11-02T09:32:00.000Z',
      pageViews: 1,
      duration: 120,
      device: 'desktop',
      browser: 'Firefox',
      os: 'Linux',
      country: 'DE',
    },
  ],
  pageViews: [
    { path: '/', title: 'Home', timestamp: visitedAt, referrer: 'https://mail.example.com/' },
  ],
}

const origin = {
  channel: 'Email',
  source: 'newsletter',
  medium: 'email',
  campaign: 'autumn',
  term: '',
  content: '',
  referrer: 'https://mail.example.com/',
  landingPage: '/',
}
const surroundings = {
  device: 'desktop',
  browser: 'Firefox',
  os: 'Linux',
  country: 'DE',
  region: '',
  city: '',
}
const seenAt = '2026-11-20T09:30:00.000Z'
const home = { at: seenAt, path: '/', title: 'Home', views: 1 }

const profileExample: VisitorProfile = {
  visitorId,
  devices: [
    {
      visitorId,
      firstSeenAt: seenAt,
      lastSeenAt: seenAt,
      visits: 1,
      pageViews: 1,
      goals: 0,
      language: 'de',
      ...surroundings,
    },
  ],
  userIds: ['user_1042'],
  hasEmail: true,
  firstSeenAt: seenAt,
  lastSeenAt: seenAt,
  firstTouch: origin,
  figures: {
    visits: 1,
    pageViews: 1,
    goals: 0,
    payments: 0,
    revenue: 0,
    unconverted: [],
    firstPaymentAt: null,
    daysToConversion: null,
    visitsToConversion: null,
  },
  currency: 'USD',
  timeline: [
    {
      type: 'visit',
      at: seenAt,
      endedAt: seenAt,
      visitorId,
      sessionId: 's_81b2d0',
      ...origin,
      exitPage: '/',
      ...surroundings,
      engagedSeconds: 12,
      pageViews: 1,
      goalCount: 0,
      joined: [],
      pages: [home],
      nextPages: null,
      goals: [],
    },
  ],
}

const pagesExample: ProfilePages = { pages: [home] }

const notSeen = {
  status: 404,
  description: 'The site has not seen this visitor',
  message: visitorNotFound,
}

/** Reading about one person. */
export const visitorOperations = {
  'GET /api/v1/visitor': {
    access: { scopes: ['visitors:read'], orRole: 'viewer' },
    query: visitorQuery,
    missing: visitorIdRequired,
    data: visitorData,
    docs: {
      id: 'getVisitor',
      summary: 'Read a visitor',
      description:
        'Returns one visitor’s totals, sessions and page views, newest first. Includes every event acknowledged before the request. The totals always cover the whole history. Use `before` to get older entries.',
      query: { visitorId },
      reply: 'The visitor',
      example: visitorExample,
      refusals: [notSeen],
    },
  },
  'GET /api/v1/visitors/profile': {
    access: { scopes: ['visitors:read'], orRole: 'viewer' },
    query: profileQuery,
    missing: visitorIdRequired,
    data: profileData,
    tables: ['timeline', 'devices'] as const,
    docs: {
      id: 'getVisitorProfile',
      summary: "Read a person's profile",
      description:
        'Returns a visitor together with all devices connected by an e-mail address or user id: all-time figures and a timeline of visits, goals, identify calls and payments, with what each attribution model credits, as on the receipt. Newest first by default. Use `nextCursor` to get the next page. Includes everything acknowledged before the request.',
      query: { visitorId },
      reply: 'The person',
      example: profileExample,
      refusals: [notSeen],
    },
  },
  'GET /api/v1/visitors/profile/pages': {
    access: { scopes: ['visitors:read'], orRole: 'viewer' },
    query: profilePagesQuery,
    missing: 'visitorId and sessionId are required',
    data: profilePagesData,
    docs: {
      id: 'listVisitPages',
      summary: 'Read all page views of a visit',
      description:
        'Use this when a visit has more than the 50 page views included in the profile. Pass its `nextPages` as `cursor`, or omit `cursor` to start at the first page view.',
      query: { visitorId, sessionId },
      reply: 'The page views',
      example: pagesExample,
      refusals: [notSeen],
    },
  },
} satisfies Operations

/** Forgetting one. */
export const erasureOperations = {
  'DELETE /api/v1/visitor': {
    access: { scopes: ['events:write'] },
    query: erasureQuery,
    missing: visitorIdRequired,
    data: erasureData,
    docs: {
      id: 'eraseVisitor',
      summary: 'Erase a visitor',
      description:
        'Deletes everything the site stores about one person: page views, goals, e-mail addresses and user ids. Payments stay with their amounts, but without personal data. If this takes longer than 40 seconds, the response is 503 and the deletion continues; repeat the request until it returns 404.',
      query: { visitorId },
      reply: 'The visitor is erased',
      example: { message: visitorErased, events: 4, identities: 2, payments: 1 },
      refusals: [
        {
          status: 404,
          description: 'The site has no data about this visitor',
          message: visitorNotFound,
        },
      ],
    },
  },
} satisfies Operations

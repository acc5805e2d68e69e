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
        "One visitor's totals, sessions and page views, newest first; everything that was acknowledged before is included. The totals are always whole. For more than fits, ask again with `before`.",
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
      summary: "Read a person's story",
      description:
        'A visitor with all devices that an e-mail address or a user id connects: figures of all time, and the time line of visits, goals, identifications and payments with what each attribution model credits, as on the receipt. Newest first by default; `nextCursor` leads on. What was acknowledged before is included.',
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
        'Where a visit has more than the 50 page views that come with the profile: ask with its `nextPages` as `cursor`, or without one from the first view on.',
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
      summary: 'Forget a visitor',
      description:
        'Removes what the site knows about one person: page views, goals, addresses and user ids. Payments stay, with their amounts and without what names anybody. Where that takes longer than 40 seconds the answer is 503, and it continues: asked again, 404 says that it is done.',
      query: { visitorId },
      reply: 'The visitor is forgotten',
      example: { message: visitorErased, events: 4, identities: 2, payments: 1 },
      refusals: [
        {
          status: 404,
          description: 'The site knows nothing of this visitor, or no longer',
          message: visitorNotFound,
        },
      ],
    },
  },
} satisfies Operations

import { visitorIdRequired, visitorNotFound } from '@tributary/contract/visitor.ts'
import {
  type ProfilePages,
  profileData,
  profilePagesData,
  profilePagesQuery,
  profileQuery,
  type VisitorProfile,
} from '@tributary/contract/visitor-profile.ts'
import { profileTables } from '../../visitors/profile/tables.ts'
import type { Operation } from './operation.ts'

// Ana of examples.ts, who came from a newsletter and paid.
const visitorId = 'v_5f3a9c'
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

const refusals = (message: string): Operation['refusals'] => [
  {
    status: 400,
    description: 'Something required is missing, or a value breaks its rule; the message names it',
    message,
  },
  { status: 404, description: 'The site has not seen this visitor', message: visitorNotFound },
]

/** One person's story. */
export const profileOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/visitors/profile',
    id: 'getVisitorProfile',
    summary: "Read a person's story",
    description:
      'A visitor with all devices that an e-mail address or a user id connects: figures of all time, and the time line of visits, goals, identifications and payments with what each attribution model credits, as on the receipt. Newest first by default; `nextCursor` leads on. What was acknowledged before is included.',
    scopes: ['visitors:read'],
    query: { schema: profileQuery, example: { visitorId } },
    reply: {
      status: 200,
      description: 'The person',
      data: { schema: profileData, example: profileExample },
      tables: Object.keys(profileTables),
    },
    refusals: refusals(visitorIdRequired),
  },
  {
    method: 'get',
    path: '/api/v1/visitors/profile/pages',
    id: 'listVisitPages',
    summary: 'Read all page views of a visit',
    description:
      'Where a visit has more than the 50 page views that come with the profile: ask with its `nextPages` as `cursor`, or without one from the first view on.',
    scopes: ['visitors:read'],
    query: { schema: profilePagesQuery, example: { visitorId, sessionId: 's_81b2d0' } },
    reply: {
      status: 200,
      description: 'The page views',
      data: { schema: profilePagesData, example: pagesExample },
    },
    refusals: refusals('visitorId and sessionId are required'),
  },
]

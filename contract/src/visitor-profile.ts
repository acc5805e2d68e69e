import Type, { type Static } from 'typebox'
import { paymentData } from './payment.ts'
import { paymentSummary } from './payments.ts'
import { visitorQuery } from './visitor.ts'

/** Items of the time line in one answer, and runs of page views of one visit. */
export const mostProfileItems = 100
export const mostPageRuns = 1000

const nullable = <Schema extends Type.TSchema>(schema: Schema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description })
const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-20T09:30:00.000Z'] })
const count = (description: string) => Type.Integer({ minimum: 0, description })
const text = Type.String()
const cursor = Type.Optional(
  Type.String({ maxLength: 64, description: 'nextCursor of the page before' }),
)

export const profileQuery = Type.Object({
  visitorId: visitorQuery.properties.visitorId,
  order: Type.Optional(
    Type.Enum(['newest', 'oldest'], {
      description: 'Which end of the time line comes first; newest by default',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostProfileItems,
      description: 'Items of the time line; 25 by default',
    }),
  ),
  cursor,
})

export type ProfileQuery = Static<typeof profileQuery>

export const profilePagesQuery = Type.Object({
  visitorId: visitorQuery.properties.visitorId,
  sessionId: Type.String({ maxLength: 255, examples: ['s_81b2d0'] }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostPageRuns,
      description: 'Maximum number of page views; 100 by default',
    }),
  ),
  cursor,
})

export type ProfilePagesQuery = Static<typeof profilePagesQuery>

const pageRun = Type.Object({
  at: time('When it was first viewed'),
  path: Type.String({ examples: ['/pricing'] }),
  title: text,
  views: count('How many times in a row'),
})

const goal = Type.Object({
  at: time('When it was reached'),
  name: Type.String({ examples: ['signup'] }),
  value: nullable(Type.Number()),
  properties: Type.Record(Type.String(), Type.Unknown()),
  path: text,
})

const origin = {
  channel: Type.String({ examples: ['Email'] }),
  source: Type.String({ description: 'Direct if it had no source' }),
  medium: text,
  campaign: text,
  term: text,
  content: text,
  referrer: Type.String({ description: 'The referrer; "" when unknown' }),
  landingPage: text,
}

const surroundings = {
  device: text,
  browser: text,
  os: text,
  country: text,
  region: text,
  city: text,
}

const visit = Type.Object({
  type: Type.Literal('visit'),
  at: time('When it began'),
  endedAt: time('The last activity'),
  visitorId: text,
  sessionId: text,
  ...origin,
  exitPage: text,
  ...surroundings,
  engagedSeconds: count('How long one of its pages was visible and in use'),
  pageViews: count('All of them'),
  goalCount: count('All of them'),
  joined: Type.Array(
    Type.Object({
      at: time('When it led into the visit'),
      channel: text,
      source: text,
      campaign: text,
    }),
    { description: 'Other sources that led into the visit, which count as separate touches' },
  ),
  pages: Type.Array(pageRun, {
    description: 'The first 50 page views, oldest first; the same page in a row is one',
  }),
  nextPages: nullable(text, 'Cursor of `GET /api/v1/visitors/profile/pages` for those that follow'),
  goals: Type.Array(goal, { description: 'The first 100, oldest first' }),
})

const identified = Type.Object({
  type: Type.Literal('identified'),
  at: time('When it was first reported'),
  visitorId: text,
  by: Type.Enum(['email', 'userId']),
  userId: nullable(text, 'Null for an e-mail address, of which only a hash is stored'),
  origin: Type.Enum(['client', 'server']),
})

const serverGoal = Type.Object({
  type: Type.Literal('goal'),
  ...goal.properties,
  visitorId: text,
  times: count('How many times at that moment'),
})

const { touches, credit } = paymentData.properties.receipt.properties

const payment = Type.Object({
  type: Type.Literal('payment'),
  at: time('When it was paid'),
  payment: paymentSummary,
  refunds: Type.Array(
    Type.Object({ id: text, amount: Type.Number(), timestamp: time('When it went back') }),
  ),
  touches,
  credit,
})

const timelineItem = Type.Union([visit, identified, serverGoal, payment])

export type TimelineItem = Static<typeof timelineItem>
export type TimelineVisit = Static<typeof visit>
export type TimelinePayment = Static<typeof payment>
export type TimelineGoal = Static<typeof serverGoal>
export type TimelineIdentified = Static<typeof identified>
export type PageRun = Static<typeof pageRun>
export type GoalReached = Static<typeof goal>

export const profileData = Type.Object(
  {
    visitorId: text,
    devices: Type.Array(
      Type.Object({
        visitorId: text,
        firstSeenAt: time('Beginning of the first visit'),
        lastSeenAt: time('Last activity'),
        visits: count('Of all time'),
        pageViews: count('Of all time'),
        goals: count('All-time, including those reported by servers'),
        language: text,
        ...surroundings,
      }),
      {
        description:
          'Every visitor who is this person by an e-mail address or a user id, the last seen first',
      },
    ),
    userIds: Type.Array(text, { description: 'Your own ids of the person' }),
    hasEmail: Type.Boolean({ description: 'Whether an e-mail address is known, by its hash' }),
    firstSeenAt: time('Beginning of the first visit'),
    lastSeenAt: time('Last activity'),
    firstTouch: Type.Object(origin, { description: 'Where the very first visit came from' }),
    figures: Type.Object({
      visits: count('Of all time'),
      pageViews: count('Of all time'),
      goals: count('Of all time'),
      payments: count('Payments of more than 0'),
      revenue: Type.Number({ description: 'Payments less refunds, in `currency`' }),
      unconverted: Type.Array(Type.Object({ currency: text, amount: Type.Number() }), {
        description: 'Money without an exchange rate, in its own currency',
      }),
      firstPaymentAt: nullable(time('When they first paid')),
      daysToConversion: nullable(
        Type.Number(),
        'From the first visit in the look-back of 90 days to the first payment',
      ),
      visitsToConversion: nullable(Type.Integer(), 'Visits on that path'),
    }),
    currency: Type.String({ examples: ['USD'] }),
    timeline: Type.Array(timelineItem),
    nextCursor: Type.Optional(text),
  },
  { description: 'One person, on all their devices' },
)

export type VisitorProfile = Static<typeof profileData>

export const profilePagesData = Type.Object({
  pages: Type.Array(pageRun, { description: 'Oldest first; the same page in a row is one' }),
  nextCursor: Type.Optional(text),
})

export type ProfilePages = Static<typeof profilePagesData>

import Type, { type Static } from 'typebox'
import { count, currency, scopeFields, time, understood } from './scope.ts'

export const visitorsLimit = 250

/** Who was there. */
export const visitorsInput = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 320,
      description:
        'must be text: a part of a visitor id or of the name that the dashboard gives it, a whole user id or a whole e-mail address',
    }),
  ),
  orderBy: Type.Optional(
    Type.Enum(['lastSeen', 'revenue'], {
      description: 'must be lastSeen or revenue; lastSeen by default',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: visitorsLimit,
      description: `must be a whole number from 1 to ${visitorsLimit}; 50 by default`,
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 60, description: 'must be a nextCursor of an answer' }),
  ),
  ...scopeFields,
})

export type VisitorsInput = Static<typeof visitorsInput>

export const visitorsData = Type.Object({
  rows: Type.Array(
    Type.Object({
      visitorId: Type.String(),
      userIds: Type.Array(Type.String(), { description: 'Your own ids of the person.' }),
      hasEmail: Type.Boolean({ description: 'Whether an e-mail address is known, by its hash.' }),
      firstSeenAt: time('Beginning of the first visit in the range.'),
      lastSeenAt: time('Last activity in the range.'),
      sessions: count('Visits that began in the range.'),
      pageViews: count('Page views of those visits.'),
      goals: count('Goals of those visits.'),
      source: Type.String({ description: 'Those of the first of these visits.' }),
      country: Type.String(),
      device: Type.String(),
      browser: Type.String(),
      os: Type.String(),
      revenue: Type.Number({ description: 'Payments less refunds, of all time.' }),
      payments: count('Payments of more than 0, of all time.'),
    }),
  ),
  currency,
  nextCursor: Type.Optional(Type.String({ description: 'The cursor for the next rows.' })),
  query: Type.Object(understood),
})

export type Visitors = Static<typeof visitorsData>

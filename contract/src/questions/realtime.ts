import Type, { type Static } from 'typebox'
import { count, time } from './scope.ts'

/** How long after their last activity a visitor counts as live. */
export const nowMinutes = 5
/** How many minutes the chart of recent activity shows. */
export const recentMinutes = 30

export const realtimeInput = Type.Object({
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50,
      description: 'must be a whole number from 1 to 50: the rows of each list, 10 by default',
    }),
  ),
})

export type RealtimeInput = Static<typeof realtimeInput>

const visitors = count('Unique visitors.')
const visitorId = Type.String({ description: 'Empty for a key without `visitors:read`.' })

/** The current activity of a site. */
export const realtimeData = Type.Object({
  at: time('The time of this answer.'),
  visitors: count(`Visitors active in the last ${nowMinutes} minutes.`),
  minutes: Type.Array(
    Type.Object({ minute: time('Start.'), visitors, pageViews: count('Seen.') }),
    {
      description: `The last ${recentMinutes} minutes, including the current one, oldest first.`,
    },
  ),
  pages: Type.Array(Type.Object({ page: Type.String(), visitors }), {
    description: 'Where the visitors are now: each counts at the page of their last activity.',
  }),
  sources: Type.Array(Type.Object({ source: Type.String(), visitors }), {
    description: 'The sources of their current visits.',
  }),
  countries: Type.Array(Type.Object({ country: Type.String(), visitors })),
  pageViews: Type.Array(
    Type.Object({
      page: Type.String(),
      source: Type.String({ description: 'The source that led to it; empty for all others.' }),
      country: Type.String(),
      at: time('When it was seen.'),
      visitorId,
    }),
    { description: `The latest of the last ${recentMinutes} minutes, newest first.` },
  ),
  goals: Type.Array(
    Type.Object({
      goal: Type.String(),
      value: Type.Union([Type.Number(), Type.Null()]),
      at: time('When it was reached.'),
      page: Type.String(),
      country: Type.String(),
      visitorId,
    }),
    { description: 'The latest of the last 24 hours, newest first.' },
  ),
  payments: Type.Array(
    Type.Object({
      paymentId: Type.String(),
      amount: Type.Number({ description: 'In major units of its own currency.' }),
      currency: Type.String(),
      at: time('When it was paid.'),
      renewal: Type.Boolean(),
      visitorId: Type.Union([Type.String(), Type.Null()], {
        description: 'Null while it is not linked, and for a key without `visitors:read`.',
      }),
    }),
    { description: 'The latest of the last 24 hours, newest first, without amounts of 0.' },
  ),
})

export type Realtime = Static<typeof realtimeData>

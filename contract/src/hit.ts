import Type, { type Static } from 'typebox'
import { mostGoalValue } from './goal-limits.ts'

/** Every `description` completes the sentence "<field> …" in a refusal. */
const text = (maxLength: number, what = '') =>
  Type.Optional(
    Type.Union([Type.Null(), Type.String({ maxLength })], {
      description: `must be text of at most ${maxLength} characters${what}`,
    }),
  )

const id = Type.Union([Type.Null(), Type.String({ pattern: '^[A-Za-z0-9_-]{1,255}$' })], {
  description: 'must be 1 to 255 characters of A-Z, a-z, 0-9, _ and -',
})

const goalValue = Type.Union(
  [Type.Null(), Type.Number({ minimum: -mostGoalValue, maximum: mostGoalValue })],
  { description: `must be a finite number from -${mostGoalValue} to ${mostGoalValue}` },
)

const wholeNumber = (maximum: number) =>
  Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum })], {
    description: `must be a whole number from 0 to ${maximum}`,
  })

/** The most that properties may hold; deeper rules than a schema can say are `propertiesProblem`'s. */
export const propertyLimits = { keys: 50, keyLength: 64, bytes: 16_384, depth: 5 } as const

const properties = Type.Union([Type.Null(), Type.Record(Type.String(), Type.Unknown())], {
  description: 'must be an object',
})

const hitTypes = Type.Union(
  [
    Type.Literal('pageview'),
    Type.Literal('goal'),
    Type.Literal('identify'),
    Type.Literal('engagement'),
  ],
  { description: 'must be pageview, goal, identify or engagement' },
)

/**
 * What the tracker sends to `POST /api/collect`. Null means absent; unknown fields are ignored. It has no money:
 * anybody can send a hit.
 */
export const hitInput = Type.Object(
  {
    siteId: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: 'must be the id of a site',
    }),
    type: hitTypes,
    visitorId: Type.Optional(id),
    sessionId: Type.Optional(id),
    url: Type.String({
      minLength: 1,
      maxLength: 8192,
      description: 'must be an http or https address of at most 8192 characters',
    }),
    // Pages choose their titles without thinking of us; a long one is cut, not refused.
    title: text(65_536),
    referrer: text(8192),
    name: text(255),
    value: Type.Optional(goalValue),
    properties: Type.Optional(properties),
    screenWidth: Type.Optional(wholeNumber(65_535)),
    language: text(64),
    engagedMs: Type.Optional(wholeNumber(86_400_000)),
    userId: text(255),
    email: text(320),
    signature: text(128),
    emailSignature: text(128),
  },
  { description: 'must be a JSON object' },
)

export type HitInput = Static<typeof hitInput>

/** Ids that a server gives need not look like a browser's. */
const givenId = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '\\S',
  description: 'must be text of 1 to 255 characters',
})

/**
 * One item of `POST /api/v1/events`: a page view, goal or identify that the caller's server saw
 * itself, with its own time and browser. Null means absent; unknown fields are ignored.
 */
export const eventInput = Type.Object(
  {
    type: Type.Union([Type.Literal('pageview'), Type.Literal('goal'), Type.Literal('identify')], {
      description: 'must be pageview, goal or identify',
    }),
    visitorId: givenId,
    sessionId: Type.Optional(
      Type.Union([Type.Null(), givenId], { description: 'must be text of 1 to 255 characters' }),
    ),
    timestamp: Type.Optional(
      Type.Union([Type.Null(), Type.String({ maxLength: 40 })], {
        description: 'must be an ISO 8601 time such as 2026-11-20T09:30:00Z',
      }),
    ),
    url: text(8192),
    path: text(2048),
    title: text(2048),
    referrer: text(8192),
    name: text(255),
    value: Type.Optional(goalValue),
    properties: Type.Optional(properties),
    userId: text(255),
    email: text(320),
    userAgent: text(1024),
    ip: text(64),
    country: text(2),
    screenWidth: Type.Optional(wholeNumber(65_535)),
    language: text(64),
  },
  { description: 'must be an object' },
)

export type EventInput = Static<typeof eventInput>

/** The most items of one `POST /api/v1/events`. */
export const mostEvents = 1000

export const eventsInput = Type.Object({
  events: Type.Array(eventInput, { minItems: 1, maxItems: mostEvents }),
})

/** The results: `index` counts from 0 in the order of the request. */
export const eventsOutput = Type.Object({
  accepted: Type.Integer({ minimum: 0 }),
  rejected: Type.Array(
    Type.Object({ index: Type.Integer({ minimum: 0 }), message: Type.String() }),
  ),
})

export type EventsOutput = Static<typeof eventsOutput>

import Type, { type Static } from 'typebox'

const time = Type.String({ description: 'ISO 8601' })
const nullableTime = Type.Union([time, Type.Null()])
const nullableText = Type.Union([Type.String(), Type.Null()])

/** How far back an account can be read, in months. */
export const connectionMonths = 36

/** What determines, with the key, which account is read. None of it is secret. */
export const connectionDetails = [
  'storeUrl',
  'storeId',
  'shopDomain',
  'consumerKey',
  'clientId',
] as const

export type ConnectionDetail = (typeof connectionDetails)[number]

/** A payment provider whose accounts can be read with a key. */
export const appConnectableProvider = Type.Object({
  name: Type.String(),
  title: Type.String(),
  /** Whether the provider has keys that can only read; others are taken as they are. */
  hasReadOnlyKeys: Type.Boolean(),
  /** How a key looks. */
  keyExample: Type.String(),
  /** What is given with the key, and how it looks. */
  details: Type.Array(
    Type.Object({
      name: Type.Enum(connectionDetails),
      example: Type.String(),
      /** Whether some keys do without it. */
      isOptional: Type.Optional(Type.Boolean()),
    }),
  ),
  /** What a key must be allowed to read, in the provider's own words. */
  permissions: Type.Array(Type.String()),
  /** Where such a key is made. */
  keyPage: Type.String(),
})

export type AppConnectableProvider = Static<typeof appConnectableProvider>

/** An account that a site is connected with by a key, which no answer holds. */
export const appConnection = Type.Object({
  id: Type.String(),
  provider: Type.String(),
  /** How the key begins and ends. */
  keyHint: Type.String(),
  keySetAt: time,
  createdAt: time,
  /** How far back the account is read. */
  from: time,
  /** How much of the past is read, from 0 to 1. */
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  /** How many of the provider's objects were read. */
  objects: Type.Integer(),
  /** When it was last up to date. */
  syncedAt: nullableTime,
  /** When it is read next. */
  nextAt: time,
  /** Objects that could not be understood and do not count. */
  skipped: Type.Object({ count: Type.Integer(), last: nullableText }),
  error: Type.Union([
    Type.Object({
      code: Type.Enum([
        'key-refused',
        'not-permitted',
        'rate-limited',
        'unavailable',
        'unexpected',
      ]),
      detail: nullableText,
      since: time,
    }),
    Type.Null(),
  ]),
})

export type AppConnection = Static<typeof appConnection>

const credentials = {
  // Some are signed tokens of more than a thousand characters.
  key: Type.String({ minLength: 1, maxLength: 4000 }),
  details: Type.Optional(
    Type.Partial(
      Type.Record(Type.Enum(connectionDetails), Type.String({ minLength: 1, maxLength: 500 })),
    ),
  ),
}

export const newAppConnection = Type.Object({
  provider: Type.String({ maxLength: 64 }),
  ...credentials,
  months: Type.Optional(Type.Integer({ minimum: 1, maximum: connectionMonths })),
})

/** Another key of the same account; without details the present ones stay. */
export const appConnectionKey = Type.Object(credentials)

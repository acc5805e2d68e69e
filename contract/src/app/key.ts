import Type, { type Static } from 'typebox'

const nullableTime = Type.Union([Type.String({ description: 'ISO 8601' }), Type.Null()])

/** An API key, as the dashboard lists it: enough to recognise it, and no more. */
export const appKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String(),
  scopes: Type.Array(Type.String()),
  ratePerMinute: Type.Integer(),
  createdAt: Type.String({ description: 'ISO 8601' }),
  expiresAt: nullableTime,
  revokedAt: nullableTime,
  lastUsedAt: nullableTime,
})

export type AppKey = Static<typeof appKey>

const scopes = Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 20 })
const ratePerMinute = Type.Integer({ minimum: 1, maximum: 1_000_000 })

export const newAppKey = Type.Object({
  name: Type.String({ maxLength: 255 }),
  scopes: Type.Optional(scopes),
  expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  ratePerMinute: Type.Optional(ratePerMinute),
})

export type NewAppKey = Static<typeof newAppKey>

/** The fields of a key that can be changed; absent ones stay as they are. */
export const appKeyChanges = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 255 })),
  scopes: Type.Optional(scopes),
  ratePerMinute: Type.Optional(ratePerMinute),
})

export type AppKeyChanges = Static<typeof appKeyChanges>

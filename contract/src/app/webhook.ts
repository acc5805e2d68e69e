import Type, { type Static } from 'typebox'

const time = Type.String({ description: 'ISO 8601' })
const nullableTime = Type.Union([time, Type.Null()])

/** A payment provider whose webhooks are understood. */
export const appWebhookProvider = Type.Object({
  name: Type.String(),
  title: Type.String(),
  /** False: nothing but the secrecy of the address proves who sent it. */
  isSigned: Type.Boolean(),
  /** Whether the provider makes the secret; otherwise one may be made here and pasted there. */
  needsSecret: Type.Boolean(),
  /** Null: its signatures carry no time. */
  toleranceSeconds: Type.Union([Type.Integer(), Type.Null()]),
})

export type AppWebhookProvider = Static<typeof appWebhookProvider>

/** An endpoint of a site, without its secrets. */
export const appWebhookEndpoint = Type.Object({
  id: Type.String(),
  provider: Type.String(),
  url: Type.String(),
  isSigned: Type.Boolean(),
  isTest: Type.Boolean(),
  toleranceSeconds: Type.Union([Type.Integer(), Type.Null()]),
  retentionDays: Type.Integer(),
  createdAt: time,
  /** Until when the secret before the current one counts too. */
  oldSecretUntil: nullableTime,
  /** Stored deliveries by result. */
  deliveries: Type.Object({
    recorded: Type.Integer(),
    ignored: Type.Integer(),
    test: Type.Integer(),
    failed: Type.Integer(),
    lastAt: nullableTime,
    /** The last that a test event of ours cannot be: tests count at endpoints for tests only. */
    lastHeardAt: nullableTime,
  }),
  /** Deliveries whose signature was not right. */
  rejected: Type.Object({
    count: Type.Integer(),
    lastAt: nullableTime,
    reason: Type.Union([Type.String(), Type.Null()]),
  }),
  /** The provider's own options; an API token only appears as present. */
  options: Type.Object({
    hasApiToken: Type.Boolean(),
    clientId: Type.Union([Type.String(), Type.Null()]),
    sellerId: Type.Union([Type.String(), Type.Null()]),
    shop: Type.Union([Type.String(), Type.Null()]),
  }),
})

export type AppWebhookEndpoint = Static<typeof appWebhookEndpoint>

/** What an endpoint received. */
export const appWebhookDelivery = Type.Object({
  id: Type.String(),
  receivedAt: time,
  eventType: Type.String(),
  state: Type.Union([
    Type.Literal('recorded'),
    Type.Literal('ignored'),
    Type.Literal('test'),
    Type.Literal('failed'),
  ]),
  /** What it says, in words. */
  summary: Type.Array(Type.String()),
  error: Type.Union([Type.String(), Type.Null()]),
  attempts: Type.Integer(),
  retryAt: nullableTime,
  paymentId: Type.Union([Type.String(), Type.Null()]),
})

export type AppWebhookDelivery = Static<typeof appWebhookDelivery>

const secret = Type.Optional(Type.String({ maxLength: 500 }))
const option = Type.Optional(Type.String({ maxLength: 255 }))

export const newAppWebhook = Type.Object({
  provider: Type.String({ maxLength: 64 }),
  secret,
  isTest: Type.Optional(Type.Boolean()),
  toleranceSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
  retentionDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  /** Gumroad: an access token; PayPal: the secret of the client id. */
  apiToken: option,
  /** PayPal: the client id of the app. */
  clientId: option,
  sellerId: option,
  shop: option,
})

export type NewAppWebhook = Static<typeof newAppWebhook>

/** The changes to an endpoint. Absent fields stay as they are; secrets have an address of their own. */
export const appWebhookChanges = Type.Object({
  isTest: Type.Optional(Type.Boolean()),
  /** `default`: as the provider's signatures are checked without a setting. */
  toleranceSeconds: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 86_400 }), Type.Literal('default')]),
  ),
  retentionDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  apiToken: option,
  clientId: option,
  sellerId: option,
  shop: option,
  /** Options to remove: a blank text counts as absent, as in all input. */
  remove: Type.Optional(
    Type.Array(Type.Enum(['apiToken', 'clientId', 'sellerId', 'shop']), { maxItems: 4 }),
  ),
})

export type AppWebhookChanges = Static<typeof appWebhookChanges>

export const appWebhookRotation = Type.Object({
  secret,
  overlapHours: Type.Optional(Type.Integer({ minimum: 0, maximum: 24 * 30 })),
})

export const appWebhookReplay = Type.Object({
  deliveryId: Type.Optional(Type.String({ maxLength: 64 })),
})

export const appWebhookDeliveriesQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  after: Type.Optional(
    Type.String({ maxLength: 64, description: 'The ID of the last delivery of the page before' }),
  ),
})

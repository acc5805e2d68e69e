import Type, { type Static } from 'typebox'

const privacyMode = Type.Enum(['cookies', 'cookieless'])

/** A site with its settings, as the dashboard sees it. */
export const appSite = Type.Object({
  id: Type.String(),
  name: Type.String(),
  domains: Type.Array(Type.String()),
  timezone: Type.String(),
  currency: Type.String(),
  identification: Type.Boolean(),
  privacyMode,
  respectDoNotTrack: Type.Boolean(),
  /** How many days events are stored; null for ever. */
  retentionDays: Type.Union([Type.Integer(), Type.Null()]),
  /** IP addresses and networks whose browsers are not counted. */
  excludedAddresses: Type.Array(Type.String()),
  /** Paths that are not counted; `*` matches anything. */
  excludedPaths: Type.Array(Type.String()),
  /** Whether a browser's identify counts only with a signature of the site's server. */
  requireSignedIdentify: Type.Boolean(),
  identityKeyVersion: Type.Integer(),
  /** The payment provider whose payments count when another one reports the same money; null: all count. */
  primaryProvider: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String({ description: 'ISO 8601' }),
})

export type AppSite = Static<typeof appSite>

/** A person's role on a site; each includes the rights of those before it. */
export type AppSiteRole = 'viewer' | 'admin' | 'owner'

const shortText = Type.String({ maxLength: 255 })
const domain = Type.String({ maxLength: 2048 })

export const newAppSite = Type.Object({
  domain,
  name: Type.Optional(shortText),
  timezone: Type.Optional(shortText),
  currency: Type.Optional(shortText),
})

export const appSiteChanges = Type.Object({
  name: Type.Optional(shortText),
  domains: Type.Optional(Type.Array(domain, { minItems: 1, maxItems: 50 })),
  timezone: Type.Optional(shortText),
  currency: Type.Optional(shortText),
  identification: Type.Optional(Type.Boolean()),
  privacyMode: Type.Optional(privacyMode),
  respectDoNotTrack: Type.Optional(Type.Boolean()),
  excludedAddresses: Type.Optional(Type.Array(shortText, { maxItems: 100 })),
  excludedPaths: Type.Optional(Type.Array(shortText, { maxItems: 100 })),
  requireSignedIdentify: Type.Optional(Type.Boolean()),
  /** `off`: all payments count. */
  primaryProvider: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  /** `off`: for ever. Null would say nothing, as everywhere in what is sent. */
  retentionDays: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 36_500 }), Type.Literal('off')]),
  ),
})

export type AppSiteChanges = Static<typeof appSiteChanges>

/** Asks for a site to be reset or deleted. */
export const siteEnd = Type.Object({
  /** The site's name, as a confirmation. */
  confirm: Type.String({ minLength: 1, maxLength: 255 }),
})

/** How far the last reset of a site has come. */
export interface SiteErasureState {
  /** ISO 8601. */
  at: string
  /** False while events are still being removed in the background. */
  finished: boolean
}

import type { GoalRuleKind } from '@tributary/contract/app/goal-rules.ts'

/** How visitors of a site are distinguished. */
export type PrivacyMode = 'cookies' | 'cookieless'

/** A tracked website with its settings. One site is one tenant: no data crosses from one to another. */
export interface Site {
  /** `site_` and 12 base62 characters; public, it is in the page's script tag. */
  id: string
  name: string
  /**
   * The site's host names, lower-case, the first is the main one. A hit's host must be one of these or a subdomain
   * of one.
   */
  domains: string[]
  /** IANA zone of reports, such as `Europe/Berlin`. */
  timezone: string
  /** ISO 4217 code of reports. */
  currency: string
  /** "User identification": whether e-mail addresses may link payments to visitors. Off by default. */
  identification: boolean
  privacyMode: PrivacyMode
  /** Whether hits of browsers with Do Not Track or Global Privacy Control are dropped. */
  respectDoNotTrack: boolean
  /** How many days events are stored; null for ever. Payments always stay. */
  retentionDays: number | null
  /** IP addresses and networks such as `203.0.113.0/24` whose browsers are not counted. */
  excludedAddresses: string[]
  /** Paths that are not counted; `*` matches anything. */
  excludedPaths: string[]
  /** Whether a browser's identify counts only with a signature by the site's identity key. */
  requireSignedIdentify: boolean
  /** Which identity key is valid; the first is 1. */
  identityKeyVersion: number
  /** The payment provider whose payments count when another one reports the same money; null: all count. */
  primaryProvider: string | null
  createdMs: number
}

/** A goal that is defined here instead of being sent; `server/src/goals/rules` defines its pattern. */
export interface SiteGoalRule {
  id: string
  goal: string
  kind: GoalRuleKind
  pattern: string
}

/** A site with the data that each hit needs. */
export interface TrackedSite extends Site {
  goalRules: readonly SiteGoalRule[]
}

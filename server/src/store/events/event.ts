/** The kind of an event. Payments are not events: they are in the control store's ledger. */
export type EventKind = 'pageview' | 'goal' | 'identify' | 'engagement'

/**
The reporter. `browser` and `batch` (server-side tracking through `/api/v1/events`) are part of the
 * visit; `server` (a goal sent to `/api/v1/goal`) never starts or extends a session.
 */
export type EventOrigin = 'browser' | 'batch' | 'server'

/**
 * A hit's statement about the traffic source, decided when it is collected:
 *
 * - `internal`: it came from a page of the same site and has no source
 * - `direct`: no referrer, no campaign
 * - `source`: an outside referrer, a campaign or a click id
 * - `continuation`: back from a payment gateway or a login host in a new session; carries the source of the visit
 * before it and is never a touch of its own
 */
export type TouchKind = 'internal' | 'direct' | 'source' | 'continuation'

/** Where a hit came from, according to the rules of `acquisition/` (lower-case; `''` when absent). */
export interface Acquisition {
  touch: TouchKind
  /** The referrer's URL without its query, from outside or from the site itself; `''` for none. */
  referrer: string
  referrerHost: string
  /** Resolved source, such as `google`, `chatgpt.com`, `newsletter`; `''` for direct and internal. */
  source: string
  medium: string
  campaign: string
  term: string
  content: string
  /** One of `acquisition/channel.ts`'s closed list; `''` for internal hits. */
  channel: string
  /** The kind of click id on the landing URL (`gclid`, …), never its value. */
  clickId: string
}

/** The device and place of the request, without its address. */
export interface Client {
  /** `desktop`, `mobile`, `tablet` or `''`. */
  device: string
  browser: string
  browserVersion: string
  os: string
  osVersion: string
  /** ISO 3166-1 alpha-2, upper case, or `''`. */
  country: string
  region: string
  city: string
  /** CSS pixels, 0 when unknown. */
  screenWidth: number
  /** BCP 47 tag as the browser sent it, or `''`. */
  language: string
}

/** One accepted hit, goal or identify, as the journal and the events engine store it. */
export interface StoredEvent extends Acquisition, Client {
  siteId: string
  /** When it happened, milliseconds since 1970 UTC. */
  timestampMs: number
  /** When this node received it, milliseconds since 1970 UTC. */
  receivedMs: number
  kind: EventKind
  origin: EventOrigin
  visitorId: string
  /** `''` only for a server-side goal that named no session. */
  sessionId: string
  /**
   * The UTC day on which the session began, in days since 1970, decided with its first hit; absent for the
   * event's own day.
   */
  sessionDay?: number | undefined
  /** The client's own session id if `sessionId` does not contain it; `~` if it sent none. */
  givenSession?: string | undefined
  /** For a return from a checkout: JSON of the source that counts if there is no visit to continue. */
  returnLanding?: string | undefined
  host: string
  /** Begins with `/`, without query and fragment; at most 2,048 characters. */
  path: string
  /** The rest of the query after tracking and secret parameters were removed, without `?`. */
  query: string
  title: string
  /** Goal name, `''` for other kinds. */
  name: string
  /** A goal's value; null when none was given (0 is a value). */
  value: number | null
  /** JSON object text of the goal's properties, `''` when none. */
  properties: string
  /** Foreground time this hit reports, milliseconds. */
  engagedMs: number
  /** A goal that a rule of the site derived from another hit; absent for events that were sent. */
  derived?: boolean | undefined
  /** The import that brought it; absent for collected events. */
  importId?: string | undefined
}

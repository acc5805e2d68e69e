import type { EventInput } from '@tributary/contract/hit.ts'
import { isOwnHost } from '../acquisition/own-host.ts'
import { type PageAddress, readPagePath, readPageUrl } from '../acquisition/page-address.ts'
import { readQuery } from '../acquisition/read-query.ts'
import { countryCode, type Locate, type Place } from '../client/locate.ts'
import { type Device, readDevice } from '../client/read-device.ts'
import type { Site } from '../site.ts'
import { checkEvent } from './check-input.ts'
import { propertiesText } from './properties-text.ts'
import { problemOfKind } from './receive-hit.ts'

/** A valid item of a batch. Its address has been dropped already. */
export interface ReceivedEvent {
  input: EventInput
  page: PageAddress
  timestampMs: number
  properties: string
  /** Undefined if the caller did not send a user agent. */
  device: Device | undefined
  place: Place
}

export type EventResult = { event: ReceivedEvent } | { problem: string }

export interface EventContext {
  site: Site
  nowMs: number
  /** When an item without a timestamp happened. */
  defaultMs: number
  locate: Locate
}

/** The problem of an item flagged as automated traffic. */
export const botProblem = 'userAgent is that of a bot'

/** Validates one item of a batch and takes it apart. */
export function receiveEvent(
  item: unknown,
  { site, nowMs, defaultMs, locate }: EventContext,
): EventResult {
  const checked = checkEvent(item)
  if ('problem' in checked) return checked
  const input = checked.event
  const problem = problemOfIds(input) ?? problemOfKind(input) ?? problemOfIdentity(input, site)
  if (problem !== undefined) return { problem }
  const page = pageOf(input, site)
  if ('problem' in page) return page
  const { timestamp } = input
  const time = timestamp == null ? defaultMs : timeOf(timestamp, nowMs)
  if (typeof time === 'string') return { problem: time }
  const properties = propertiesText(input.properties)
  if ('problem' in properties) return properties
  const device = deviceOf(input.userAgent)
  if (device?.isBot) return { problem: botProblem }
  const place = placeOf(input, locate)
  if ('problem' in place) return place
  return {
    event: { input, page, timestampMs: time, properties: properties.text, device, place },
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const control = /[\u0000-\u001f\u007f-\u009f]/

function problemOfIds({ visitorId, sessionId }: EventInput): string | undefined {
  if (control.test(visitorId) || !visitorId.isWellFormed()) {
    return 'visitorId must not have control characters'
  }
  if (sessionId && (control.test(sessionId) || !sessionId.isWellFormed())) {
    return 'sessionId must not have control characters'
  }
  return undefined
}

function problemOfIdentity({ type, userId }: EventInput, site: Site): string | undefined {
  return type === 'identify' && !userId && !site.identification
    ? 'user identification is off for this site'
    : undefined
}

/** An identify belongs to no page. */
const noPage: PageAddress = { host: '', path: '', query: readQuery('') }

function pageOf({ type, url, path }: EventInput, site: Site): PageAddress | { problem: string } {
  if (url) {
    const page = readPageUrl(url)
    if (page === undefined) {
      return { problem: 'url must be an http or https address with a path that fits' }
    }
    return isOwnHost(site.domains, page.host)
      ? page
      : { problem: "url must be on one of the site's domains" }
  }
  if (!path) return type === 'identify' ? noPage : { problem: 'url or path is required' }
  const page = readPagePath(path)
  if (page === undefined) return { problem: 'path must begin with / and be no longer than 2048' }
  return { ...page, host: site.domains[0] ?? '' }
}

const isoTime =
  /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i
const earliestMs = Date.UTC(2015, 0, 1)
const mostAheadMs = 5 * 60_000

/** Milliseconds since 1970, or the problem. A time without a zone could be any of 40 instants. */
function timeOf(timestamp: string, nowMs: number): number | string {
  const day = isoTime.exec(timestamp)?.[1]
  const timeMs = day === undefined ? Number.NaN : Date.parse(timestamp.replace(',', '.'))
  if (day === undefined || Number.isNaN(timeMs) || !isRealDay(day)) {
    return 'timestamp must be an ISO 8601 time such as 2026-11-20T09:30:00Z'
  }
  if (timeMs < earliestMs) return 'timestamp must not be before 2015'
  if (timeMs > nowMs + mostAheadMs) return 'timestamp must be at most 5 minutes ahead'
  return timeMs
}

/** Date.parse takes 31 February for 3 March. */
function isRealDay(day: string): boolean {
  return Number(day.slice(8)) <= 28 || new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

function deviceOf(userAgent: string | null | undefined): Device | undefined {
  if (!userAgent) return undefined
  return readDevice({ userAgent, brands: '', mobile: '', platform: '', platformVersion: '' })
}

function placeOf({ ip, country }: EventInput, locate: Locate): Place | { problem: string } {
  if (country) {
    const code = countryCode(country)
    if (code === '') return { problem: 'country must be an ISO 3166-1 code of two letters' }
    const found = ip ? locate(ip) : undefined
    return found?.country === code ? found : { country: code, region: '', city: '' }
  }
  return locate(ip ?? '')
}

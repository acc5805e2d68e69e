import { cleanText } from '../acquisition/clean-text.ts'
import type { Place } from '../client/locate.ts'
import type { Device } from '../client/read-device.ts'
import type { Acquisition, Client, StoredEvent } from '../store/events/event.ts'
import type { Hit } from './prepare-hit.ts'
import type { ReceivedEvent } from './receive-event.ts'
import { type PlacedHit, placingDetails } from './visits/place-in-session.ts'
import type { VisitorHit } from './visits/sessions.ts'

/** A hit as it is stored. `properties` is JSON text that was validated before. */
export function storedHit(hit: Hit, properties: string): StoredEvent {
  const { input, page } = hit
  return {
    siteId: hit.site.id,
    timestampMs: hit.nowMs,
    receivedMs: hit.nowMs,
    kind: input.type,
    origin: 'browser',
    visitorId: hit.visitorId,
    sessionId: hit.sessionId,
    sessionDay: hit.sessionDay,
    givenSession: hit.givenSession,
    returnLanding: hit.returnLanding,
    host: page.host,
    path: page.path,
    query: page.query.retained,
    title: titleText(input.title),
    ...goalFields(input),
    properties,
    engagedMs: input.engagedMs ?? 0,
    ...acquisitionFields(hit.acquisition),
    ...clientFields(input, hit.device, hit.place),
  }
}

/** An accepted item of a batch as it is stored, with the moment at which it was placed. */
export function storedEvent(
  { input, page, properties, device, place }: ReceivedEvent,
  { session, acquisition }: PlacedHit,
  moment: VisitorHit,
  receivedMs: number,
): StoredEvent {
  return {
    siteId: moment.siteId,
    timestampMs: moment.timestampMs,
    receivedMs,
    kind: input.type,
    origin: 'batch',
    visitorId: input.visitorId,
    sessionId: session.sessionId,
    sessionDay: session.day,
    ...placingDetails(moment, session),
    host: page.host,
    path: page.path,
    query: page.query.retained,
    title: titleText(input.title),
    ...goalFields(input),
    properties,
    engagedMs: 0,
    ...acquisitionFields(acquisition),
    ...clientFields(input, device, place),
  }
}

const longestTitle = 2048

function titleText(title: string | null | undefined): string {
  return cleanText((title ?? '').slice(0, longestTitle))
}

interface GivenFields {
  type: string
  name?: string | null
  value?: number | null
  screenWidth?: number | null
  language?: string | null
}

function goalFields({ type, name, value }: GivenFields): { name: string; value: number | null } {
  if (type !== 'goal') return { name: '', value: null }
  return { name: cleanText(name ?? ''), value: value ?? null }
}

function acquisitionFields(from: Readonly<Acquisition>): Acquisition {
  return {
    touch: from.touch,
    referrer: from.referrer,
    referrerHost: from.referrerHost,
    source: from.source,
    medium: from.medium,
    campaign: from.campaign,
    term: from.term,
    content: from.content,
    channel: from.channel,
    clickId: from.clickId,
  }
}

function clientFields(
  { screenWidth, language }: GivenFields,
  device: Device | undefined,
  place: Place | undefined,
): Client {
  return {
    device: device?.device ?? '',
    browser: device?.browser ?? '',
    browserVersion: device?.browserVersion ?? '',
    os: device?.os ?? '',
    osVersion: device?.osVersion ?? '',
    country: place?.country ?? '',
    region: place?.region ?? '',
    city: place?.city ?? '',
    screenWidth: screenWidth ?? 0,
    language: languageTag(language),
  }
}

/** A BCP 47 tag as the browser sent it; anything else is no language. */
function languageTag(text: string | null | undefined): string {
  return text && /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(text) ? text : ''
}

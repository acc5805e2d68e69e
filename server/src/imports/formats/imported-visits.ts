import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { cleanText } from '../../acquisition/clean-text.ts'
import { readPageUrl } from '../../acquisition/page-address.ts'
import { internal, readLanding } from '../../acquisition/read-landing.ts'
import { propertiesText } from '../../collect/properties-text.ts'
import { placeInSession } from '../../collect/visits/place-in-session.ts'
import type { KnownSession } from '../../collect/visits/session-memory.ts'
import type { Client, StoredEvent } from '../../store/events/event.ts'
import type { ReadContext } from '../import-item.ts'

/** A page view, goal or engagement event of another tool. */
export interface ForeignHit extends Partial<Client> {
  timestampMs: number
  visitorId: string
  /** The tool's own id of the visit; `''` if it has none, then visits end after 30 idle minutes. */
  sessionId: string
  kind: StoredEvent['kind']
  /** The whole address of the page. */
  url: string
  referrer: string
  title?: string
  /** Of a goal. */
  name?: string
  value?: number | null
  properties?: Record<string, unknown> | undefined
  engagedMs?: number
}

/** More visits than these are hardly ever in progress at once in a file by time. */
const mostVisits = 200_000
const longestId = 255

/**
 * Turns another tool's hits into events, with visits and sources determined as for our own: the file's own time is
 * the only clock. The same file always gives the same events.
 */
export class ImportedVisits {
  #context: ReadContext
  #last = new LRUCache<string, KnownSession>({ max: mostVisits })

  constructor(context: ReadContext) {
    this.#context = context
  }

  event(hit: ForeignHit): StoredEvent | { problem: string } {
    const { site, nowMs } = this.#context
    const visitorId = cleanText(hit.visitorId)
    if (visitorId === '' || visitorId.length > longestId) {
      return { problem: 'the visitor’s id is missing or longer than 255 characters' }
    }
    const page = readPageUrl(hit.url)
    if (page === undefined) return { problem: 'the page’s address is not one of http or https' }
    const name = hit.kind === 'goal' ? cleanText(hit.name ?? '').slice(0, 255) : ''
    if (hit.kind === 'goal' && name === '') return { problem: 'the goal has no name' }
    const properties = propertiesText(hit.properties)
    const tellsSource = hit.kind === 'pageview' || hit.kind === 'goal'
    const { session, acquisition } = this.#place(visitorId, {
      kind: hit.kind,
      timestampMs: hit.timestampMs,
      sessionId: cleanText(hit.sessionId).slice(0, longestId),
      landing: tellsSource
        ? readLanding(page, hit.referrer, [...site.domains, page.host])
        : { acquisition: internal, isReturn: false },
    })
    return {
      siteId: site.id,
      timestampMs: hit.timestampMs,
      receivedMs: nowMs,
      kind: hit.kind,
      // Fields of the visit, as for events that a server reports later.
      origin: 'batch',
      visitorId,
      sessionId: session.sessionId,
      host: page.host,
      path: page.path,
      query: page.query.retained,
      title: cleanText((hit.title ?? '').slice(0, 2048)),
      name,
      value: hit.kind === 'goal' ? (hit.value ?? null) : null,
      // Properties that are too many or too deep are left out: the goal matters more.
      properties: 'text' in properties ? properties.text : '',
      engagedMs: hit.engagedMs ?? 0,
      ...acquisition,
      ...clientOf(hit),
    }
  }

  #place(visitorId: string, moment: Parameters<typeof placeInSession>[1]) {
    const last = this.#last.get(visitorId)
    const placed = placeInSession(last, moment)
    if (placed.session !== last) {
      if (moment.sessionId === '')
        placed.session.sessionId = inferredId(visitorId, moment.timestampMs)
      this.#last.set(visitorId, placed.session)
    }
    return placed
  }
}

/** The same whenever the file is read, so that a repeated import continues its own visits. */
function inferredId(visitorId: string, startMs: number): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([visitorId, startMs]))
    .digest('base64url')
  return `~${hash.slice(0, 16)}`
}

function clientOf(hit: ForeignHit): Client {
  const text = (value: string | undefined) => cleanText((value ?? '').slice(0, 100))
  const screenWidth = hit.screenWidth ?? 0
  return {
    device: text(hit.device),
    browser: text(hit.browser),
    browserVersion: text(hit.browserVersion),
    os: text(hit.os),
    osVersion: text(hit.osVersion),
    country: text(hit.country),
    region: text(hit.region),
    city: text(hit.city),
    screenWidth: Number.isSafeInteger(screenWidth) && screenWidth > 0 ? screenWidth : 0,
    language: /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i.test(hit.language ?? '') ? text(hit.language) : '',
  }
}

import { internal } from '@tributary/server/acquisition/read-landing.ts'
import type { Acquisition, StoredEvent } from '@tributary/server/store/events/event.ts'
import type { Person } from './person.ts'
import { type Random, weighted } from './random.ts'
import { type Origin, pages } from './shop.ts'

/** Names the source of a landing as the collector would. */
export type Classify = (landingUrl: string, referrer: string) => Acquisition

/** The result of one visit; `paidAtMs` is set when it ended with a purchase. */
export interface Visit {
  sessionId: string
  events: StoredEvent[]
  paidAtMs: number | undefined
}

const titles = new Map(pages.map(([path, title]) => [path, title]))
const pickPage = weighted(pages.map(([path, , weight]) => [path, weight] as const))
const landings = new Map<Origin, (random: Random) => string>()

/** Makes the hits of one visit that begins at `startMs`. */
export class VisitMaker {
  readonly #siteId: string
  readonly #domain: string
  readonly #classify: Classify
  readonly #acquisitions = new Map<Origin, Acquisition>()

  constructor({
    siteId,
    domain,
    classify,
  }: { siteId: string; domain: string; classify: Classify }) {
    this.#siteId = siteId
    this.#domain = domain
    this.#classify = classify
  }

  make(random: Random, person: Person, origin: Origin, startMs: number): Visit {
    const sessionId = random.id()
    const events: StoredEvent[] = []
    let atMs = startMs
    const add = (kind: StoredEvent['kind'], path: string, more: Partial<StoredEvent> = {}) => {
      events.push(this.#event(person, sessionId, { kind, path, timestampMs: atMs, ...more }))
    }
    const linger = () => {
      const readMs = 1000 + Math.round(random.exponential(28_000))
      atMs += Math.min(readMs, 900_000)
      return Math.min(readMs, 240_000)
    }

    let path = pickLanding(origin, random)
    add('pageview', path, this.#acquisition(origin))
    const further = Math.min(Math.round(random.exponential(origin.pages - 1)), 14)
    for (let page = 0; page < further; page++) {
      linger()
      path = pickPage(random)
      add('pageview', path)
    }
    const engagedMs = linger()
    add('engagement', path, { engagedMs })
    if (random.chance(0.03)) add('goal', path, { name: 'signup' })

    const pays = person.buys !== undefined && person.visitsLeft === 1
    if (!pays) return { sessionId, events, paidAtMs: undefined }
    linger()
    add('pageview', '/pricing')
    add('goal', '/pricing', { name: 'checkout-started' })
    atMs += 3000
    add('pageview', '/checkout')
    const paidAtMs = atMs + 40_000 + Math.round(random.exponential(60_000))
    atMs = paidAtMs + 4000
    add('pageview', '/thanks')
    return { sessionId, events, paidAtMs }
  }

  #acquisition(origin: Origin): Acquisition {
    let known = this.#acquisitions.get(origin)
    if (known === undefined) {
      known = this.#classify(`https://${this.#domain}/${origin.query}`, origin.referrer)
      this.#acquisitions.set(origin, known)
    }
    return known
  }

  #event(person: Person, sessionId: string, event: Partial<StoredEvent>): StoredEvent {
    const [device, browser, browserVersion, os, osVersion, screenWidth] = person.client
    return {
      siteId: this.#siteId,
      timestampMs: 0,
      receivedMs: event.timestampMs ?? 0,
      kind: 'pageview',
      origin: 'browser',
      visitorId: person.visitorId,
      sessionId,
      host: this.#domain,
      path: '/',
      query: '',
      title: titles.get(event.path ?? '') ?? '',
      name: '',
      value: null,
      properties: '',
      engagedMs: 0,
      ...internal,
      device,
      browser,
      browserVersion,
      os,
      osVersion,
      country: person.country,
      region: '',
      city: '',
      screenWidth,
      language: '',
      ...event,
    }
  }
}

function pickLanding(origin: Origin, random: Random): string {
  let pick = landings.get(origin)
  if (pick === undefined) {
    pick = weighted(origin.landing)
    landings.set(origin, pick)
  }
  return pick(random)
}

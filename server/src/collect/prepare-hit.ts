import type { HitInput } from '@tributary/contract/hit.ts'
import { isLocalHost, isOwnHost } from '../acquisition/own-host.ts'
import type { PageAddress } from '../acquisition/page-address.ts'
import { internal, readLanding } from '../acquisition/read-landing.ts'
import type { Locate, Place } from '../client/locate.ts'
import { type Device, readDevice } from '../client/read-device.ts'
import type { Site } from '../site.ts'
import type { Acquisition } from '../store/events/event.ts'
import type { DropReason } from './drop-counters.ts'
import { isExcludedAddress, isExcludedPath } from './exclusions.ts'
import type { HitRequest } from './hit-request.ts'
import type { hitLimiter } from './rate-limit.ts'
import type { SiteBudgets } from './site-budgets.ts'
import type { CookielessVisitors } from './visits/cookieless-ids.ts'
import { placingDetails } from './visits/place-in-session.ts'
import { belongsTo } from './visits/session-memory.ts'
import type { Sessions } from './visits/sessions.ts'

/** A hit being processed. The steps fill in what is unknown at the start. */
export interface Hit {
  readonly site: Site
  readonly input: HitInput
  readonly page: PageAddress
  readonly nowMs: number
  readonly request: HitRequest
  device: Device | undefined
  place: Place | undefined
  visitorId: string
  sessionId: string
  /** Of its session, in days since 1970. */
  sessionDay: number
  acquisition: Readonly<Acquisition>
  givenSession: string
  returnLanding: string
  /** It arrived after later hits: its visitor's visits are rebuilt once it is stored. */
  isOutOfOrder: boolean
}

/** What the steps work with; opened once. */
export interface HitTools {
  locate: Locate
  isWithinLimit: ReturnType<typeof hitLimiter>
  budgets: SiteBudgets
  cookieless: CookielessVisitors
  sessions: Sessions
}

/** Returns nothing to accept the hit, or the reason to drop it. */
type Step = (hit: Hit, tools: HitTools) => DropReason | undefined | Promise<DropReason | undefined>

/** The list is everything that happens to a hit, in order. */
const steps: readonly Step[] = [
  limitRate,
  dropForeignHosts,
  dropExcluded,
  dropPrefetches,
  dropBots,
  respectDoNotTrack,
  dropUnwantedIdentities,
  keepToBudget,
  locateVisitor,
  nameVisitor,
  forgetAddress,
  placeInVisit,
]

/** Takes a hit through every step. Undefined when it is stored, otherwise the reason why it is not. */
export async function prepareHit(hit: Hit, tools: HitTools): Promise<DropReason | undefined> {
  for (const step of steps) {
    const verdict = step(hit, tools)
    // Waiting costs a turn of the queue, and almost no step ever has to.
    const reason = verdict instanceof Promise ? await verdict : verdict
    if (reason !== undefined) return reason
  }
  return undefined
}

function limitRate(hit: Hit, { isWithinLimit }: HitTools) {
  return isWithinLimit(hit.request) ? undefined : 'rate-limited'
}

/** Both the page and its origin, if the browser states it, must be the site's. */
function dropForeignHosts({ site, page, request }: Hit) {
  if (!isOwnHost(site.domains, page.host)) return 'foreign-host'
  if (request.origin === '' || request.origin === `https://${page.host}`) return undefined
  const origin = URL.parse(request.origin)
  return origin !== null && isOwnHost(site.domains, origin.hostname) ? undefined : 'foreign-host'
}

/** What the site's settings exclude. The address is compared, and stored nowhere. */
function dropExcluded({ site, page, request }: Hit) {
  const isExcluded = isExcludedAddress(site, request.address) || isExcludedPath(site, page.path)
  return isExcluded ? 'excluded' : undefined
}

function dropPrefetches({ request }: Hit) {
  return request.isPrefetch ? 'prefetch' : undefined
}

function dropBots(hit: Hit) {
  hit.device = readDevice(hit.request)
  return hit.device.isBot && !isOwnTest(hit) ? 'bot' : undefined
}

/** A headless browser on a page of the local machine is the owner's test, not a stranger's bot. */
function isOwnTest({ page, request }: Hit) {
  return isLocalHost(page.host) && request.userAgent.includes('HeadlessChrome')
}

function respectDoNotTrack({ site, request }: Hit) {
  return site.respectDoNotTrack && request.optsOut ? 'do-not-track' : undefined
}

/** A browser's e-mail address is only accepted if the site has user identification on. */
function dropUnwantedIdentities({ site, input }: Hit) {
  const isUnwanted = input.type === 'identify' && !site.identification && !input.userId
  return isUnwanted ? 'identification-off' : undefined
}

/** After all other reasons to drop a hit, so that bots and strangers' pages use up none of a site's budget. */
function keepToBudget({ site, request, nowMs }: Hit, { budgets }: HitTools) {
  return budgets.take(site.id, request.bytes, nowMs) ? undefined : 'over-budget'
}

function locateVisitor(hit: Hit, { locate }: HitTools) {
  hit.place = locate(hit.request.address)
  return undefined
}

/** The browser's own id, or a derived one for today if it has none or the site does not want any. */
function nameVisitor(hit: Hit, { cookieless, sessions }: HitTools) {
  const { input, site, request, nowMs } = hit
  if (input.visitorId && site.privacyMode === 'cookies') {
    hit.visitorId = input.visitorId
    hit.sessionId = input.sessionId ?? ''
    return undefined
  }
  hit.sessionId = ''
  const ids = cookieless.idsOf(site.id, nowMs, request)
  const name = (known: Awaited<typeof ids>) => {
    hit.visitorId = known.today
    if (known.yesterday === undefined || sessions.memory.find(site.id, known.today))
      return undefined
    const last = sessions.memory.find(site.id, known.yesterday)
    // Midnight changes the salt, not the visit.
    if (last !== undefined && belongsTo(last, nowMs)) hit.visitorId = known.yesterday
    return undefined
  }
  return ids instanceof Promise ? ids.then(name) : name(ids)
}

/** From here on nothing knows where the request came from. */
function forgetAddress({ request }: Hit) {
  request.address = ''
  request.addressGroup = ''
  return undefined
}

function placeInVisit(hit: Hit, { sessions }: HitTools) {
  const { site, input, page, nowMs, visitorId, sessionId } = hit
  const tellsSource = input.type === 'pageview' || input.type === 'goal'
  const moment = {
    siteId: site.id,
    visitorId,
    kind: input.type,
    timestampMs: nowMs,
    sessionId,
    landing: tellsSource
      ? readLanding(page, input.referrer ?? '', site.domains)
      : { acquisition: internal, isReturn: false },
  }
  const placed = sessions.place(moment)
  const settle = ({ session, acquisition, isOutOfOrder = false }: Awaited<typeof placed>) => {
    const said = placingDetails(moment, session)
    hit.givenSession = said.givenSession
    hit.returnLanding = said.returnLanding
    hit.isOutOfOrder = isOutOfOrder
    hit.sessionId = session.sessionId
    hit.sessionDay = session.day
    hit.acquisition = acquisition
    return undefined
  }
  return placed instanceof Promise ? placed.then(settle) : settle(placed)
}

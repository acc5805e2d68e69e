import type { SharedSite } from '@tributary/contract/app/share.ts'
import { failure } from '@tributary/contract/envelope.ts'
import {
  shareOpeningOperations,
  shareQueryOperations,
  shareRealtimeOperations,
} from '@tributary/contract/operations/app-share.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { signInThrottle } from '../accounts/sign-in-throttle.ts'
import { answerUpToDate, type UpToDate } from '../answers/answer-up-to-date.ts'
import type { Asking } from '../answers/answers.ts'
import type { Reader } from '../answers/question-turns.ts'
import { AppError } from '../errors.ts'
import { listGoalSettings } from '../goals/goal-settings.ts'
import { addressGroup } from '../http/address.ts'
import { limitAddress } from '../http/limits/limit-address.ts'
import type { RateLimiter } from '../http/limits/rate-limit.ts'
import { sendFailure } from '../http/reply.ts'
import { embeddableHeaders } from '../http/security-headers.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import type { SentPages } from '../http/unrouted.ts'
import type { questionAnswerers } from '../questions/answerers.ts'
import { askRealtime, type RealtimeSources, realtimeAsking } from '../questions/ask-realtime.ts'
import type { reportAnswerers } from '../reports/answerers.ts'
import { questionUnits, readingOf } from '../reports/question-units.ts'
import type { Site } from '../site.ts'
import { getSite } from '../sites/manage-sites.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { readSharedQuery } from './allow-question.ts'
import {
  closedShare,
  findByAccess,
  findOpenShare,
  findShareOfPage,
  passSharePassword,
  shareAccess,
} from './open-share.ts'
import type { Share } from './share.ts'

/** Answers the holders of share links. */
export interface ShareReaderDeps extends Serving, UpToDate {
  secrets: Secrets
  addressLimits: RateLimiter
  signInLimits: RateLimiter
  answers: Asking<typeof reportAnswerers & typeof questionAnswerers>
  events: UpToDate['events'] & RealtimeSources['events']
}

/** Questions by share links, and attempts to open links, per address and minute. */
const questionsPerMinute = 600
const openingsPerMinute = 120

/** For holders of a share link. There is no cookie, and no access to other routes. */
export function shareReaderRoutes(app: FastifyInstance, deps: ShareReaderDeps): void {
  app.register(async (scope) => {
    scope.addHook('preHandler', (request) =>
      limitAddress(deps.addressLimits, request, 'share-open', openingsPerMinute),
    )
    openingRoute(scope, deps)
  })
  app.register(async (scope) => {
    scope.addHook('preHandler', async (request) => {
      await limitAddress(deps.addressLimits, request, 'share', questionsPerMinute)
      readers.set(request, await findReader(deps, request))
    })
    queryRoute(scope, deps)
    scope.register(async (live) => {
      live.addHook('preHandler', async (request) => {
        if (readerOf(request).share.panels.includes('live')) return
        throw new AppError('forbidden', 'This link does not share who is there now')
      })
      realtimeRoute(live, deps)
    })
  })
}

function openingRoute(app: FastifyInstance, deps: ShareReaderDeps): void {
  const { control, clock, secrets } = deps
  const throttle = signInThrottle({ store: control, secrets, clock })
  const guard = { throttle, limits: deps.signInLimits }

  serveOperations(app, deps, shareOpeningOperations, {
    'POST /api/share/open': async ({ request, body }): Promise<SharedSite> => {
      const { token, password } = body
      const share = await findOpenShare(control, token, clock.now())
      if (share === undefined) throw closedShare()
      const address = addressGroup(request.ip)
      const passed = await passSharePassword(guard, share, { password, address })
      if (passed === undefined) return { passwordNeeded: true }
      if (!passed) throw new AppError('invalid', 'This is not the password of this link')
      const { name, timezone, currency } = await getSite(control, share.siteId)
      return {
        passwordNeeded: false,
        ...share.brand,
        name,
        timezone,
        currency,
        panels: share.panels,
        showsMoney: share.showsMoney,
        hasFilters: share.filters.length > 0,
        goals: (await goalsOf(control, share)).shown,
        access: shareAccess(secrets, share, clock.now()),
      }
    },
  })
}

interface ShareReader {
  share: Share
  site: Site
  nowMs: number
  asker: Reader
}

const readers = new WeakMap<FastifyRequest, ShareReader>()

/** The reader of a request, from the token that opening the link returned. */
async function findReader(
  { control, clock, secrets }: ShareReaderDeps,
  request: FastifyRequest,
): Promise<ShareReader> {
  const access = request.headers['x-share-access']
  const nowMs = clock.now()
  const found =
    typeof access === 'string' ? await findByAccess(control, secrets, access, nowMs) : undefined
  if (found === undefined) throw closedShare()
  const [siteId, id] = [found.site.id, `share:${found.share.id}`]
  return { ...found, nowMs, asker: { siteId, id, connection: request.socket } }
}

function readerOf(request: FastifyRequest): ShareReader {
  const reader = readers.get(request)
  if (reader === undefined) throw new Error('The share link was not looked up.')
  return reader
}

function queryRoute(app: FastifyInstance, deps: ShareReaderDeps): void {
  const { answers, control } = deps
  serveOperations(app, deps, shareQueryOperations, {
    'POST /api/share/query': async ({ request, body }) => {
      const by = readerOf(request)
      const { hidden } = await goalsOf(control, by.share)
      const question = readSharedQuery(body, { ...by, hiddenGoals: hidden })
      const units = questionUnits(body, by.site, by.nowMs)
      const asking = { reader: by.asker, units, reading: readingOf(body) }
      const answer = await answerUpToDate(deps, asking, () =>
        answers.ask('query', question, by.nowMs),
      )
      if (by.share.showsMoney) return answer
      const { staleRates: _, ...rest } = answer
      return { ...rest, unconverted: [] }
    },
  })
}

function realtimeRoute(app: FastifyInstance, deps: ShareReaderDeps): void {
  serveOperations(app, deps, shareRealtimeOperations, {
    'POST /api/share/realtime': async ({ request, body }) => {
      const { share, site, nowMs, asker } = readerOf(request)
      const asked = { site: site.id, nowMs }
      const live = await answerUpToDate(deps, realtimeAsking(asker), () =>
        askRealtime({ ask: deps.answers.ask, events: deps.events }, asked, body),
      )
      // Single visits, goals and payments are personal; a link shows none.
      return {
        at: live.at,
        visitors: live.visitors,
        minutes: live.minutes,
        pages: share.panels.includes('content') ? live.pages : [],
        sources: share.panels.includes('traffic') ? live.sources : [],
        countries: share.panels.includes('places') ? live.countries : [],
        pageViews: [],
        goals: [],
        payments: [],
      }
    },
  })
}

/** How the goals of a link are shown, and the names of hidden ones. */
async function goalsOf(control: ControlStore, { panels, siteId }: Share) {
  const all = panels.includes('goals') ? await listGoalSettings(control, siteId) : []
  return {
    shown: all.filter(({ shown }) => shown !== 'hidden'),
    hidden: all.filter(({ shown }) => shown === 'hidden').map(({ goal }) => goal),
  }
}

/** `/share/{id}#{token}`, before `/share/{token}`: the page of a link; not indexed, and frameable where the link allows it. */
export function sharePageRoute(
  app: FastifyInstance,
  deps: ShareReaderDeps,
  sendDashboard: SentPages['dashboard'],
): void {
  const { control, clock } = deps
  app.get<{ Params: { name: string } }>('/share/:name', async (request, reply) => {
    if (sendDashboard === undefined) return sendFailure(reply, failure(404, 'Not found'))
    await limitAddress(deps.addressLimits, request, 'share-open', openingsPerMinute)
    const share = await findShareOfPage(control, request.params.name, clock.now())
    reply.headers({ 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' })
    const { embed } = request.query as { embed?: unknown }
    if (share?.allowsEmbed && embed === '1') {
      reply.removeHeader('X-Frame-Options')
      reply.headers(embeddableHeaders)
    }
    return sendDashboard(reply)
  })
}

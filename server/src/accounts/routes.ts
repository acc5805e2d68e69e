import { setUpInput, signInInput } from '@tributary/contract/app-account.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { personActor, unidentified } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { deviceOf } from '../http/device-of.ts'
import { browserOf, rememberBrowser } from '../http/known-browser.ts'
import { languageOf } from '../http/language-of.ts'
import { clearSessionCookie, sessionToken, setSessionCookie } from '../http/session-cookie.ts'
import {
  presentSignedIn,
  requireSameOrigin,
  requireSignedIn,
  signedInOf,
} from '../http/signed-in.ts'
import { startSession } from '../http/start-session.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { presentSite } from '../sites/present.ts'
import type { Account } from './account.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { refuseUnlessOidc } from './refuse-unless-oidc.ts'
import { refusePasswordAlone } from './second-factor-duty.ts'
import { securityRoutes } from './security-routes.ts'
import { needsSetUp, setUp } from './setup-link.ts'
import { checkCredentials, passSecondFactor, type SignInGuard } from './sign-in.ts'
import { signInThrottle } from './sign-in-throttle.ts'
import { signInWayRoutes } from './ways-routes.ts'

const validateSetUp = validateBody(setUpInput)
const validateSignIn = validateBody(signInInput)

/** `/api/app/setup` and `/api/app/session`: the first account, signing in and out. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  setUpRoutes(app, services)
  const guard = {
    throttle: signInThrottle({ ...services, store: services.control }),
    limits: services.signInLimits,
    onGuessed: (account: Account) =>
      recordAudit(services.control.db, services.clock.now(), {
        action: 'account.guessed',
        by: unidentified,
        object: { id: account.id, name: account.email },
      }).catch((err: unknown) => {
        services.logger.error({ err }, 'guessing at an account was not written down')
      }),
  }
  sessionRoutes(app, services, guard)
  securityRoutes(app, services, guard)
  passkeyRoutes(app, services, guard)
  oidcRoutes(app, services, guard)
  signInWayRoutes(app, services)
  peopleRoutes(app, services, guard)
}

function setUpRoutes(app: FastifyInstance, services: Services): void {
  const { control, clock, signInSessions } = services

  app.get('/api/app/setup', async () => success({ needed: await needsSetUp(control) }))

  app.post('/api/app/setup', requireSameOrigin(services), async (request, reply) => {
    const { site: given, ...input } = validateSetUp(request.body)
    const site = given && { ...given, domains: [given.domain] }
    const made = await setUp(control, clock.now(), { ...input, site })
    const by = personActor(made.account)
    await recordAudit(control.db, clock.now(), { action: 'account.created', by })
    setSessionCookie(
      services,
      reply,
      await signInSessions.start(made.account.id, {
        device: deviceOf(request),
        language: languageOf(request),
        way: 'set-up',
      }),
    )
    rememberBrowser(services, { request, reply }, made.account.id)
    return success({ account: made.account, site: made.site ? presentSite(made.site) : null })
  })
}

function sessionRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  const { control, signInSessions, secondFactors } = services

  app.get('/api/app/session', requireSignedIn(services), async (request) =>
    success({ account: presentSignedIn(services, signedInOf(request)) }),
  )

  app.post('/api/app/session', requireSameOrigin(services), async (request, reply) => {
    const { code, ...given } = validateSignIn(request.body)
    refuseUnlessOidc(services.config)
    const browser = browserOf(services, request)
    const known = await checkCredentials(control, guard, { ...given, ...browser })
    const asked = { account: known, code, ...browser }
    const account = await passSecondFactor(secondFactors, guard, asked)
    if (account === undefined) return success({ account: null, codeNeeded: true })
    await refusePasswordAlone(control, account.id)
    const way = 'password'
    return success({ account: await startSession(services, { request, reply }, { account, way }) })
  })

  app.delete('/api/app/session', requireSameOrigin(services), async (request, reply) => {
    const token = sessionToken(services, request)
    if (token !== undefined) await signInSessions.end(token)
    clearSessionCookie(services, reply)
    return success({ message: 'Signed out' })
  })
}

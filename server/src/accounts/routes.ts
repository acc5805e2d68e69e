import {
  type SignedIn,
  sessionOperations,
  setUpOperations,
} from '@tributary/contract/operations/app-sign-in.ts'
import type { FastifyInstance } from 'fastify'
import { personActor, unidentified } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { deviceOf } from '../http/device-of.ts'
import { browserOf, rememberBrowser } from '../http/known-browser.ts'
import { languageOf } from '../http/language-of.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { clearSessionCookie, sessionToken, setSessionCookie } from '../http/session-cookie.ts'
import { presentSignedIn, signedInOf } from '../http/signed-in.ts'
import { startSession } from '../http/start-session.ts'
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

/** The first account, signing in and out, and below these what people do with their accounts. */
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
  serveOperations(app, services, setUpOperations, {
    'GET /api/app/setup': async () => ({ needed: await needsSetUp(control) }),

    'POST /api/app/setup': async ({ request, reply, body }) => {
      const { site: given, ...input } = body
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
      return { account: made.account, site: made.site ? presentSite(made.site) : null }
    },
  })
}

function sessionRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  const { control, signInSessions, secondFactors } = services
  serveOperations(app, services, sessionOperations, {
    'GET /api/app/session': async ({ request }) => ({
      account: presentSignedIn(services, signedInOf(request)),
    }),

    'POST /api/app/session': async ({ request, reply, body }): Promise<SignedIn> => {
      const { code, ...given } = body
      refuseUnlessOidc(services.config)
      const browser = browserOf(services, request)
      const known = await checkCredentials(control, guard, { ...given, ...browser })
      const asked = { account: known, code, ...browser }
      const account = await passSecondFactor(secondFactors, guard, asked)
      if (account === undefined) return { account: null, codeNeeded: true }
      await refusePasswordAlone(control, account.id)
      const way = 'password'
      return { account: await startSession(services, { request, reply }, { account, way }) }
    },

    'DELETE /api/app/session': async ({ request, reply }) => {
      const token = sessionToken(services, request)
      if (token !== undefined) await signInSessions.end(token)
      clearSessionCookie(services, reply)
      return { message: 'Signed out' }
    },
  })
}

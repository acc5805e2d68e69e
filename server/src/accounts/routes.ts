import { type SignedIn, sessionOperations } from '@tributary/contract/operations/app-sign-in.ts'
import type { FastifyInstance } from 'fastify'
import type { Account } from '../account.ts'
import { unidentified } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { serveOperations } from '../http/serve-operations.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { browserOf } from './http/known-browser.ts'
import { clearSessionCookie, sessionToken } from './http/session-cookie.ts'
import { presentSignedIn, signedInOf } from './http/signed-in.ts'
import { startSession } from './http/start-session.ts'
import { oidcRoutes } from './oidc/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { refuseUnlessOidc } from './refuse-unless-oidc.ts'
import { refusePasswordAlone } from './second-factor-requirement.ts'
import { securityRoutes } from './security-routes.ts'
import { checkCredentials, passSecondFactor, type SignInGuard } from './sign-in.ts'
import { signInThrottle } from './sign-in-throttle.ts'
import { signInWayRoutes } from './ways-routes.ts'

/** Signing in and out; the plugins below let people manage their accounts. */
export function accountRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const guard = {
    throttle: signInThrottle({ ...deps, store: deps.control }),
    limits: deps.signInLimits,
    onGuessed: (account: Account) =>
      recordAudit(deps.control.db, deps.clock.now(), {
        action: 'account.guessed',
        by: unidentified,
        object: { id: account.id, name: account.email },
      }).catch((err: unknown) => {
        deps.logger.error({ err }, 'guessing at an account was not written down')
      }),
  }
  sessionRoutes(app, deps, guard)
  securityRoutes(app, deps, guard)
  passkeyRoutes(app, deps, guard)
  oidcRoutes(app, deps, guard)
  signInWayRoutes(app, deps)
  peopleRoutes(app, deps, guard)
}

function sessionRoutes(app: FastifyInstance, deps: AccountsDeps, guard: SignInGuard): void {
  const { control, signInSessions, secondFactors } = deps
  serveOperations(app, deps, sessionOperations, {
    'GET /api/app/session': async ({ request }) => ({
      account: presentSignedIn(deps, signedInOf(request)),
    }),

    'POST /api/app/session': async ({ request, reply, body }): Promise<SignedIn> => {
      const { code, ...given } = body
      refuseUnlessOidc(deps.config)
      const browser = browserOf(deps, request)
      const known = await checkCredentials(control, guard, { ...given, ...browser })
      const asked = { account: known, code, ...browser }
      const account = await passSecondFactor(secondFactors, guard, asked)
      if (account === undefined) return { account: null, codeNeeded: true }
      await refusePasswordAlone(control, account.id)
      const way = 'password'
      return { account: await startSession(deps, { request, reply }, { account, way }) }
    },

    'DELETE /api/app/session': async ({ request, reply }) => {
      const token = sessionToken(deps, request)
      if (token !== undefined) await signInSessions.end(token)
      clearSessionCookie(deps, reply)
      return { message: 'Signed out' }
    },
  })
}

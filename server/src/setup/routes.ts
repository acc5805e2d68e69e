import { setUpOperations } from '@tributary/contract/operations/app-sign-in.ts'
import type { FastifyInstance } from 'fastify'
import type { AccountsDeps } from '../accounts/accounts-deps.ts'
import { deviceOf } from '../accounts/http/device-of.ts'
import { rememberBrowser } from '../accounts/http/known-browser.ts'
import { setSessionCookie } from '../accounts/http/session-cookie.ts'
import { personActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { languageOf } from '../http/language-of.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { presentSite } from '../sites/present.ts'
import { needsSetUp, setUp } from './setup-link.ts'

/** The first account, and the first site with it. */
export function setUpRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { control, clock, signInSessions } = deps
  serveOperations(app, deps, setUpOperations, {
    'GET /api/app/setup': async () => ({ needed: await needsSetUp(control) }),

    'POST /api/app/setup': async ({ request, reply, body }) => {
      const { site: given, ...input } = body
      const site = given && { ...given, domains: [given.domain] }
      const made = await setUp(control, clock.now(), { ...input, site })
      const by = personActor(made.account)
      await recordAudit(control.db, clock.now(), { action: 'account.created', by })
      setSessionCookie(
        deps,
        reply,
        await signInSessions.start(made.account.id, {
          device: deviceOf(request),
          language: languageOf(request),
          way: 'set-up',
        }),
      )
      rememberBrowser(deps, { request, reply }, made.account.id)
      return { account: made.account, site: made.site ? presentSite(made.site) : null }
    },
  })
}

import type { AppAccount } from '@tributary/contract/app-account.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts/account.ts'
import type { SignInWay } from '../accounts/second-factor-duty.ts'
import { personActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Services } from '../services.ts'
import { deviceOf } from './device-of.ts'
import { browserOf, rememberBrowser } from './known-browser.ts'
import { sendSecurityNotice } from './security-notice.ts'
import { sessionToken, setSessionCookie } from './session-cookie.ts'
import { presentSignedIn } from './signed-in.ts'

/**
 * Signs a browser in with a session of its own: whatever it was signed in with before ends. Answers who
 * that is, as the dashboard sees them.
 */
export async function startSession(
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { account, way }: { account: Account; way: SignInWay },
): Promise<AppAccount> {
  const { control, clock, signInSessions } = services
  const oldToken = sessionToken(services, request)
  if (oldToken !== undefined) await signInSessions.end(oldToken)
  const token = await signInSessions.start(account.id, { device: deviceOf(request), way })
  setSessionCookie(services, reply, token)
  // Somebody's first sign-in of all is no news to them.
  const isNews = way !== 'invitation' && way !== 'reset-link'
  if (isNews && browserOf(services, request).knownAs?.(account.id) === undefined) {
    await sendSecurityNotice(services, request, { kind: 'sign-in', by: account })
  }
  rememberBrowser(services, { request, reply }, account.id)
  await recordAudit(control.db, clock.now(), {
    action: 'account.signed-in',
    by: personActor(account),
    changes: { way: [null, way] },
  })
  const signedIn = await signInSessions.find(token)
  return signedIn ? presentSignedIn(services, signedIn) : account
}

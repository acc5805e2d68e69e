import type { AppAccount } from '@tributary/contract/app/account.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../../account.ts'
import { personActor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { languageOf } from '../../http/language-of.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import type { SignInWay } from '../second-factor-requirement.ts'
import { deviceOf } from './device-of.ts'
import { browserOf, rememberBrowser } from './known-browser.ts'
import { queueSecurityNotice } from './security-notice.ts'
import { sessionToken, setSessionCookie } from './session-cookie.ts'
import { presentSignedIn } from './signed-in.ts'

/** Starts a session in a browser and ends the one it had. Returns the person as the dashboard shows them. */
export async function startSession(
  deps: AccountsDeps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { account, way }: { account: Account; way: SignInWay },
): Promise<AppAccount> {
  const { clock, signInSessions } = deps
  const oldToken = sessionToken(deps, request)
  if (oldToken !== undefined) await signInSessions.end(oldToken)
  // A person's very first sign-in triggers no notice.
  const isFirst = way === 'invitation' || way === 'reset-link'
  const isNews = !isFirst && browserOf(deps, request).knownAs?.(account.id) === undefined
  const begun = { device: deviceOf(request), language: languageOf(request), way }
  const token = await signInSessions.start(account.id, begun, async (db) => {
    const by = personActor(account)
    const changes = { way: [null, way] as [null, string] }
    await recordAudit(db, clock.now(), { action: 'account.signed-in', by, changes })
    if (isNews) await queueSecurityNotice(db, deps, request, { kind: 'sign-in', by: account })
  })
  setSessionCookie(deps, reply, token)
  rememberBrowser(deps, { request, reply }, account.id)
  const signedIn = await signInSessions.find(token)
  return signedIn ? presentSignedIn(deps, signedIn) : account
}

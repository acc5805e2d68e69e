import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts/account.ts'
import { personActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Services } from '../services.ts'
import { deviceOf } from './device-of.ts'
import { sessionToken, setSessionCookie } from './session-cookie.ts'

/** How somebody proved who they are, as the audit log says it. */
type SignInWay = 'password' | 'passkey' | 'oidc' | 'reset-link'

/** Signs a browser in with a session of its own: whatever it was signed in with before ends. */
export async function startSession(
  services: Services,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { account, way }: { account: Account; way: SignInWay },
): Promise<void> {
  const { control, clock, signInSessions } = services
  const oldToken = sessionToken(services, request)
  if (oldToken !== undefined) await signInSessions.end(oldToken)
  setSessionCookie(services, reply, await signInSessions.start(account.id, deviceOf(request)))
  await recordAudit(control.db, clock.now(), {
    action: 'account.signed-in',
    by: personActor(account),
    changes: { way: [null, way] },
  })
}

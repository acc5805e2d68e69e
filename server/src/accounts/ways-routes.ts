import { signInWayOperations } from '@tributary/contract/operations/app-sign-in.ts'
import type { FastifyInstance } from 'fastify'
import { serveOperations } from '../http/serve-operations.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { sessionToken } from './http/session-cookie.ts'
import { issuerName } from './oidc/provider.ts'
import { relyingParty } from './passkeys/relying-party.ts'
import { findAccountById } from './rows/account-rows.ts'
import { hasOidcIdentity } from './rows/oidc-rows.ts'
import { listPasskeyRows } from './rows/passkey-rows.ts'

/** The available sign-in methods, and those that a person has. */
export function signInWayRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { config, control, signInSessions, secondFactors, mailer } = deps
  const passkeyOrigin = relyingParty(config)?.origin ?? null
  const { oidc } = config

  serveOperations(app, deps, signInWayOperations, {
    'GET /api/app/sign-in': async () => {
      const isPasswordOn = oidc?.isOnlyWay !== true
      return {
        isPasswordOn,
        mailsResetLinks: isPasswordOn && mailer !== undefined,
        passkeyOrigin: isPasswordOn ? passkeyOrigin : null,
        oidcName: oidc?.name ?? null,
      }
    },

    'GET /api/app/account/sign-in': async ({ request, person: { id } }) => {
      const account = await findAccountById(control.db, id)
      return {
        hasPassword: account?.passwordHash !== undefined,
        hasCodes: await secondFactors.isOn(id),
        hasPasskeys: (await listPasskeyRows(control.db, id)).length > 0,
        isRecent: await signInSessions.isRecent(sessionToken(deps, request) ?? ''),
        passkeyOrigin,
        oidc: oidc
          ? { name: oidc.name, isLinked: await hasOidcIdentity(control.db, id, issuerName(oidc)) }
          : null,
        isOidcOnly: oidc?.isOnlyWay ?? false,
        isEmailVerified: account?.isEmailUnverified !== true,
        canVerifyEmail: mailer !== undefined,
      }
    },
  })
}

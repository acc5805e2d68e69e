import type { AppSignInOffer, AppSignInWays } from '@tributary/contract/app-account.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { sessionToken } from '../http/session-cookie.ts'
import { personOf, requireSignedIn } from '../http/signed-in.ts'
import type { Services } from '../services.ts'
import { findAccountById } from '../store/control/accounts/account-rows.ts'
import { hasOidcIdentity } from '../store/control/accounts/oidc-rows.ts'
import { listPasskeyRows } from '../store/control/accounts/passkey-rows.ts'
import { issuerName } from './oidc/provider.ts'
import { relyingParty } from './passkeys/relying-party.ts'

/** `/api/app/sign-in` and `/api/app/account/sign-in`: the ways in that there are, and that a person has. */
export function signInWayRoutes(app: FastifyInstance, services: Services): void {
  const { config, control, signInSessions, secondFactors, mailer } = services
  const passkeyOrigin = relyingParty(config)?.origin ?? null

  app.get('/api/app/sign-in', async () => {
    const isPasswordOn = config.oidc?.isOnlyWay !== true
    const offer: AppSignInOffer = {
      isPasswordOn,
      mailsResetLinks: isPasswordOn && mailer !== undefined,
      passkeyOrigin: isPasswordOn ? passkeyOrigin : null,
      oidcName: config.oidc?.name ?? null,
    }
    return success(offer)
  })

  app.get('/api/app/account/sign-in', requireSignedIn(services), async (request) => {
    const { id } = personOf(request)
    const { oidc } = config
    const account = await findAccountById(control.db, id)
    const ways: AppSignInWays = {
      hasPassword: account?.passwordHash !== undefined,
      hasCodes: await secondFactors.isOn(id),
      hasPasskeys: (await listPasskeyRows(control.db, id)).length > 0,
      isRecent: await signInSessions.isRecent(sessionToken(services, request) ?? ''),
      passkeyOrigin,
      oidc: oidc
        ? { name: oidc.name, isLinked: await hasOidcIdentity(control.db, id, issuerName(oidc)) }
        : null,
      isOidcOnly: oidc?.isOnlyWay ?? false,
      isEmailProved: account?.isEmailUnproved !== true,
      canProveEmail: mailer !== undefined,
    }
    return success(ways)
  })
}

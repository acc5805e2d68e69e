import type { OidcRefusal } from '@tributary/contract/app/account.ts'
import { oidcOperations } from '@tributary/contract/operations/app-sign-in.ts'
import { ownPath } from '@tributary/contract/own-path.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { OidcConfig } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { setFlowCookie, takeFlowCookie } from '../../http/flow-cookie.ts'
import { limitAddress } from '../../http/limits/limit-address.ts'
import { type Call, serveOperations } from '../../http/serve-operations.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { openChallenge, takeChallenge } from '../challenges.ts'
import { auditAction } from '../http/audit-action.ts'
import { provePerson } from '../http/proof.ts'
import { queueSecurityNotice } from '../http/security-notice.ts'
import { findPerson } from '../http/signed-in.ts'
import { startSession } from '../http/start-session.ts'
import { newOpaqueToken } from '../opaque-token.ts'
import { deleteOidcIdentity } from '../rows/oidc-rows.ts'
import type { SignInGuard } from '../sign-in.ts'
import { findOidcAccount, linkOidcAccount, OidcRefused } from './find-oidc-account.ts'
import { type OidcPerson, type OidcProvider, type OidcQuestion, oidcProvider } from './provider.ts'

/** Sign-in attempts per minute and address: each stores something for five minutes. */
const journeysPerMinute = 30

/** A sign-in attempt at the provider: its secrets, and where the person wants to go afterwards. */
interface Journey extends OidcQuestion {
  to: string
}

/** Signing in through the operator's provider, if one is configured. */
export function oidcRoutes(app: FastifyInstance, deps: AccountsDeps, guard: SignInGuard): void {
  const { config, control } = deps
  const { oidc, publicUrl } = config
  if (oidc === undefined) return
  const provider = oidcProvider(oidc, publicUrl)

  serveOperations(app, deps, oidcOperations, {
    'POST /api/app/oidc': (call) => {
      const { to = '/' } = call.body
      return setOut(deps, { oidc, provider }, call, { to: ownPath(to, publicUrl) })
    },

    'POST /api/app/account/oidc': async (call) => {
      await provePerson(deps, guard, call.request, call.body.password)
      return setOut(deps, { oidc, provider }, call, {
        to: '/account',
        accountId: call.person.id,
      })
    },

    'POST /api/app/account/oidc/remove': async ({ request, person, body }) => {
      await provePerson(deps, guard, request, body.password)
      const notice = { by: person, about: oidc.name }
      await control.transaction(async (db) => {
        if (!(await deleteOidcIdentity(db, person.id, provider.issuer))) {
          throw new AppError('not-found', 'You are not connected')
        }
        await auditAction(deps, request, { action: 'account.oidc-unlinked' }, db)
        await queueSecurityNotice(db, deps, request, { kind: 'provider-unlinked', ...notice })
      })
      return { message: `Disconnected from ${oidc.name}` }
    },

    'GET /api/app/oidc/callback': (call) => arrive(deps, { oidc, provider }, call),
  })
}

interface Place {
  oidc: OidcConfig
  provider: OidcProvider
}

type Exchange = Pick<Call<string, unknown>, 'request' | 'reply'>

/** Returns the provider's address at which the person signs in. */
async function setOut(
  { config, control, clock, addressLimits }: AccountsDeps,
  { oidc, provider }: Place,
  { request, reply }: Exchange,
  { to, accountId }: { to: string; accountId?: string },
) {
  await limitAddress(addressLimits, request, 'oidc', journeysPerMinute)
  const { question, url } = await provider.ask().catch((cause: unknown) => {
    request.log.error({ err: cause }, 'the OIDC provider cannot be asked')
    throw new AppError('unavailable', `${oidc.name} cannot be reached. Try again later.`, {
      cause,
    })
  })
  const token = newOpaqueToken()
  const content = JSON.stringify({ ...question, to } satisfies Journey)
  await openChallenge(control, clock.now(), {
    token,
    purpose: 'oidc',
    content,
    ...(accountId !== undefined && { accountId }),
  })
  setFlowCookie(config, reply, token)
  return { url }
}

/** Handles the redirect back from the provider. */
async function arrive(
  deps: AccountsDeps,
  { oidc, provider }: Place,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { control, clock, config } = deps
  const token = takeFlowCookie(config, request, reply)
  const purpose = 'oidc'
  const asked = token && (await takeChallenge(control, clock.now(), { token, purpose }))
  const back = asked && asked.accountId !== undefined ? '/account' : '/sign-in'
  try {
    if (!asked) throw new OidcRefused('expired')
    const journey = JSON.parse(asked.content) as Journey
    const search = new URL(request.url, config.publicUrl).search
    const person = await readPerson(provider, search, journey)
    const arrival = { person, allowedDomains: oidc.allowedDomains, nowMs: clock.now() }
    if (asked.accountId === undefined) {
      const account = await findOidcAccount(control, arrival)
      await startSession(deps, { request, reply }, { account, way: 'oidc' })
    } else {
      const account = await findPerson(deps, request)
      if (account?.id !== asked.accountId) throw new OidcRefused('expired')
      const notice = { kind: 'provider-linked', by: account, about: oidc.name } as const
      await linkOidcAccount(control, account, arrival, (db) =>
        queueSecurityNotice(db, deps, request, notice),
      )
    }
    return reply.redirect(journey.to)
  } catch (error) {
    if (!(error instanceof OidcRefused)) throw error
    if (error.refusal === 'failed') {
      request.log.warn({ err: error.cause }, 'the OIDC provider was not believed')
    }
    return reply.redirect(`${back}?refused=${error.refusal}`)
  }
}

/** Asks the provider who returned. Everything wrong with its answer leads to the same refusal. */
async function readPerson(
  provider: OidcProvider,
  search: string,
  journey: Journey,
): Promise<OidcPerson> {
  try {
    return await provider.readPerson(search, journey)
  } catch (error) {
    const { error: code } = error as { error?: unknown }
    const refusal: OidcRefusal = code === 'access_denied' ? 'cancelled' : 'failed'
    throw new OidcRefused(refusal, error)
  }
}

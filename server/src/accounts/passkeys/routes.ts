import {
  type AppPasskey,
  newPasskeyInput,
  passkeyNameInput,
  passkeySignInInput,
  proofInput,
} from '@tributary/contract/app-account.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import { addressGroup } from '../../http/address.ts'
import { noteDeed } from '../../http/note-deed.ts'
import { provePerson, requireStepUp } from '../../http/proof.ts'
import { queueSecurityNotice } from '../../http/security-notice.ts'
import { sessionToken } from '../../http/session-cookie.ts'
import {
  personOf,
  requireFactorSetter,
  requirePerson,
  requireSameOrigin,
  requireSignedIn,
} from '../../http/signed-in.ts'
import { startSession } from '../../http/start-session.ts'
import { validateBody } from '../../http/validate.ts'
import type { Services } from '../../services.ts'
import {
  deletePasskey,
  listPasskeyRows,
  type PasskeyRow,
  renamePasskeyRow,
} from '../../store/control/accounts/passkey-rows.ts'
import { refuseUnlessOidc } from '../refuse-unless-oidc.ts'
import { type SignInGuard, throttled } from '../sign-in.ts'
import { addPasskey, checkPasskey, passkeyCreation, passkeyRequest } from './passkeys.ts'
import { relyingParty } from './relying-party.ts'

const validateProof = validateBody(proofInput)
const validateNew = validateBody(newPasskeyInput)
const validateName = validateBody(passkeyNameInput)
const validateSignIn = validateBody(passkeySignInInput)

/** Per minute and address, so that unanswered challenges cannot fill the store. */
const questionsPerMinute = 60

interface OnPasskey {
  Params: { passkeyId: string }
}

/** `/api/app/account/passkeys` for one's own passkeys, `/api/app/passkey` for signing in with one. */
export function passkeyRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  ownPasskeyRoutes(app, services, guard)
  signInRoutes(app, services, guard)
}

function ownPasskeyRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  const { control, signInSessions, secondFactors } = services
  const person = requirePerson(services)
  const signedIn = requireSignedIn(services)
  const setter = requireFactorSetter(services)
  const path = '/api/app/account/passkeys'

  app.get(path, signedIn, async (request) => {
    const passkeys = await listPasskeyRows(control.db, personOf(request).id)
    return success({ passkeys: passkeys.map(present) })
  })

  app.post(`${path}/options`, setter, async (request) => {
    const { password } = validateProof(request.body)
    // A passkey signs in without a code, so an account with codes must enter one before adding a passkey.
    if (await secondFactors.isOn(personOf(request).id)) await requireStepUp(services, request)
    else await provePerson(services, guard, request, password)
    return success({ options: await passkeyCreation(placeOf(services), personOf(request)) })
  })

  app.post(path, setter, async (request) => {
    const input = validateNew(request.body)
    const by = personOf(request)
    const passkey = await addPasskey(placeOf(services), by, input, async (db, { id, name }) => {
      await signInSessions.strengthen(sessionToken(services, request) ?? '', db)
      const object = { id, name }
      await noteDeed(services, request, { action: 'account.passkey-added', object }, db)
      const notice = { kind: 'passkey-added', by, about: name } as const
      await queueSecurityNotice(db, services, request, notice)
    })
    return success({ passkey: present(passkey) })
  })

  app.patch<OnPasskey>(`${path}/:passkeyId`, person, async (request) => {
    const { name } = validateName(request.body)
    const change = { accountId: personOf(request).id, id: request.params.passkeyId }
    if (!(await renamePasskeyRow(control.db, { ...change, name: name.trim() }))) throw unknown()
    return success({ message: 'Passkey renamed' })
  })

  // Not DELETE, for it carries a password.
  app.post<OnPasskey>(`${path}/:passkeyId/remove`, person, async (request) => {
    await provePerson(services, guard, request, validateProof(request.body).password)
    const { passkeyId: id } = request.params
    const by = personOf(request)
    await control.transaction(async (db) => {
      const name = await deletePasskey(db, { accountId: by.id, id })
      if (name === undefined) throw unknown()
      const object = { id, name }
      await noteDeed(services, request, { action: 'account.passkey-removed', object }, db)
      const notice = { kind: 'passkey-removed', by, about: name } as const
      await queueSecurityNotice(db, services, request, notice)
    })
    return success({ message: 'Passkey removed' })
  })
}

function signInRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  const own = requireSameOrigin(services)

  app.post('/api/app/passkey/options', own, async (request) => {
    const caller = `passkey:${addressGroup(request.ip)}`
    const { allowed, retryAfterSeconds } = await services.addressLimits.take(
      caller,
      questionsPerMinute,
    )
    if (!allowed) {
      throw new AppError('rate-limited', 'Too many requests', { retryAfterSeconds })
    }
    return success({ options: await passkeyRequest(placeOf(services)) })
  })

  app.post('/api/app/passkey/session', own, async (request, reply) => {
    const { credential } = validateSignIn(request.body)
    refuseUnlessOidc(services.config)
    const attempt = { email: `passkey ${credential.id}`, address: addressGroup(request.ip) }
    const account = await throttled(guard, attempt, () =>
      checkPasskey(placeOf(services), credential),
    )
    const way = 'passkey'
    return success({ account: await startSession(services, { request, reply }, { account, way }) })
  })
}

function placeOf({ control, clock, config }: Services) {
  return { store: control, party: relyingParty(config), nowMs: clock.now() }
}

function present({ id, name, createdMs, lastUsedMs }: PasskeyRow): AppPasskey {
  return {
    id,
    name,
    createdAt: new Date(createdMs).toISOString(),
    lastUsedAt: lastUsedMs === undefined ? null : new Date(lastUsedMs).toISOString(),
  }
}

function unknown(): AppError {
  return new AppError('not-found', 'Passkey not found')
}

import type { AppPasskey } from '@tributary/contract/app-account.ts'
import { passkeyOperations } from '@tributary/contract/operations/app-account.ts'
import { passkeySignInOperations } from '@tributary/contract/operations/app-sign-in.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import { addressGroup } from '../../http/address.ts'
import { noteDeed } from '../../http/note-deed.ts'
import { provePerson, requireStepUp } from '../../http/proof.ts'
import { queueSecurityNotice } from '../../http/security-notice.ts'
import { serveOperations } from '../../http/serve-operations.ts'
import { sessionToken } from '../../http/session-cookie.ts'
import { startSession } from '../../http/start-session.ts'
import { isoTime, isoTimeOrNull } from '../../iso-time.ts'
import type { Services } from '../../services.ts'
import { refuseUnlessOidc } from '../refuse-unless-oidc.ts'
import {
  deletePasskey,
  listPasskeyRows,
  type PasskeyRow,
  renamePasskeyRow,
} from '../rows/passkey-rows.ts'
import { type SignInGuard, throttled } from '../sign-in.ts'
import { addPasskey, checkPasskey, passkeyCreation, passkeyRequest } from './passkeys.ts'
import { relyingParty } from './relying-party.ts'

/** Per minute and address, so that unanswered challenges cannot fill the store. */
const questionsPerMinute = 60

/** One's own passkeys, and signing in with one. */
export function passkeyRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  ownPasskeyRoutes(app, services, guard)
  signInRoutes(app, services, guard)
}

function ownPasskeyRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  const { control, signInSessions, secondFactors } = services
  serveOperations(app, services, passkeyOperations, {
    'GET /api/app/account/passkeys': async ({ person }) => ({
      passkeys: (await listPasskeyRows(control.db, person.id)).map(present),
    }),

    'POST /api/app/account/passkeys/options': async ({ request, person, body }) => {
      // A passkey signs in without a code, so an account with codes must enter one before adding a passkey.
      if (await secondFactors.isOn(person.id)) await requireStepUp(services, request)
      else await provePerson(services, guard, request, body.password)
      return { options: await passkeyCreation(placeOf(services), person) }
    },

    'POST /api/app/account/passkeys': async ({ request, person: by, body }) => {
      const passkey = await addPasskey(placeOf(services), by, body, async (db, { id, name }) => {
        await signInSessions.strengthen(sessionToken(services, request) ?? '', db)
        const object = { id, name }
        await noteDeed(services, request, { action: 'account.passkey-added', object }, db)
        const notice = { kind: 'passkey-added', by, about: name } as const
        await queueSecurityNotice(db, services, request, notice)
      })
      return { passkey: present(passkey) }
    },

    'PATCH /api/app/account/passkeys/:passkeyId': async ({ person, params, body }) => {
      const change = { accountId: person.id, id: params.passkeyId, name: body.name.trim() }
      if (!(await renamePasskeyRow(control.db, change))) throw unknown()
      return { message: 'Passkey renamed' }
    },

    'POST /api/app/account/passkeys/:passkeyId/remove': async (call) => {
      const { request, person: by, params, body } = call
      await provePerson(services, guard, request, body.password)
      const { passkeyId: id } = params
      await control.transaction(async (db) => {
        const name = await deletePasskey(db, { accountId: by.id, id })
        if (name === undefined) throw unknown()
        const object = { id, name }
        await noteDeed(services, request, { action: 'account.passkey-removed', object }, db)
        const notice = { kind: 'passkey-removed', by, about: name } as const
        await queueSecurityNotice(db, services, request, notice)
      })
      return { message: 'Passkey removed' }
    },
  })
}

function signInRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  serveOperations(app, services, passkeySignInOperations, {
    'POST /api/app/passkey/options': async ({ request }) => {
      const caller = `passkey:${addressGroup(request.ip)}`
      const { allowed, retryAfterSeconds } = await services.addressLimits.take(
        caller,
        questionsPerMinute,
      )
      if (!allowed) throw new AppError('rate-limited', 'Too many requests', { retryAfterSeconds })
      return { options: await passkeyRequest(placeOf(services)) }
    },

    'POST /api/app/passkey/session': async ({ request, reply, body: { credential } }) => {
      refuseUnlessOidc(services.config)
      const attempt = { email: `passkey ${credential.id}`, address: addressGroup(request.ip) }
      const account = await throttled(guard, attempt, () =>
        checkPasskey(placeOf(services), credential),
      )
      const way = 'passkey'
      return { account: await startSession(services, { request, reply }, { account, way }) }
    },
  })
}

function placeOf({ control, clock, config }: Services) {
  return { store: control, party: relyingParty(config), nowMs: clock.now() }
}

function present({ id, name, createdMs, lastUsedMs }: PasskeyRow): AppPasskey {
  return {
    id,
    name,
    createdAt: isoTime(createdMs),
    lastUsedAt: isoTimeOrNull(lastUsedMs),
  }
}

function unknown(): AppError {
  return new AppError('not-found', 'Passkey not found')
}

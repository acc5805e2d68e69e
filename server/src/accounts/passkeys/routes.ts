import type { AppPasskey } from '@tributary/contract/app/account.ts'
import { passkeyOperations } from '@tributary/contract/operations/app-account.ts'
import { passkeySignInOperations } from '@tributary/contract/operations/app-sign-in.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import { addressGroup } from '../../http/address.ts'
import { limitAddress } from '../../http/limits/limit-address.ts'
import { serveOperations } from '../../http/serve-operations.ts'
import { isoTime, isoTimeOrNull } from '../../time/iso-time.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { auditAction } from '../http/audit-action.ts'
import { provePerson, requireStepUp } from '../http/proof.ts'
import { queueSecurityNotice } from '../http/security-notice.ts'
import { sessionToken } from '../http/session-cookie.ts'
import { startSession } from '../http/start-session.ts'
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

/** A person's own passkeys, and signing in with one. */
export function passkeyRoutes(app: FastifyInstance, deps: AccountsDeps, guard: SignInGuard): void {
  ownPasskeyRoutes(app, deps, guard)
  signInRoutes(app, deps, guard)
}

function ownPasskeyRoutes(app: FastifyInstance, deps: AccountsDeps, guard: SignInGuard): void {
  const { control, signInSessions, secondFactors } = deps
  serveOperations(app, deps, passkeyOperations, {
    'GET /api/app/account/passkeys': async ({ person }) => ({
      passkeys: (await listPasskeyRows(control.db, person.id)).map(present),
    }),

    'POST /api/app/account/passkeys/options': async ({ request, person, body }) => {
      // A passkey signs in without a code, so an account with codes must enter one before adding a passkey.
      if (await secondFactors.isOn(person.id)) await requireStepUp(deps, request)
      else await provePerson(deps, guard, request, body.password)
      return { options: await passkeyCreation(placeOf(deps), person) }
    },

    'POST /api/app/account/passkeys': async ({ request, person: by, body }) => {
      const passkey = await addPasskey(placeOf(deps), by, body, async (db, { id, name }) => {
        await signInSessions.strengthen(sessionToken(deps, request) ?? '', db)
        const object = { id, name }
        await auditAction(deps, request, { action: 'account.passkey-added', object }, db)
        const notice = { kind: 'passkey-added', by, about: name } as const
        await queueSecurityNotice(db, deps, request, notice)
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
      await provePerson(deps, guard, request, body.password)
      const { passkeyId: id } = params
      await control.transaction(async (db) => {
        const name = await deletePasskey(db, { accountId: by.id, id })
        if (name === undefined) throw unknown()
        const object = { id, name }
        await auditAction(deps, request, { action: 'account.passkey-removed', object }, db)
        const notice = { kind: 'passkey-removed', by, about: name } as const
        await queueSecurityNotice(db, deps, request, notice)
      })
      return { message: 'Passkey removed' }
    },
  })
}

function signInRoutes(app: FastifyInstance, deps: AccountsDeps, guard: SignInGuard): void {
  serveOperations(app, deps, passkeySignInOperations, {
    'POST /api/app/passkey/options': async ({ request }) => {
      await limitAddress(deps.addressLimits, request, 'passkey', questionsPerMinute)
      return { options: await passkeyRequest(placeOf(deps)) }
    },

    'POST /api/app/passkey/session': async ({ request, reply, body: { credential } }) => {
      refuseUnlessOidc(deps.config)
      const attempt = { email: `passkey ${credential.id}`, address: addressGroup(request.ip) }
      const account = await throttled(guard, attempt, () => checkPasskey(placeOf(deps), credential))
      const way = 'passkey'
      return { account: await startSession(deps, { request, reply }, { account, way }) }
    },
  })
}

function placeOf({ control, clock, config }: AccountsDeps) {
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

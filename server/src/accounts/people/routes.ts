import type { AppPerson } from '@tributary/contract/app/account.ts'
import { ownAccountOperations } from '@tributary/contract/operations/app-account.ts'
import { peopleOperations } from '@tributary/contract/operations/app-installation.ts'
import { resetOperations, type SignedIn } from '@tributary/contract/operations/app-sign-in.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Account, toAccount } from '../../account.ts'
import { personActor } from '../../audit/actor.ts'
import { addressGroup } from '../../http/address.ts'
import { serveOperations } from '../../http/serve-operations.ts'
import { refuseTooMany } from '../../mail/refuse-too-many.ts'
import { noMail } from '../../mail/test-mail.ts'
import { isoTime, isoTimeOrNull } from '../../time/iso-time.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { browserOf } from '../http/known-browser.ts'
import { proveByPassword, provePerson } from '../http/proof.ts'
import { queueSecurityNotice } from '../http/security-notice.ts'
import { clearSessionCookie } from '../http/session-cookie.ts'
import { signedInOf } from '../http/signed-in.ts'
import { startSession } from '../http/start-session.ts'
import { refuseUnlessOidc } from '../refuse-unless-oidc.ts'
import { listPersonRows, type PersonRow } from '../rows/people-rows.ts'
import {
  isFactorRequired,
  refusePasswordAlone,
  setFactorRequired,
} from '../second-factor-requirement.ts'
import { passSecondFactor, type SignInGuard } from '../sign-in.ts'
import { askForEmail, verifyEmail } from './change-email.ts'
import { forgotPassword } from './forgotten-password.ts'
import { deleteOwnAccount, getPerson, setDisabled, signOutPerson } from './manage-people.ts'
import { makeResetLink, openResetLink, resetPassword } from './reset-link.ts'

/**
 * All accounts, for the installation's owners; password reset links; changing one's own address and deleting one's
 * own account.
 */
export function peopleRoutes(app: FastifyInstance, deps: AccountsDeps, guard: SignInGuard): void {
  ownerRoutes(app, deps, guard)
  resetRoutes(app, deps, guard)
  ownRoutes(app, deps, guard)
}

function ownerRoutes(app: FastifyInstance, deps: AccountsDeps, guard: SignInGuard): void {
  const { control, clock, config } = deps

  /** Requires a proof of identity: access to an unlocked computer must not be enough. */
  const provenAuthor = async ({ request, person, body }: ProvenCall) => {
    await provePerson(deps, guard, request, body.password)
    return { by: personActor(person), nowMs: clock.now() }
  }

  serveOperations(app, deps, peopleOperations, {
    'GET /api/app/people': async ({ person: { id } }) => {
      const people = await listPersonRows(control.db)
      const secondFactorRequired = await isFactorRequired(control)
      return { people: people.map((person) => present(person, id)), secondFactorRequired }
    },

    // Whether everybody needs a second factor. Owners must set one up first.
    'PUT /api/app/people/second-factor': async (call) => {
      const { required: isRequired } = call.body
      const author = await provenAuthor(call)
      await setFactorRequired(control, {
        isRequired,
        factorStatus: signedInOf(call.request).factorStatus,
        ...author,
      })
      return { secondFactorRequired: isRequired }
    },

    'POST /api/app/people/:accountId/disable': async (call) => {
      const author = await provenAuthor(call)
      await setDisabled(control, call.params.accountId, { ...author, isDisabled: true })
      return { message: 'Account disabled' }
    },

    'POST /api/app/people/:accountId/enable': async (call) => {
      const author = await provenAuthor(call)
      await setDisabled(control, call.params.accountId, { ...author, isDisabled: false })
      return { message: 'Account enabled' }
    },

    'POST /api/app/people/:accountId/sign-out': async (call) => ({
      ended: await signOutPerson(control, call.params.accountId, await provenAuthor(call)),
    }),

    'POST /api/app/people/:accountId/reset-link': async (call) => {
      const author = await provenAuthor(call)
      refuseUnlessOidc(config)
      const whose = await getPerson(control, call.params.accountId)
      const { publicUrl } = config
      return { link: await makeResetLink(control, whose, { ...author, publicUrl }) }
    },
  })
}

interface ProvenCall {
  request: FastifyRequest
  person: Account
  body: { password?: string }
}

/** For the holder of a password reset link. */
function resetRoutes(app: FastifyInstance, deps: AccountsDeps, guard: SignInGuard): void {
  const { control, clock, config, secondFactors, secrets, mailer } = deps

  /** Where passwords are off, the operator's own reset link still works. */
  const opened = async (token: string) => {
    const link = await openResetLink(control, token, clock.now())
    if (link.madeBy !== 'command-line') refuseUnlessOidc(config)
    return link.account
  }

  serveOperations(app, deps, resetOperations, {
    'POST /api/app/reset/ask': async ({ request, body }) => {
      const { email, language = 'en' } = body
      refuseUnlessOidc(config)
      if (mailer === undefined) throw noMail()
      const place = { control, secrets, nowMs: clock.now(), publicUrl: config.publicUrl }
      const asked = { email, language, address: addressGroup(request.ip) }
      await forgotPassword(place, guard, asked)
      return { message: 'If there is an account with this address, a link is on its way' }
    },

    'POST /api/app/reset': async ({ body }) => {
      const { id, email } = await opened(body.token)
      return { email, codeNeeded: await secondFactors.isOn(id) }
    },

    'POST /api/app/reset/finish': async ({ request, reply, body }): Promise<SignedIn> => {
      const { token, password, code } = body
      const known = toAccount(await opened(token))
      await refusePasswordAlone(control, known.id)
      const asked = { account: known, code, ...browserOf(deps, request) }
      const passed = await passSecondFactor(secondFactors, guard, asked)
      if (passed === undefined) return { account: null, codeNeeded: true }
      const given = { token, password, nowMs: clock.now() }
      const account = await resetPassword(control, given, (db, by) =>
        queueSecurityNotice(db, deps, request, { kind: 'password', by }),
      )
      const way = 'reset-link'
      return { account: await startSession(deps, { request, reply }, { account, way }) }
    },
  })
}

function ownRoutes(app: FastifyInstance, deps: AccountsDeps, guard: SignInGuard): void {
  const { control, clock, config, mailer, addressLimits } = deps
  serveOperations(app, deps, ownAccountOperations, {
    'POST /api/app/account/email': async ({ request, person, body }) => {
      const { email, password, language = 'en' } = body
      await proveByPassword(deps, guard, request, password)
      if (mailer !== undefined) await refuseTooMany(addressLimits, `proof of ${person.id}`)
      const place = { control, mailer, nowMs: clock.now(), publicUrl: config.publicUrl }
      const asked = await askForEmail(place, person, { email, language })
      return { account: asked.account, mailedTo: asked.mailedTo ?? null }
    },

    'POST /api/app/account/email/prove': async ({ request, person: by, body }) => {
      const place = { control, nowMs: clock.now() }
      const account = await verifyEmail(place, by, body.token, async (db, { email: about }) => {
        // To the old address: its owner may be losing the account right now.
        if (about !== by.email) {
          await queueSecurityNotice(db, deps, request, { kind: 'email', by, about })
        }
      })
      return { account }
    },

    'POST /api/app/account/delete': async ({ request, reply, person, body }) => {
      await proveByPassword(deps, guard, request, body.password)
      await deleteOwnAccount(control, person, clock.now())
      clearSessionCookie(deps, reply)
      return { message: 'Your account is deleted' }
    },
  })
}

function present(person: PersonRow, ownId: string): AppPerson {
  const { id, email, installationRole, isDisabled, hasSecondFactor, passkeys, sites } = person
  return {
    ...{ id, email, installationRole, isDisabled, hasSecondFactor, passkeys, sites },
    hasPassword: person.passwordHash !== undefined,
    createdAt: isoTime(person.createdMs),
    lastSeenAt: isoTimeOrNull(person.lastSeenMs),
    isYou: id === ownId,
  }
}

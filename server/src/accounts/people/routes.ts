import {
  type AppPerson,
  emailInput,
  factorDutyInput,
  forgottenInput,
  proofInput,
  resetInput,
  resetTokenInput,
} from '@tributary/contract/app-account.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { personActor } from '../../audit/actor.ts'
import { addressGroup } from '../../http/address.ts'
import { browserOf } from '../../http/known-browser.ts'
import { proveByPassword, provePerson } from '../../http/proof.ts'
import { queueSecurityNotice } from '../../http/security-notice.ts'
import { clearSessionCookie } from '../../http/session-cookie.ts'
import { personOf, requirePerson, requireSameOrigin, signedInOf } from '../../http/signed-in.ts'
import { startSession } from '../../http/start-session.ts'
import { validateBody } from '../../http/validate.ts'
import { refuseTooMany } from '../../mail/refuse-too-many.ts'
import { noMail } from '../../mail/test-mail.ts'
import type { Services } from '../../services.ts'
import { listPersonRows, type PersonRow } from '../../store/control/accounts/people-rows.ts'
import { toAccount } from '../account.ts'
import { refuseUnlessOidc } from '../refuse-unless-oidc.ts'
import { isFactorDuty, refusePasswordAlone, setFactorDuty } from '../second-factor-duty.ts'
import { passSecondFactor, type SignInGuard } from '../sign-in.ts'
import { requireOwner } from '../site-access.ts'
import { askForEmail, proveEmail } from './change-email.ts'
import { forgotPassword } from './forgotten-password.ts'
import { deleteOwnAccount, getPerson, setDisabled, signOutPerson } from './manage-people.ts'
import { makeResetLink, openResetLink, resetPassword } from './reset-link.ts'

const validateProof = validateBody(proofInput)
const validateDuty = validateBody(factorDutyInput)
const validateEmail = validateBody(emailInput)
const validateForgotten = validateBody(forgottenInput)
const validateToken = validateBody(resetTokenInput)
const validateReset = validateBody(resetInput)

interface OnPerson {
  Params: { accountId: string }
}

/** `/api/app/people` for the installation's owners, `/api/app/reset` for links, one's own address and end. */
export function peopleRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  listRoute(app, services)
  dutyRoute(app, services, guard)
  changeRoutes(app, services, guard)
  resetRoutes(app, services, guard)
  ownRoutes(app, services, guard)
}

function listRoute(app: FastifyInstance, services: Services): void {
  const { control } = services
  app.get('/api/app/people', requirePerson(services), async (request) => {
    requireOwner(personOf(request))
    const { id } = personOf(request)
    const people = await listPersonRows(control.db)
    const secondFactorRequired = await isFactorDuty(control)
    return success({ people: people.map((person) => present(person, id)), secondFactorRequired })
  })
}

/** Whether everybody needs a second factor: for owners of the installation, who need one first. */
function dutyRoute(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  const { control, clock } = services
  app.put('/api/app/people/second-factor', requirePerson(services), async (request) => {
    const { account, standing } = signedInOf(request)
    requireOwner(account)
    const { required: isDuty, password } = validateDuty(request.body)
    await provePerson(services, guard, request, password)
    const by = personActor(account)
    await setFactorDuty(control, { isDuty, standing, by, nowMs: clock.now() })
    return success({ secondFactorRequired: isDuty })
  })
}

function changeRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  const { control, clock, config } = services
  const person = requirePerson(services)
  const path = '/api/app/people/:accountId'

  /** Only an owner, and only one who proves it: a look at an unlocked computer must not be enough. */
  const deedOf = async (request: FastifyRequest) => {
    requireOwner(personOf(request))
    await provePerson(services, guard, request, validateProof(request.body).password)
    return { by: personActor(personOf(request)), nowMs: clock.now() }
  }

  for (const [verb, isDisabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    app.post<OnPerson>(`${path}/${verb}`, person, async (request) => {
      const deed = await deedOf(request)
      await setDisabled(control, request.params.accountId, { ...deed, isDisabled })
      return success({ message: isDisabled ? 'Account disabled' : 'Account enabled' })
    })
  }

  app.post<OnPerson>(`${path}/sign-out`, person, async (request) => {
    const ended = await signOutPerson(control, request.params.accountId, await deedOf(request))
    return success({ ended })
  })

  app.post<OnPerson>(`${path}/reset-link`, person, async (request) => {
    const deed = await deedOf(request)
    refuseUnlessOidc(config)
    const whose = await getPerson(control, request.params.accountId)
    const { publicUrl } = config
    return success({ link: await makeResetLink(control, whose, { ...deed, publicUrl }) })
  })
}

/** For the holder of a password reset link. */
function resetRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  const { control, clock, config, secondFactors, secrets, mailer } = services
  const own = requireSameOrigin(services)

  /** Where passwords are off, the operator's own link still lets somebody in. */
  const opened = async (token: string) => {
    const link = await openResetLink(control, token, clock.now())
    if (link.madeBy !== 'command-line') refuseUnlessOidc(config)
    return link.account
  }

  app.post('/api/app/reset/ask', own, async (request) => {
    const { email, language = 'en' } = validateForgotten(request.body)
    refuseUnlessOidc(config)
    if (mailer === undefined) throw noMail()
    const place = { control, secrets, nowMs: clock.now(), publicUrl: config.publicUrl }
    const asked = { email, language, address: addressGroup(request.ip) }
    await forgotPassword(place, guard, asked)
    return success({ message: 'If there is an account with this address, a link is on its way' })
  })

  app.post('/api/app/reset', own, async (request) => {
    const { id, email } = await opened(validateToken(request.body).token)
    return success({ email, codeNeeded: await secondFactors.isOn(id) })
  })

  app.post('/api/app/reset/finish', own, async (request, reply) => {
    const { token, password, code } = validateReset(request.body)
    const known = toAccount(await opened(token))
    await refusePasswordAlone(control, known.id)
    const asked = { account: known, code, ...browserOf(services, request) }
    const passed = await passSecondFactor(secondFactors, guard, asked)
    if (passed === undefined) return success({ account: null, codeNeeded: true })
    const given = { token, password, nowMs: clock.now() }
    const account = await resetPassword(control, given, (db, by) =>
      queueSecurityNotice(db, services, request, { kind: 'password', by }),
    )
    const way = 'reset-link'
    return success({ account: await startSession(services, { request, reply }, { account, way }) })
  })
}

function ownRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  const { control, clock, config, mailer, addressLimits } = services
  const person = requirePerson(services)

  app.post('/api/app/account/email', person, async (request) => {
    const { email, password, language = 'en' } = validateEmail(request.body)
    const account = personOf(request)
    await proveByPassword(services, guard, request, password)
    if (mailer !== undefined) await refuseTooMany(addressLimits, `proof of ${account.id}`)
    const place = { control, mailer, nowMs: clock.now(), publicUrl: config.publicUrl }
    const asked = await askForEmail(place, account, { email, language })
    return success({ account: asked.account, mailedTo: asked.mailedTo ?? null })
  })

  app.post('/api/app/account/email/prove', person, async (request) => {
    const { token } = validateToken(request.body)
    const place = { control, nowMs: clock.now() }
    const by = personOf(request)
    const account = await proveEmail(place, by, token, async (db, { email: about }) => {
      // To the old address: its owner may be losing the account right now.
      if (about !== by.email) {
        await queueSecurityNotice(db, services, request, { kind: 'email', by, about })
      }
    })
    return success({ account })
  })

  app.post('/api/app/account/delete', person, async (request, reply) => {
    const { password } = validateProof(request.body)
    await proveByPassword(services, guard, request, password)
    await deleteOwnAccount(control, personOf(request), clock.now())
    clearSessionCookie(services, reply)
    return success({ message: 'Your account is deleted' })
  })
}

function present(person: PersonRow, ownId: string): AppPerson {
  const { id, email, installationRole, isDisabled, hasSecondFactor, passkeys, sites } = person
  return {
    ...{ id, email, installationRole, isDisabled, hasSecondFactor, passkeys, sites },
    hasPassword: person.passwordHash !== undefined,
    createdAt: new Date(person.createdMs).toISOString(),
    lastSeenAt: person.lastSeenMs === undefined ? null : new Date(person.lastSeenMs).toISOString(),
    isYou: id === ownId,
  }
}

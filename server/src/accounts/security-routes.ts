import {
  codeInput,
  newPasswordInput,
  passwordInput,
  type StepUp,
  stepUpInput,
} from '@tributary/contract/app-account.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { browserOf } from '../http/known-browser.ts'
import { noteDeed } from '../http/note-deed.ts'
import { queueSecurityNotice } from '../http/security-notice.ts'
import { sessionToken } from '../http/session-cookie.ts'
import { personOf, requireFactorSetter, requirePerson, requireSignedIn } from '../http/signed-in.ts'
import { checkOwnCode, checkOwnPasskey, checkStepUp } from '../http/step-up.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { changePassword, checkOwnPassword } from './change-password.ts'
import type { SignInGuard } from './sign-in.ts'

const validatePassword = validateBody(passwordInput)
const validateNewPassword = validateBody(newPasswordInput)
const validateCode = validateBody(codeInput)
const validateStepUp = validateBody(stepUpInput)

/** `/api/app/account` and below: a person's own password, second factor and signed-in devices. */
export function securityRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  deviceRoutes(app, services)
  passwordRoutes(app, services, guard)
  factorRoutes(app, services, guard)
  stepUpRoute(app, services, guard)
}

function deviceRoutes(app: FastifyInstance, services: Services): void {
  const { signInSessions } = services
  const person = requirePerson(services)
  const path = '/api/app/account/devices'

  app.get(path, person, async (request) => {
    const devices = await signInSessions.list(personOf(request).id, tokenOf(services, request))
    return success({
      devices: devices.map(({ createdMs, lastSeenMs, ...device }) => ({
        ...device,
        signedInAt: new Date(createdMs).toISOString(),
        lastSeenAt: new Date(lastSeenMs).toISOString(),
      })),
    })
  })

  app.delete(path, person, async (request) => {
    await signInSessions.endOthers(personOf(request).id, tokenOf(services, request))
    await noteDeed(services, request, { action: 'account.signed-out-elsewhere' })
    return success({ message: 'The other devices are signed out' })
  })

  app.delete<{ Params: { deviceId: string } }>(`${path}/:deviceId`, person, async (request) => {
    await signInSessions.endOne(personOf(request).id, request.params.deviceId)
    await noteDeed(services, request, { action: 'account.signed-out-elsewhere' })
    return success({ message: 'The device is signed out' })
  })
}

function passwordRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  const { control, signInSessions } = services
  const person = requirePerson(services)

  app.post('/api/app/account/password', person, async (request) => {
    const { password, newPassword } = validateNewPassword(request.body)
    await checkPassword(services, guard, request, password)
    const by = personOf(request)
    await changePassword(control, by, newPassword, async (db) => {
      // Somebody who knew the old password may be signed in somewhere.
      await signInSessions.endOthers(by.id, tokenOf(services, request), db)
      await noteDeed(services, request, { action: 'account.password-changed' }, db)
      await queueSecurityNotice(db, services, request, { kind: 'password', by })
    })
    return success({ message: 'Password changed' })
  })
}

function factorRoutes(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  const { secondFactors } = services
  const person = requirePerson(services)
  const signedIn = requireSignedIn(services)
  const setter = requireFactorSetter(services)
  const factor = '/api/app/account/second-factor'
  app.get(factor, signedIn, async (request) => {
    const { id } = personOf(request)
    const recoveryCodesLeft = await secondFactors.recoveryCodesLeft(id)
    return success({ on: await secondFactors.isOn(id), recoveryCodesLeft })
  })

  app.post(factor, setter, async (request) => {
    const { password } = validatePassword(request.body)
    await checkPassword(services, guard, request, password)
    return success(await secondFactors.begin(personOf(request)))
  })

  app.post(`${factor}/confirm`, setter, async (request) => {
    const { code } = validateCode(request.body)
    const by = personOf(request)
    const recoveryCodes = await secondFactors.confirm(by, code, async (db) => {
      await noteDeed(services, request, { action: 'account.second-factor-on' }, db)
      await queueSecurityNotice(db, services, request, { kind: 'factor-on', by })
    })
    return success({ recoveryCodes })
  })

  app.post(`${factor}/remove`, person, async (request) => {
    await checkFactorRemoval(services, guard, request, validateStepUp(request.body))
    const by = personOf(request)
    await secondFactors.remove(by.id, async (db) => {
      await noteDeed(services, request, { action: 'account.second-factor-off' }, db)
      await queueSecurityNotice(db, services, request, { kind: 'factor-off', by })
    })
    return success({ message: 'Two-factor sign-in is off' })
  })
}

function stepUpRoute(app: FastifyInstance, services: Services, guard: SignInGuard): void {
  app.post('/api/app/account/step-up', requirePerson(services), async (request) => {
    await checkStepUp(services, guard, request, validateStepUp(request.body))
    await services.signInSessions.prove(tokenOf(services, request))
    return success({ message: 'Confirmed for ten minutes' })
  })
}

/** The password with a code, or a passkey: session and password alone turn nothing off. */
async function checkFactorRemoval(
  services: Services,
  guard: SignInGuard,
  request: FastifyRequest,
  { password, code, credential }: StepUp,
): Promise<void> {
  if (credential !== undefined) return checkOwnPasskey(services, guard, request, credential)
  if (password === undefined) throw new AppError('invalid', 'password parameter is required')
  if (code === undefined) throw new AppError('invalid', 'code parameter is required')
  await checkPassword(services, guard, request, password)
  await checkOwnCode(services, guard, request, code)
}

function checkPassword(
  services: Services,
  guard: SignInGuard,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const given = { account: personOf(request), password, ...browserOf(services, request) }
  return checkOwnPassword(services.control, guard, given)
}

function tokenOf(services: Services, request: FastifyRequest): string {
  return sessionToken(services, request) ?? ''
}

import type { StepUp } from '@tributary/contract/app/account.ts'
import { deviceOperations, securityOperations } from '@tributary/contract/operations/app-account.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { serveOperations } from '../http/serve-operations.ts'
import { isoTime } from '../time/iso-time.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { changePassword, checkOwnPassword } from './change-password.ts'
import { auditAction } from './http/audit-action.ts'
import { browserOf } from './http/known-browser.ts'
import { queueSecurityNotice } from './http/security-notice.ts'
import { sessionToken } from './http/session-cookie.ts'
import { personOf } from './http/signed-in.ts'
import { checkOwnCode, checkOwnPasskey, checkStepUp } from './http/step-up.ts'
import type { SignInGuard } from './sign-in.ts'

/** A person's own password, second factor and signed-in devices. */
export function securityRoutes(app: FastifyInstance, deps: AccountsDeps, guard: SignInGuard): void {
  deviceRoutes(app, deps)
  factorRoutes(app, deps, guard)
}

function deviceRoutes(app: FastifyInstance, deps: AccountsDeps): void {
  const { signInSessions } = deps
  serveOperations(app, deps, deviceOperations, {
    'GET /api/app/account/devices': async ({ request, person }) => {
      const devices = await signInSessions.list(person.id, tokenOf(deps, request))
      return {
        devices: devices.map(({ createdMs, lastSeenMs, ...device }) => ({
          ...device,
          signedInAt: isoTime(createdMs),
          lastSeenAt: isoTime(lastSeenMs),
        })),
      }
    },

    'DELETE /api/app/account/devices': async ({ request, person }) => {
      await signInSessions.endOthers(person.id, tokenOf(deps, request))
      await auditAction(deps, request, { action: 'account.signed-out-elsewhere' })
      return { message: 'The other devices are signed out' }
    },

    'DELETE /api/app/account/devices/:deviceId': async ({ request, person, params }) => {
      await signInSessions.endOne(person.id, params.deviceId)
      await auditAction(deps, request, { action: 'account.signed-out-elsewhere' })
      return { message: 'The device is signed out' }
    },
  })
}

function factorRoutes(app: FastifyInstance, deps: AccountsDeps, guard: SignInGuard): void {
  const { control, secondFactors, signInSessions } = deps
  serveOperations(app, deps, securityOperations, {
    'POST /api/app/account/step-up': async ({ request, body }) => {
      await checkStepUp(deps, guard, request, body)
      await signInSessions.confirmIdentity(tokenOf(deps, request))
      return { message: 'Confirmed for ten minutes' }
    },

    'POST /api/app/account/password': async ({ request, person: by, body }) => {
      await checkPassword(deps, guard, request, body.password)
      await changePassword(control, by, body.newPassword, async (db) => {
        // Somebody who knows the old password may be signed in elsewhere.
        await signInSessions.endOthers(by.id, tokenOf(deps, request), db)
        await auditAction(deps, request, { action: 'account.password-changed' }, db)
        await queueSecurityNotice(db, deps, request, { kind: 'password', by })
      })
      return { message: 'Password changed' }
    },

    'GET /api/app/account/second-factor': async ({ person: { id } }) => {
      const recoveryCodesLeft = await secondFactors.recoveryCodesLeft(id)
      return { on: await secondFactors.isOn(id), recoveryCodesLeft }
    },

    'POST /api/app/account/second-factor': async ({ request, person, body }) => {
      await checkPassword(deps, guard, request, body.password)
      return secondFactors.begin(person)
    },

    'POST /api/app/account/second-factor/confirm': async ({ request, person: by, body }) => {
      const recoveryCodes = await secondFactors.confirm(by, body.code, async (db) => {
        await auditAction(deps, request, { action: 'account.second-factor-on' }, db)
        await queueSecurityNotice(db, deps, request, { kind: 'factor-on', by })
      })
      return { recoveryCodes }
    },

    'POST /api/app/account/second-factor/remove': async ({ request, person: by, body }) => {
      await checkFactorRemoval(deps, guard, request, body)
      await secondFactors.remove(by.id, async (db) => {
        await auditAction(deps, request, { action: 'account.second-factor-off' }, db)
        await queueSecurityNotice(db, deps, request, { kind: 'factor-off', by })
      })
      return { message: 'Two-factor sign-in is off' }
    },
  })
}

/** The password with a code, or a passkey: a session and the password alone turn nothing off. */
async function checkFactorRemoval(
  deps: AccountsDeps,
  guard: SignInGuard,
  request: FastifyRequest,
  { password, code, credential }: StepUp,
): Promise<void> {
  if (credential !== undefined) return checkOwnPasskey(deps, guard, request, credential)
  if (password === undefined) throw new AppError('invalid', 'password parameter is required')
  if (code === undefined) throw new AppError('invalid', 'code parameter is required')
  await checkPassword(deps, guard, request, password)
  await checkOwnCode(deps, guard, request, code)
}

function checkPassword(
  deps: AccountsDeps,
  guard: SignInGuard,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const given = { account: personOf(request), password, ...browserOf(deps, request) }
  return checkOwnPassword(deps.control, guard, given)
}

function tokenOf(deps: AccountsDeps, request: FastifyRequest): string {
  return sessionToken(deps, request) ?? ''
}

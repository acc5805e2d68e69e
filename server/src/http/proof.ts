import { stepUpNeededMessage } from '@tributary/contract/second-factor-needed.ts'
import type { FastifyRequest } from 'fastify'
import { checkOwnPassword } from '../accounts/change-password.ts'
import { findAccountById } from '../accounts/rows/account-rows.ts'
import type { SignInGuard } from '../accounts/sign-in.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { browserOf } from './known-browser.ts'
import { sessionToken } from './session-cookie.ts'
import { personOf } from './signed-in.ts'

/**
 * Makes sure that the person themselves sits there before how they sign in is changed: by their password,
 * or because they signed in within the last ten minutes. An unlocked computer is not enough.
 */
export async function provePerson(
  services: Services,
  guard: SignInGuard,
  request: FastifyRequest,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) {
    return checkOwnPassword(services.control, guard, {
      account: personOf(request),
      password,
      ...browserOf(services, request),
    })
  }
  if (await services.signInSessions.isRecent(sessionToken(services, request) ?? '')) return
  throw new AppError(
    'invalid',
    'This needs your password, or that you signed in within the last ten minutes',
  )
}

/** Refuses what a stolen session must not do, unless the person proved within ten minutes that it is them. */
export async function requireStepUp(services: Services, request: FastifyRequest): Promise<void> {
  if (await services.signInSessions.isRecent(sessionToken(services, request) ?? '')) return
  throw new AppError('forbidden', stepUpNeededMessage)
}

/** The same, and an account with a password must enter it: for changes that cannot be undone. */
export async function proveByPassword(
  services: Services,
  guard: SignInGuard,
  request: FastifyRequest,
  password: string | undefined,
): Promise<void> {
  const account = await findAccountById(services.control.db, personOf(request).id)
  if (password === undefined && account?.passwordHash !== undefined) {
    throw new AppError('invalid', 'password parameter is required')
  }
  await provePerson(services, guard, request, password)
}

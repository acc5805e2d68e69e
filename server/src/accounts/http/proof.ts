import { stepUpNeededMessage } from '@tributary/contract/second-factor-needed.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { checkOwnPassword } from '../change-password.ts'
import { findAccountById } from '../rows/account-rows.ts'
import type { SignInGuard } from '../sign-in.ts'
import { browserOf } from './known-browser.ts'
import { sessionToken } from './session-cookie.ts'
import { personOf } from './signed-in.ts'

/**
 * Requires proof that the person is still at the keyboard before their sign-in methods change: their password, or a
 * sign-in within the last ten minutes. An unlocked computer is not enough.
 */
export async function provePerson(
  deps: AccountsDeps,
  guard: SignInGuard,
  request: FastifyRequest,
  password: string | undefined,
): Promise<void> {
  if (password !== undefined) {
    return checkOwnPassword(deps.control, guard, {
      account: personOf(request),
      password,
      ...browserOf(deps, request),
    })
  }
  if (await deps.signInSessions.isRecent(sessionToken(deps, request) ?? '')) return
  throw new AppError(
    'invalid',
    'This needs your password, or that you signed in within the last ten minutes',
  )
}

/**
 * Refuses what a stolen session must not do, unless the person proved their identity within the last ten minutes.
 */
export async function requireStepUp(
  deps: Pick<AccountsDeps, 'config' | 'signInSessions'>,
  request: FastifyRequest,
): Promise<void> {
  if (await deps.signInSessions.isRecent(sessionToken(deps, request) ?? '')) return
  throw new AppError('forbidden', stepUpNeededMessage)
}

/** `requireStepUp`, and an account with a password must enter it: for changes that cannot be undone. */
export async function proveByPassword(
  deps: AccountsDeps,
  guard: SignInGuard,
  request: FastifyRequest,
  password: string | undefined,
): Promise<void> {
  const account = await findAccountById(deps.control.db, personOf(request).id)
  if (password === undefined && account?.passwordHash !== undefined) {
    throw new AppError('invalid', 'password parameter is required')
  }
  await provePerson(deps, guard, request, password)
}

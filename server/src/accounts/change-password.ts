import type { Account } from '../account.ts'
import { AppError } from '../errors.ts'
import type { AlsoWrite, ControlStore } from '../store/control/control-store.ts'
import { hashPassword } from './password.ts'
import { savePasswordHash } from './rows/account-rows.ts'
import { deleteResetLinksOf } from './rows/reset-link-rows.ts'
import { type Browser, checkCredentials, type SignInGuard } from './sign-in.ts'

/** Checks the current password of somebody who wants to change how they sign in; throttled like signing in. */
export async function checkOwnPassword(
  store: ControlStore,
  guard: SignInGuard,
  { account, password, ...browser }: Browser & { account: Account; password: string },
): Promise<void> {
  try {
    await checkCredentials(store, guard, { email: account.email, password, ...browser })
  } catch (error) {
    // The person is signed in; 401 would send them to the sign-in page.
    if (error instanceof AppError && error.kind === 'unauthorized') {
      throw new AppError('invalid', 'This is not your password')
    }
    throw error
  }
}

/**
 * Sets the password of an account whose current one was checked, together with what `also` writes. Earlier reset
 * links stop working.
 */
export async function changePassword(
  store: ControlStore,
  account: Account,
  password: string,
  also: AlsoWrite,
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await store.transaction(async (db) => {
    await savePasswordHash(db, account.id, passwordHash)
    await deleteResetLinksOf(db, account.id)
    await also(db)
  })
}

import { AppError } from '../errors.ts'
import { findAccountByEmail } from '../store/control/accounts/account-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { type Account, toAccount } from './account.ts'
import { normalizeEmail } from './create-account.ts'
import { isPassword } from './password.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

export interface Credentials {
  email: string
  password: string
  address: string
}

/** Whose address and password these are. One refusal for both being wrong, and as slow for either. */
export async function checkCredentials(
  store: ControlStore,
  throttle: SignInThrottle,
  { email, password, address }: Credentials,
): Promise<Account> {
  const attempt = { email: normalizeEmail(email), address }
  throttle.begin(attempt)
  const account = await findAccountByEmail(store.db, attempt.email)
  const matches = await isPassword(password, account?.passwordHash)
  if (account === undefined || !matches) {
    throw new AppError('unauthorized', 'Wrong e-mail address or password')
  }
  throttle.succeed(attempt)
  return toAccount(account)
}

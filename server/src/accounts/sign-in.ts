import { AppError } from '../errors.ts'
import { findAccountByEmail } from '../store/control/accounts/account-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { type Account, toAccount } from './account.ts'
import { normalizeEmail } from './create-account.ts'
import { isPassword } from './password.ts'
import { type SecondFactors, wrongCode } from './second-factor.ts'
import { forgiveAttempt, refuseBeyondMinute, type SignInLimits } from './sign-in-limits.ts'
import { freePerEmail, type SignInThrottle } from './sign-in-throttle.ts'

export interface Credentials {
  email: string
  password: string
  address: string
}

/** What slows guessing down: each node by itself, and all nodes together. */
export interface SignInGuard {
  throttle: SignInThrottle
  limits: SignInLimits
  /** Hears once of every run of wrong guesses at an account. */
  onGuessed?: (account: Account) => Promise<void>
}

/**
 * Checks what must not be guessed: the attempt counts as wrong until it was right, and too many are not
 * looked at. Says no as slowly as the check does.
 */
export async function throttled(
  { throttle, limits }: SignInGuard,
  attempt: { email: string; address: string },
  check: () => Promise<boolean>,
): Promise<boolean> {
  throttle.begin(attempt)
  await refuseBeyondMinute(limits, attempt)
  if (!(await check())) return false
  throttle.succeed(attempt)
  await forgiveAttempt(limits, attempt)
  return true
}

/** Whose address and password these are. One refusal for both being wrong, and as slow for either. */
export async function checkCredentials(
  store: ControlStore,
  { throttle, limits, onGuessed }: SignInGuard,
  { email, password, address }: Credentials,
): Promise<Account> {
  const attempt = { email: normalizeEmail(email), address }
  const wrong = throttle.begin(attempt)
  await refuseBeyondMinute(limits, attempt)
  const account = await findAccountByEmail(store.db, attempt.email)
  const matches = await isPassword(password, account?.passwordHash)
  if (account === undefined || !matches) {
    if (account !== undefined && wrong === freePerEmail) await onGuessed?.(toAccount(account))
    throw new AppError('unauthorized', 'Wrong e-mail address or password')
  }
  throttle.succeed(attempt)
  await forgiveAttempt(limits, attempt)
  return toAccount(account)
}

/**
 * Checks the second factor of somebody whose password was right, where they have one. Undefined says
 * that a code is needed. Guessed codes are slowed down like passwords, but apart from them: whoever
 * knows the password must not win free guesses by entering it again.
 */
export async function passSecondFactor(
  factors: Pick<SecondFactors, 'isOn' | 'accepts'>,
  { throttle, limits, onGuessed }: SignInGuard,
  { account, code, address }: { account: Account; code: string | undefined; address: string },
): Promise<Account | undefined> {
  if (!(await factors.isOn(account.id))) return account
  if (code === undefined) return undefined
  const attempt = { email: `code of ${account.id}`, address }
  const wrong = throttle.begin(attempt)
  await refuseBeyondMinute(limits, attempt)
  if (!(await factors.accepts(account.id, code))) {
    if (wrong === freePerEmail) await onGuessed?.(account)
    throw wrongCode()
  }
  throttle.succeed(attempt)
  await forgiveAttempt(limits, attempt)
  return account
}

import { AppError } from '../errors.ts'
import { findAccountByEmail } from '../store/control/accounts/account-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { type Account, toAccount } from './account.ts'
import { typedEmail } from './email-address.ts'
import { isPassword } from './password.ts'
import { type SecondFactors, wrongCode } from './second-factor.ts'
import { forgiveAttempt, refuseBeyondMinute, type SignInLimits } from './sign-in-limits.ts'
import { type Attempt, freePerEmail, type SignInThrottle } from './sign-in-throttle.ts'

export interface Credentials {
  email: string
  password: string
  address: string
}

/** What slows guessing down: each account on all nodes, and each address. */
export interface SignInGuard {
  throttle: SignInThrottle
  limits: SignInLimits
  /** Hears once of every run of wrong guesses at an account. */
  onGuessed?: (account: Account) => Promise<void>
}

/**
 * Checks what must not be guessed: too many wrong attempts are not looked at. An attempt counts as wrong
 * when `check` throws or answers false; it is told how many were wrong in a row, this one included.
 */
export async function throttled<T>(
  { throttle, limits }: SignInGuard,
  attempt: Attempt,
  check: (wrong: number) => Promise<T>,
): Promise<T> {
  const wrong = await throttle.begin(attempt)
  await refuseBeyondMinute(limits, attempt)
  const checked = await check(wrong)
  if (checked === false) return checked
  await throttle.succeed(attempt)
  await forgiveAttempt(limits, attempt)
  return checked
}

/** Whose address and password these are. One refusal for both being wrong, and as slow for either. */
export async function checkCredentials(
  store: ControlStore,
  guard: SignInGuard,
  { email, password, address }: Credentials,
): Promise<Account> {
  const attempt = { email: typedEmail(email), address }
  const account = await throttled(guard, attempt, async (wrong) => {
    const found = await findAccountByEmail(store.db, attempt.email)
    const matches = await isPassword(password, found?.passwordHash)
    if (found !== undefined && matches) return found
    if (found !== undefined && wrong === freePerEmail) await guard.onGuessed?.(toAccount(found))
    throw new AppError('unauthorized', 'Wrong e-mail address or password')
  })
  refuseDisabled(account)
  return toAccount(account)
}

/** Only for who has proved who they are: nobody else is to learn that there is such an account. */
export function refuseDisabled({ isDisabled }: { isDisabled: boolean }): void {
  if (!isDisabled) return
  throw new AppError('forbidden', 'This account is disabled. Ask an owner of this installation.')
}

/**
 * Checks the second factor of somebody whose password was right, where they have one. Undefined says
 * that a code is needed. Guessed codes are slowed down like passwords, but apart from them: whoever
 * knows the password must not win free guesses by entering it again.
 */
export async function passSecondFactor(
  factors: Pick<SecondFactors, 'isOn' | 'accepts'>,
  guard: SignInGuard,
  { account, code, address }: { account: Account; code: string | undefined; address: string },
): Promise<Account | undefined> {
  if (!(await factors.isOn(account.id))) return account
  if (code === undefined) return undefined
  return throttled(guard, { email: `code of ${account.id}`, address }, async (wrong) => {
    if (await factors.accepts(account.id, code)) return account
    if (wrong === freePerEmail) await guard.onGuessed?.(account)
    throw wrongCode()
  })
}

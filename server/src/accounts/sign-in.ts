import { setTimeout as wait } from 'node:timers/promises'
import { type Account, toAccount } from '../account.ts'
import { AppError } from '../errors.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { typedEmail } from './email-address.ts'
import { isPassword } from './password.ts'
import { findAccountByEmail } from './rows/account-rows.ts'
import { type SecondFactors, wrongCode } from './second-factor.ts'
import { forgiveAttempt, refuseBeyondMinute, type SignInLimits } from './sign-in-limits.ts'
import { type Attempt, freePerEmail, type SignInThrottle } from './sign-in-throttle.ts'

/** The client of a sign-in attempt. */
export interface Browser {
  address: string
  /** The id of this browser, if the account has signed in with it before. */
  knownAs?: (accountId: string) => string | undefined
}

export interface Credentials extends Browser {
  email: string
  password: string
}

/** What slows guessing down: a throttle for each account on all nodes, and for each address. */
export interface SignInGuard {
  throttle: SignInThrottle
  limits: SignInLimits
  /** Called once for every run of wrong guesses at an account. Must handle its own errors. */
  onGuessed?: (account: Account) => void
}

/**
 * Throttles the check of something that must not be guessed: too many wrong attempts are refused without a check. An
 * attempt counts as wrong when `check` throws or returns false; it receives the number of wrong ones in a row,
 * including this one.
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

/**
 * The account with this address and password. A wrong address and a wrong password get the same refusal, in the same
 * time.
 */
export async function checkCredentials(
  store: ControlStore,
  guard: SignInGuard,
  { email: given, password, ...browser }: Credentials,
): Promise<Account> {
  const email = typedEmail(given)
  const found = await findAccountByEmail(store.db, email)
  const attempt = attemptOn(email, browser, found?.id ?? '')
  const account = await throttled(guard, attempt, async (wrong) => {
    const matches = await isPassword(password, found?.passwordHash)
    if (found !== undefined && matches) return found
    if (wrong === freePerEmail) await reportGuessing(guard, found && toAccount(found))
    throw new AppError('unauthorized', 'Wrong e-mail address or password')
  })
  refuseDisabled(account)
  return toAccount(account)
}

/** Wrong guesses from a browser that the account knows count for that browser, all others for the account. */
function attemptOn(subject: string, { address, knownAs }: Browser, accountId: string): Attempt {
  const browser = knownAs?.(accountId)
  if (browser === undefined) return { email: subject, address }
  return { email: `${subject} in browser ${browser}`, address: undefined }
}

/** Longer than recording it takes, so that the response time does not reveal whether there is an account. */
const reportedAfterMs = 400

async function reportGuessing({ onGuessed }: SignInGuard, account: Account | undefined) {
  if (account !== undefined) onGuessed?.(account)
  await wait(reportedAfterMs)
}

/** Only after authentication: no one else may learn that the account exists. */
export function refuseDisabled({ isDisabled }: { isDisabled: boolean }): void {
  if (!isDisabled) return
  throw new AppError('forbidden', 'This account is disabled. Ask an owner of this installation.')
}

/**
 * Checks the second factor after a correct password, if the account has one. Undefined means that a code is needed.
 * Guessed codes are throttled like passwords, but counted separately: entering a known password again must not allow
 * more guesses.
 */
export async function passSecondFactor(
  factors: Pick<SecondFactors, 'isOn' | 'accepts'>,
  guard: SignInGuard,
  { account, code, ...browser }: Browser & { account: Account; code: string | undefined },
): Promise<Account | undefined> {
  if (!(await factors.isOn(account.id))) return account
  if (code === undefined) return undefined
  const attempt = attemptOn(`code of ${account.id}`, browser, account.id)
  return throttled(guard, attempt, async (wrong) => {
    if (await factors.accepts(account.id, code)) return account
    if (wrong === freePerEmail) guard.onGuessed?.(account)
    throw wrongCode()
  })
}

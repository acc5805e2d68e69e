import { hash, verify } from '@node-rs/argon2'
import { semaphore } from '../concurrency/semaphore.ts'
import { AppError } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'
import { newOpaqueToken } from './opaque-token.ts'

const minLength = 8
const maxLength = 1000

/** OWASP's first choice for Argon2id (the library's default algorithm): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash occupies a core for tens of milliseconds and a thread that the disk needs too. */
const hashing = semaphore({
  most: 2,
  mostWaiting: 50,
  refuse: () =>
    new AppError('unavailable', 'Too many people are signing in at once', { retryAfterSeconds: 5 }),
})

/**
 * A password's hash for storing; refuses passwords that are too short, absurdly long or well known (OWASP ASVS 5.0,
 * 6.2.4 and 6.2.12).
 */
export async function hashPassword(password: string): Promise<string> {
  const normal = normalize(password)
  if ([...normal].length < minLength) {
    throw new AppError('invalid', `password must have at least ${minLength} characters`)
  }
  if (normal.length > maxLength) {
    throw new AppError('invalid', `password must have at most ${maxLength} characters`)
  }
  if (await isCommonPassword(normal)) {
    throw new AppError(
      'invalid',
      'password is among the first that somebody would try; three or four words that do not belong together are better',
    )
  }
  return hashing(() => hash(normal, cost))
}

/**
 * Whether this is the password. Without a stored hash (an unknown address) it takes just as long and returns false,
 * so that timing does not reveal who has an account.
 */
export async function isPassword(
  password: string,
  storedHash: string | undefined,
): Promise<boolean> {
  // Not even tried: no password is that long, and hashing it would take unbounded time.
  if (password.length > maxLength) return false
  const compared = storedHash ?? (await dummyHash())
  const matches = await hashing(() => verify(compared, normalize(password)))
  return matches && storedHash !== undefined
}

/** Makes passwords equal that consist of the same characters typed on different keyboards. */
function normalize(password: string): string {
  return password.normalize('NFKC')
}

let dummy: Promise<string> | undefined

function dummyHash(): Promise<string> {
  dummy ??= hash(newOpaqueToken(), cost)
  return dummy
}

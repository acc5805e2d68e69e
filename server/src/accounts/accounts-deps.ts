import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { RateLimiter } from '../http/limits/rate-limit.ts'
import type { Serving } from '../http/serve-operations.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { SecondFactors } from './second-factor.ts'
import type { SignInSessions } from './sign-in-sessions.ts'

/** What accounts need: where they are stored, how people sign in, and how e-mails are sent to them. */
export interface AccountsDeps extends Serving {
  config: Config
  logger: Logger
  secrets: Secrets
  signInSessions: SignInSessions
  secondFactors: SecondFactors
  /** Undefined where no e-mails are sent. */
  mailer: Mailer | undefined
  addressLimits: RateLimiter
  signInLimits: RateLimiter
}

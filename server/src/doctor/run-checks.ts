import type { Config } from '../config.ts'
import { checkClock } from './check-clock.ts'
import { checkConnections } from './check-connections.ts'
import { checkControl } from './check-control.ts'
import { checkDisk } from './check-disk.ts'
import { checkEncryption } from './check-encryption.ts'
import { checkEngine } from './check-engine.ts'
import { checkFolder, checkSecret, checkSpace } from './check-folder.ts'
import { checkJournal } from './check-journal.ts'
import { checkMail } from './check-mail.ts'
import { checkOidc } from './check-oidc.ts'
import { checkPayments } from './check-payments.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkRedis } from './check-redis.ts'
import { checkSealed } from './check-sealed.ts'
import { checkTimezones } from './check-timezones.ts'
import { checkWebhooks } from './check-webhooks.ts'
import type { Finding } from './finding.ts'

/** One requirement of an installation, and whether it is met. */
export interface Check {
  name: string
  /** False if it keeps the installation from working as it should. */
  ok: boolean
  /** Nothing is broken, but something should be done. */
  warning?: true
  /** What was found, and what to do if it is a problem. */
  message: string
}

type Look = (config: Config) => Promise<string | Finding>

/** In order of dependency. A check returns its result, or throws. */
const looks: readonly [name: string, look: Look][] = [
  ['data folder', checkFolder],
  ['free space', checkSpace],
  ['disk', checkDisk],
  ['secret', checkSecret],
  ['control store', checkControl],
  ['encrypted data', checkSealed],
  ['webhooks', checkWebhooks],
  ['provider accounts', checkConnections],
  ['events engine', checkEngine],
  ['journal', checkJournal],
  ['payments', checkPayments],
  ['Redis', checkRedis],
  ['encryption', checkEncryption],
  ['e-mail', checkMail],
  ['time zones', checkTimezones],
  ['clock', checkClock],
  ['public address', checkPublicUrl],
  ['sign-in provider', checkOidc],
]

/** Checks everything an installation needs. May be run while the server runs. */
export async function runChecks(config: Config): Promise<Check[]> {
  const checks: Check[] = []
  for (const [name, look] of looks) {
    try {
      const found = await look(config)
      const { level, message }: Finding = typeof found === 'string' ? { message: found } : found
      checks.push({ name, ok: true, ...(level && { warning: true }), message })
    } catch (error) {
      checks.push({ name, ok: false, message: reasonOf(error) })
    }
  }
  return checks
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message} (${cause.message})` : error.message
}

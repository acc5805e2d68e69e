import type { Config } from '../config.ts'
import { checkClock } from './check-clock.ts'
import { checkControl } from './check-control.ts'
import { checkEngine } from './check-engine.ts'
import { checkFolder, checkSecret, checkSpace } from './check-folder.ts'
import { checkTimezones } from './check-timezones.ts'

/** One thing an installation needs, and whether it has it. */
export interface Check {
  name: string
  ok: boolean
  /** What was found, and if it is not good, what to do. */
  message: string
}

type Look = (config: Config) => Promise<string>

/** In the order in which one thing needs the other. A look answers with what is good, or throws. */
const looks: readonly [name: string, look: Look][] = [
  ['data folder', checkFolder],
  ['free space', checkSpace],
  ['secret', checkSecret],
  ['control store', checkControl],
  ['events engine', checkEngine],
  ['time zones', checkTimezones],
  ['clock', checkClock],
]

/** Looks at everything an installation needs. May be run beside a running server. */
export async function runChecks(config: Config): Promise<Check[]> {
  const checks: Check[] = []
  for (const [name, look] of looks) {
    try {
      checks.push({ name, ok: true, message: await look(config) })
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

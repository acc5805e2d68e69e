import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../errors.ts'

/** Exists in a data folder while a restore or a move fills it. */
export function halfRestoredFile(dataDir: string): string {
  return join(dataDir, 'restoring')
}

/** Keeps a server from starting on an incomplete folder. */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(halfRestoredFile(dataDir))) return
  throw new StartRefused(
    `A restore into ${dataDir} is under way or was cut short. If it was cut short, empty the folder and restore again.`,
  )
}

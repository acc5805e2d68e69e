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
    `A restore into ${dataDir} is in progress or was interrupted. If it was interrupted, empty the folder and restore again.`,
  )
}

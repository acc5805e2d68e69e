import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../errors.ts'

/** Lies in a data folder as long as a restore or a move is filling it. */
export function halfRestoredFile(dataDir: string): string {
  return join(dataDir, 'restoring')
}

/** Keeps a server off a folder that holds only a part of what it should. */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(halfRestoredFile(dataDir))) return
  throw new StartRefused(
    `A restore into ${dataDir} is under way or was cut short. If it was cut short, empty the folder and restore again.`,
  )
}

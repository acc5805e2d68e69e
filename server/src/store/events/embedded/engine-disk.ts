import { statfsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { defaultJournalLimits } from '../../journal/limits.ts'
import { RefusedStatement } from './exception.ts'

const mib = 1024 * 1024

/**
 * Bytes of the disk that inserts, merges and temporary files leave free, so that the engine refuses work before a
 * write fails, and payments have the last of the space. Below the journal's own limit (`../../journal/limits.ts`),
 * so that accepted hits can still be shipped when it accepts no more.
 */
export function bytesToKeepFree(dir: string): number {
  const { blocks, bsize } = statfsSync(dir)
  return Math.floor(Math.min(48 * mib, 0.01 * blocks * bsize))
}

/**
 * Bytes that must be free for a question to write temporary files: twice the journal's limit, so that the widest
 * question never causes hits to be refused.
 */
export function bytesBeforeSpilling(dir: string): number {
  const { blocks, bsize } = statfsSync(dir)
  const { lowWaterBytes, lowWaterShare } = defaultJournalLimits
  return Math.floor(2 * Math.min(lowWaterBytes, lowWaterShare * blocks * bsize))
}

/** What the definitions of tables and mutations may need, which the engine does not reserve. */
const definitionBytes = 4 * mib

/** Half a definition keeps a table from being opened, so none is begun that may not fit. */
export async function requireRoom(dir: string, sql: string): Promise<void> {
  if (makesRoom.test(sql)) return
  const { bavail, bsize } = await statfs(dir)
  if (bavail * bsize >= definitionBytes) return
  throw new RefusedStatement(243, 'NOT_ENOUGH_SPACE', 'The disk is too full to change a table')
}

const makesRoom =
  /^\s*(?:drop|truncate|detach)\b|^\s*alter\s+table\s+\S+\s+(?:on\s+cluster\s+\S+\s+)?(?:drop|detach)\s+part/i

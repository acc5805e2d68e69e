import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '../errors.ts'

/** Which stores of a folder were moved to servers. */
export interface Moved {
  database: boolean
  clickhouse: boolean
}

export function movedFile(dataDir: string): string {
  return join(dataDir, 'moved.json')
}

/** Keeps a server from starting on stores that were moved: what it stored there would be lost to the others. */
export function refuseMoved(
  dataDir: string,
  {
    databaseUrl,
    clickhouseUrl,
  }: { databaseUrl: string | undefined; clickhouseUrl: string | undefined },
): void {
  const moved = readMoved(dataDir)
  const missing = [
    ...(moved.database && databaseUrl === undefined ? ['DATABASE_URL'] : []),
    ...(moved.clickhouse && clickhouseUrl === undefined ? ['CLICKHOUSE_URL'] : []),
  ]
  if (missing.length === 0) return
  throw new StartRefused(
    `This installation was moved to servers: set ${missing.join(' and ')}. (To go back to the state before, remove ${movedFile(dataDir)}.)`,
  )
}

function readMoved(dataDir: string): Moved {
  try {
    return JSON.parse(readFileSync(movedFile(dataDir), 'utf8')) as Moved
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { database: false, clickhouse: false }
  }
}

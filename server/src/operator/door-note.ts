import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the server that runs on a folder listens for its operator. */
export interface DoorNote {
  pid: number
  port: number
  token: string
}

export function doorFile(dataDir: string): string {
  return join(dataDir, 'operator.json')
}

/** The note of the server that runs on a folder. One that was killed may have left its note behind. */
export async function readDoorNote(dataDir: string): Promise<DoorNote | undefined> {
  const text = await readFile(doorFile(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : (JSON.parse(text) as DoorNote)
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The address at which the server that runs on a folder listens for its operator. */
export interface EndpointNote {
  pid: number
  port: number
  token: string
}

export function endpointFile(dataDir: string): string {
  return join(dataDir, 'operator.json')
}

/** The note of the server that runs on a folder. A killed server may have left its note behind. */
export async function readEndpointNote(dataDir: string): Promise<EndpointNote | undefined> {
  const text = await readFile(endpointFile(dataDir), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    },
  )
  return text === undefined ? undefined : (JSON.parse(text) as EndpointNote)
}

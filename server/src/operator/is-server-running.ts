import { readEndpointNote } from './endpoint-note.ts'

/** Whether a server runs on a folder, judged by whether it answers at the address in its note. */
export async function isServerRunning(dataDir: string): Promise<boolean> {
  const note = await readEndpointNote(dataDir)
  if (note === undefined) return false
  const response = await fetch(`http://127.0.0.1:${note.port}/`, {
    headers: { authorization: `Bearer ${note.token}` },
    signal: AbortSignal.timeout(5_000),
  }).catch((error: unknown) => {
    // No process listens there any more; a listener that does not answer may be a busy server.
    if (error instanceof TypeError) return undefined
    throw error
  })
  // Only the server that wrote the note accepts its token; it does not know this command.
  return response?.status === 404 && (await response.text()).includes('unknown command')
}

import { attempt, type Call, readReply, type SendSettings } from './send.ts'
import { TributaryConnectionError, TributaryError } from './tributary-error.ts'

/**
 * Opens an export and returns its bytes as they arrive; the timeout applies to the start of the answer. It is not
 * retried: the file that is being written knows how far it has come.
 */
export async function openExport(
  settings: SendSettings,
  call: Call,
): Promise<ReadableStream<Uint8Array>> {
  const answer = await attempt(settings, call, { attempts: 1, read: readBytes })
  if (answer instanceof TributaryError) throw answer
  return answer
}

async function readBytes(response: Response): Promise<ReadableStream<Uint8Array> | TributaryError> {
  if (response.status === 200 && response.body !== null) return response.body
  const reply = readReply(response, await response.text(), 1)
  return reply instanceof TributaryError ? reply : new TributaryConnectionError('No bytes came', 1)
}

import { type Call, headersOf, readReply, type SendSettings } from './send.ts'
import {
  TributaryConnectionError,
  TributaryError,
  TributaryTimeoutError,
} from './tributary-error.ts'

/**
 * Opens an export and gives its bytes as they come. It is not repeated: the file that is being written knows
 * how far it has come.
 */
export async function openExport(
  settings: SendSettings,
  call: Call,
): Promise<ReadableStream<Uint8Array>> {
  call.signal?.throwIfAborted()
  const aborter = new AbortController()
  const giveUp = () => aborter.abort()
  // Only until it begins: the whole may take hours.
  const timer = setTimeout(giveUp, settings.timeoutMs)
  call.signal?.addEventListener('abort', giveUp)
  try {
    const response = await settings.fetch(settings.url + call.path, {
      method: call.method,
      headers: headersOf(settings, call),
      redirect: 'manual',
      signal: aborter.signal,
    })
    if (response.status === 200 && response.body !== null) return response.body
    const reply = readReply(response, await response.text(), 1)
    throw reply instanceof TributaryError ? reply : new TributaryConnectionError('No bytes came', 1)
  } catch (cause) {
    call.signal?.throwIfAborted()
    if (cause instanceof TributaryError) throw cause
    if (aborter.signal.aborted) {
      const message = `No answer within ${settings.timeoutMs} ms`
      throw new TributaryTimeoutError(message, 1, { cause })
    }
    throw new TributaryConnectionError(`${settings.url} could not be reached`, 1, { cause })
  } finally {
    clearTimeout(timer)
  }
}

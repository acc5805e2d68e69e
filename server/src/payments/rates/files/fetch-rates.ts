import { readFile, stat } from 'node:fs/promises'
import { UnreadableRates } from './unreadable-rates.ts'
import { maxRateBytes } from './unzip-one.ts'

const patienceMs = 30_000

/** Why a source returned no file. The message may be shown to people: it contains no path and no password. */
export class UnreachableRates extends Error {
  /** When the source asks to be retried, if it does. */
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    { retryAfterMs, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.retryAfterMs = retryAfterMs
  }
}

/** The bytes of a file or of an http(s) address: at most `maxRateBytes`, within half a minute. */
export async function fetchRates(source: string): Promise<Buffer> {
  return /^https?:\/\//i.test(source) ? download(source) : readBounded(source)
}

async function readBounded(path: string): Promise<Buffer> {
  try {
    if ((await stat(path)).size > maxRateBytes) throw tooLarge()
    return await readFile(path)
  } catch (err) {
    if (err instanceof UnreadableRates) throw err
    throw new UnreachableRates(codeOf(err), { cause: err })
  }
}

async function download(address: string): Promise<Buffer> {
  // Also while the body arrives: a source that sends very slowly is given up, too.
  const signal = AbortSignal.timeout(patienceMs)
  try {
    const response = await fetch(address, { signal })
    if (!response.ok) {
      await response.body?.cancel()
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
      throw new UnreachableRates(`HTTP ${response.status}`, {
        ...(seconds > 0 && { retryAfterMs: seconds * 1000 }),
      })
    }
    return await readBody(response)
  } catch (err) {
    if (err instanceof UnreachableRates || err instanceof UnreadableRates) throw err
    const reason = signal.aborted ? 'timeout' : codeOf(err)
    throw new UnreachableRates(reason, { cause: err })
  }
}

/** Counted as it arrives, after decompression, so that a small answer cannot become a large one. */
async function readBody(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > maxRateBytes) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const tooLarge = () => new UnreadableRates('it is larger than 24 MiB')

function codeOf(err: unknown): string {
  const { code, cause } = err as { code?: unknown; cause?: { code?: unknown } }
  return String(cause?.code ?? code ?? 'unknown')
}

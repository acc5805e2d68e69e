import { setTimeout } from 'node:timers/promises'
import { AppError } from '@tributary/server/errors.ts'

/** How long to wait before each try to continue, milliseconds; a server that is restarted is back within them. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 16_000]

export interface RetryOptions {
  report(text: string): void
  /** Grows with progress; then the retries start over. */
  progress?(): number
  pausesMs?: readonly number[]
}

/** Runs work that can be resumed; retries a few times, with a message, while the server is unreachable. */
export async function withRetries<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { report, progress = () => 0, pausesMs: pauses = pausesMs } = options
  let done = progress()
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (progress() > done) tries = 0
      done = progress()
      const pauseMs = pauses[tries]
      if (pauseMs === undefined || !isCut(error)) throw error
      report(`Cut off: ${(error as Error).message}. Continuing in ${pauseMs / 1000} s.`)
      await setTimeout(pauseMs)
    }
  }
}

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET'])

/** Whether the connection or the server failed, and not the request itself. */
function isCut(error: unknown): boolean {
  if (error instanceof AppError) return error.kind === 'unavailable'
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return (code !== undefined && networkCodes.has(code)) || isCut(error.cause)
}

import { AppError, type ErrorKind } from '../errors.ts'
import type { FinishedCall } from '../store/trace.ts'
import type { AnswerName } from './answerers.ts'

/**
 * Where the engine is. Another `run` at the same address is another process that can be asked again; undefined for a
 * server of its own, which is not replaced by another.
 */
export interface EnginePlace {
  /** `http(s)://name:secret@host:port`. */
  url: string
  cluster: string | undefined
  run: number | undefined
}

/** What the server tells the thread that answers. */
export type ToThread =
  | { type: 'ask'; id: number; name: AnswerName; asked: readonly unknown[] }
  | { type: 'engine'; place: EnginePlace }
  | { type: 'no-engine'; failure: Failure }

/** What that thread tells the server. */
export type FromThread =
  | { type: 'answered'; id: number; answer: unknown }
  | { type: 'failed'; id: number; failure: Failure }
  | { type: 'engine-wanted' }
  | ({ type: 'engine-called' } & FinishedCall)

/** An error on its way between threads, which keeps of an error only its texts. */
export interface Failure {
  kind: ErrorKind | undefined
  message: string
  retryAfterSeconds: number | undefined
  cause: Error | undefined
}

/** An error as a message. */
export function failureOf(error: unknown): Failure {
  const cause = error instanceof Error ? error : new Error(String(error))
  if (!(cause instanceof AppError)) {
    return { kind: undefined, message: cause.message, retryAfterSeconds: undefined, cause }
  }
  const { kind, message, retryAfterSeconds } = cause
  const inner = cause.cause instanceof Error ? cause.cause : undefined
  return { kind, message, retryAfterSeconds, cause: inner }
}

/** The error that a message describes. */
export function errorOf({ kind, message, retryAfterSeconds, cause }: Failure): Error {
  if (kind === undefined) return cause ?? new Error(message)
  return new AppError(kind, message, {
    ...(cause !== undefined && { cause }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

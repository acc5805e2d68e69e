import { AppError, type ErrorKind } from './errors.ts'

/** An error as a message between threads, reduced to its texts. */
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

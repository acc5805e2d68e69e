/** The reason for a refusal, in the domain's terms. Only `http/` knows the status codes. */
export type ErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'too-large'
  | 'unsupported-media-type'
  | 'rate-limited'
  | 'too-costly'
  | 'unavailable'
  /** The caller closed the connection without waiting for the answer. */
  | 'abandoned'

/**
 * An error that the caller can fix (or, for `unavailable`, retry later). `message` is public; private details go
 * into `cause`. `retryAfterSeconds` becomes the `Retry-After` header.
 */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: ErrorKind,
    message: string,
    options: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.kind = kind
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** The server cannot start, or must not on this installation. The message says what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

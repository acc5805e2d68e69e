/** Why a request was refused, in the domain's own words. `http/` alone knows the status codes. */
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

/**
 * An error that the caller can fix (or, for `unavailable`, wait out). `message` is public; whatever is
 * private goes into `cause`. `retryAfterSeconds` becomes the `Retry-After` header.
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

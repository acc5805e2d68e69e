/** A call failed. The three subclasses below say why. */
export class TributaryError extends Error {
  /** How often the request was sent. */
  readonly attempts: number

  constructor(message: string, attempts: number, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.attempts = attempts
  }
}

/** The kind of the refusal. */
export type TributaryApiErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'rate-limited'
  | 'server'
  | 'other'

const kinds: Record<number, TributaryApiErrorKind> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  429: 'rate-limited',
}

export interface ApiErrorDetails {
  status: number
  message: string
  attempts: number
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
}

/** The server refused the request. `message` is the server's own. */
export class TributaryApiError extends TributaryError {
  readonly status: number
  readonly kind: TributaryApiErrorKind
  /** The id to quote when you ask the operator: the server's log contains it. */
  readonly requestId: string | undefined
  /** How long the server asks clients to wait before a retry. */
  readonly retryAfterSeconds: number | undefined

  constructor(details: ApiErrorDetails) {
    super(details.message, details.attempts)
    this.status = details.status
    this.kind = kinds[details.status] ?? (details.status >= 500 ? 'server' : 'other')
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** There was no answer: the server could not be reached or the connection broke. See `cause`. */
export class TributaryConnectionError extends TributaryError {}

/** There was no answer in time. The server may have carried out the request. */
export class TributaryTimeoutError extends TributaryError {}

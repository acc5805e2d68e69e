import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import {
  type Failure,
  failure,
  invalidJsonMessage,
  serverErrorMessage,
} from '@tributary/contract/envelope.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type ErrorKind } from '../errors.ts'

const statusOf: Record<ErrorKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  'too-costly': 422,
  unavailable: 503,
  // Not received, but counted: nginx's status for a client that closed the connection.
  abandoned: 499,
}

/** Our texts for Fastify's own refusals, by its error code. */
const frameworkMessages: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Content-Type must be application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: invalidJsonMessage,
  FST_ERR_BAD_URL: 'The address is not a valid URL path',
  FST_ERR_ASYNC_CONSTRAINT: 'Bad request',
}

/**
 * The one place where an error becomes a response. Errors that are not the caller's fault are logged in full and
 * answered without details, with the request's id as the only reference.
 */
export function replyWithError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, message } = describeError(error)
  if (status >= 500) logFailure(error, request)
  if (error instanceof AppError && error.retryAfterSeconds !== undefined) {
    reply.header('Retry-After', String(error.retryAfterSeconds))
  }
  return sendFailure(reply, failure(status, message))
}

/** A refusal that nothing failed for (a start, a stop, too many requests) needs no stack, and there may be many. */
function logFailure(error: FastifyError | AppError, request: FastifyRequest): void {
  const isRefusal = error instanceof AppError && error.cause === undefined
  if (isRefusal) request.log.warn({ reason: error.message }, 'request refused')
  else request.log.error({ err: error }, 'request failed')
}

/** Sends a failure as JSON, whatever the route was about to send. */
export function sendFailure(reply: FastifyReply, body: Failure): FastifyReply {
  return reply
    .code(body.error.code)
    .header('Content-Type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/**
 * Answers requests that are no valid HTTP, too slow, or have too large headers. There is no request yet, so the
 * reply is written by hand and the connection ends.
 */
export function replyToMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, message } = malformed[error.code ?? ''] ?? { status: 400, message: 'Bad request' }
  const body = JSON.stringify(failure(status, message))
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

const malformed: Record<string, { status: number; message: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long' },
}

/** The status and the public text of any error. */
export function describeError(error: Error & { statusCode?: number; code?: string }): {
  status: number
  message: string
} {
  if (error instanceof AppError) return { status: statusOf[error.kind], message: error.message }
  const status = error.statusCode
  // Fastify's own refusals carry a 4xx; the texts are ours, because theirs name the framework.
  if (status !== undefined && status >= 400 && status < 500) {
    return { status, message: frameworkMessages[error.code ?? ''] ?? 'Bad request' }
  }
  return { status: 500, message: serverErrorMessage }
}

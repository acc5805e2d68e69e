import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { AppError } from '../../errors.ts'
import { bodyLimitBytes } from '../../http/json-body.ts'
import { type HitAnswer, type HitArrival, openToAll, refusal } from './answer-hit.ts'
import { type HitIntake, hitPath } from './hit-intake.ts'

type Answer = (arrival: HitArrival) => Promise<HitAnswer>

/**
 * Answers hits before the framework sees them and passes everything else on. Measured: routing, hooks and reply of
 * Fastify cost more than everything that is done with a hit, and most requests are hits.
 */
export function collectFirst(
  answer: Answer,
  { onFinished }: Pick<HitIntake, 'onFinished'>,
  next: RequestListener,
): RequestListener {
  const respond = respondToHits(answer)
  return (request, response) => {
    const { url, method } = request
    const isHit = url === hitPath || url?.startsWith(`${hitPath}?`)
    if (!isHit || (method !== 'POST' && method !== 'OPTIONS')) {
      next(request, response)
      return
    }
    const startMs = performance.now()
    response.on('finish', () => {
      const seconds = (performance.now() - startMs) / 1000
      onFinished({ method, status: response.statusCode, seconds })
    })
    respond(request, response)
  }
}

/** `POST /api/collect` and its preflight, from reading the body to the last byte of the reply. */
export function respondToHits(answer: Answer): RequestListener {
  return (request, response) => {
    if (request.method === 'OPTIONS') {
      send(response, preflightAnswer)
      return
    }
    const { headers } = request
    const { remoteAddress } = request.socket
    readBody(
      request,
      (body) => {
        void answer({ headers, remoteAddress, body }).then((reply) => send(response, reply))
      },
      () => {
        // The rest of the body is not read, so the connection cannot be used again.
        response.setHeader('Connection', 'close')
        send(response, refusal(new AppError('too-large', 'The body is too large')))
      },
    )
  }
}

const preflightAnswer: HitAnswer = {
  status: 204,
  headers: [
    'Access-Control-Allow-Methods',
    'POST, OPTIONS',
    'Access-Control-Allow-Headers',
    'Content-Type',
    'Access-Control-Max-Age',
    '86400',
  ],
  body: '',
}

function send(response: ServerResponse, { status, headers, body }: HitAnswer): void {
  const all = [...openToAll, ...headers, 'X-Request-Id', randomUUID()]
  if (status !== 204) all.push('Content-Length', String(Buffer.byteLength(body)))
  response.writeHead(status, all)
  response.end(body)
}

/** Passes on the whole body, or reports that it is too large. A client that hangs up gets neither. */
function readBody(
  request: IncomingMessage,
  onBody: (body: Buffer) => void,
  onTooLarge: () => void,
): void {
  const chunks: Buffer[] = []
  let bytes = 0
  let isTooLarge = Number(request.headers['content-length'] ?? 0) > bodyLimitBytes
  if (isTooLarge) onTooLarge()
  request.on('data', (chunk: Buffer) => {
    if (isTooLarge) return
    bytes += chunk.length
    if (bytes > bodyLimitBytes) {
      isTooLarge = true
      chunks.length = 0
      onTooLarge()
    } else {
      chunks.push(chunk)
    }
  })
  request.on('end', () => {
    const [first = Buffer.alloc(0)] = chunks
    if (!isTooLarge) onBody(chunks.length < 2 ? first : Buffer.concat(chunks))
  })
}

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { failure } from '@tributary/contract/envelope.ts'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { addressGroup } from '../http/address.ts'
import { clientAddress } from '../http/client-address.ts'
import { bodyLimitBytes, parseJson, refuseEncodings } from '../http/json-body.ts'
import type { Metrics } from '../http/metrics.ts'
import { describeError } from '../http/reply.ts'
import type { CollectedHit, Collector } from './collector.ts'
import { type HitRequest, readHitRequest } from './hit-request.ts'
import { type ReceivedHit, receiveHit } from './receive-hit.ts'
import { scriptOrigin } from './script-origin.ts'

/** What hits go through, and what is reported about them. */
export interface IntakeDeps {
  collector: Collector
  metrics: Metrics
  logger: Logger
}

const path = '/api/collect'

/** Any page may send; no cookie of ours is ever asked for, so there is nothing to steal. */
const openToAll: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
]

/** A request for hits that was answered. */
export interface FinishedRequest {
  method: string
  status: number
  seconds: number
}

/** Where hits go once they are read and checked, and what is reported about their requests. */
export interface HitIntake {
  /** When it resolves the hit is on disk, or dropped for the reason answered. */
  collect(hit: ReceivedHit, request: HitRequest): Promise<CollectedHit>
  onFinished(request: FinishedRequest): void
  /** Receives what is not the client's fault. */
  onError(error: unknown): void
}

/** The way of hits into this process's collector, with its metrics and its log. */
export function hitIntake({ collector, metrics, logger }: IntakeDeps): HitIntake {
  const { requests, droppedHits } = metrics
  // One look-up of the labels for nearly all hits; the rest goes the slow way.
  const accepted = requests.labels({ method: 'POST', route: path, status: 202 })
  return {
    async collect(hit, request) {
      const collected = await collector.collect(hit, request)
      if (collected.dropped !== undefined) droppedHits.inc({ reason: collected.dropped })
      return collected
    },
    onFinished({ method, status, seconds }) {
      const figure =
        method === 'POST' && status === 202
          ? accepted
          : requests.labels({ method, route: path, status })
      figure.observe(seconds)
    },
    onError: (err) => logger.error({ err }, 'a hit could not be collected'),
  }
}

type IntakeConfig = Pick<Config, 'trustedProxies' | 'publicUrl' | 'collectorHosts'>

/**
 * Answers hits before the framework sees them and hands everything else on. Measured: routing, hooks
 * and reply of Fastify cost more than all that is done to a hit, and most requests are hits.
 */
export function collectFirst(
  config: IntakeConfig,
  intake: HitIntake,
  next: RequestListener,
): RequestListener {
  const answer = answerHits(config, intake)
  return (request, response) => {
    const { url, method } = request
    const isHit = url === path || url?.startsWith(`${path}?`)
    if (!isHit || (method !== 'POST' && method !== 'OPTIONS')) {
      next(request, response)
      return
    }
    const startMs = performance.now()
    response.on('finish', () => {
      const seconds = (performance.now() - startMs) / 1000
      intake.onFinished({ method, status: response.statusCode, seconds })
    })
    answer(request, response)
  }
}

/** `POST /api/collect` and its preflight, from reading the body to the last byte of the reply. */
export function answerHits(config: IntakeConfig, intake: HitIntake): RequestListener {
  const addressOf = clientAddress(config.trustedProxies)
  const originOf = scriptOrigin(config)

  async function collect(request: IncomingMessage, response: ServerResponse, body: Buffer) {
    refuseEncodings(request)
    const forwarded = request.headers['x-forwarded-for']
    const address = addressOf(
      request.socket.remoteAddress,
      typeof forwarded === 'object' ? forwarded.join(',') : forwarded,
    )
    const from = { address, addressGroup: addressGroup(address), bytes: body.length }
    const hit = readHitRequest(request.headers, from)
    const { dropped, load } = await intake.collect(receiveHit(parseJson(body)), hit)
    if (dropped !== undefined) {
      response.setHeader('X-Tributary-Dropped', dropped)
      response.setHeader('Access-Control-Expose-Headers', 'X-Tributary-Dropped')
    }
    send(response, 202, load === undefined ? '' : originOf(request.headers.host) + load)
  }

  function refuse(response: ServerResponse, error: unknown) {
    const { status, message } = describeError(error as Error)
    // The client gets each refusal; logging each would fill a full disk faster.
    if (!(error instanceof AppError)) intake.onError(error)
    if (error instanceof AppError && error.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', String(error.retryAfterSeconds))
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    send(response, status, JSON.stringify(failure(status, message)))
  }

  return (request, response) => {
    if (request.method === 'OPTIONS') {
      allowAll(response)
      return
    }
    readBody(
      request,
      (body) => {
        collect(request, response, body).catch((error: unknown) => refuse(response, error))
      },
      () => {
        // What is still to come is not read, so the connection can carry nothing else.
        response.setHeader('Connection', 'close')
        refuse(response, new AppError('too-large', 'The body is too large'))
      },
    )
  }
}

function allowAll(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'POST, OPTIONS')
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type')
  response.setHeader('Access-Control-Max-Age', '86400')
  send(response, 204, '')
}

function send(response: ServerResponse, status: number, body: string): void {
  const headers = [...openToAll, 'X-Request-Id', randomUUID()]
  if (status !== 204) headers.push('Content-Length', String(Buffer.byteLength(body)))
  response.writeHead(status, headers)
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

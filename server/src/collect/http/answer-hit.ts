import { failure } from '@tributary/contract/envelope.ts'
import type { Config } from '../../config.ts'
import { AppError } from '../../errors.ts'
import { addressGroup } from '../../http/address.ts'
import { clientAddress } from '../../http/connections/client-address.ts'
import { parseJson, refuseEncodings } from '../../http/json-body.ts'
import { describeError } from '../../http/reply.ts'
import { readHitRequest } from '../hit-request.ts'
import { receiveHit } from '../receive-hit.ts'
import { scriptOrigin } from '../script-origin.ts'
import type { HitIntake } from './hit-intake.ts'

/** A complete `POST /api/collect`, however it was read. */
export interface HitArrival {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  remoteAddress: string | undefined
  body: Buffer
}

/** What its client gets. */
export interface HitAnswer {
  status: number
  /** Names and values in turn, without `openToAll` and the headers of every response. */
  headers: readonly string[]
  body: string
}

/** Any page may send. The collector reads no cookies, so there is nothing to steal. */
export const openToAll: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'Cache-Control',
  'no-store',
  'X-Content-Type-Options',
  'nosniff',
]

/** The response for a stored hit, the most frequent one. */
export const storedAnswer: HitAnswer = { status: 202, headers: [], body: '' }

export type IntakeConfig = Pick<Config, 'trustedProxies' | 'publicUrl' | 'collectorHosts'>

/** Reads a hit, has it collected, and determines the response. Never rejects. */
export function answerHits(
  config: IntakeConfig,
  intake: HitIntake,
): (arrival: HitArrival) => Promise<HitAnswer> {
  const addressOf = clientAddress(config.trustedProxies)
  const originOf = scriptOrigin(config)

  async function collect(arrival: HitArrival): Promise<HitAnswer> {
    refuseEncodings(arrival)
    const { headers, remoteAddress, body } = arrival
    const forwarded = headers['x-forwarded-for']
    const address = addressOf(
      remoteAddress,
      typeof forwarded === 'object' ? forwarded.join(',') : forwarded,
    )
    const from = { address, addressGroup: addressGroup(address), bytes: body.length }
    const hit = readHitRequest(headers, from)
    const { dropped, load } = await intake.collect(receiveHit(parseJson(body)), hit)
    if (dropped !== undefined) return { ...storedAnswer, headers: droppedHeaders(dropped) }
    if (load === undefined) return storedAnswer
    return { ...storedAnswer, body: originOf(headers.host as string | undefined) + load }
  }

  return async (arrival) => {
    try {
      return await collect(arrival)
    } catch (error) {
      // The client gets each refusal; logging each would fill a full disk faster.
      if (!(error instanceof AppError)) intake.onError(error)
      return refusal(error as Error)
    }
  }
}

function droppedHeaders(reason: string): string[] {
  return ['X-Tributary-Dropped', reason, 'Access-Control-Expose-Headers', 'X-Tributary-Dropped']
}

/** The response for a hit that cannot be collected. */
export function refusal(error: Error): HitAnswer {
  const { status, message } = describeError(error)
  const headers = ['Content-Type', 'application/json; charset=utf-8']
  if (error instanceof AppError && error.retryAfterSeconds !== undefined) {
    headers.push('Retry-After', String(error.retryAfterSeconds))
  }
  return { status, headers, body: JSON.stringify(failure(status, message)) }
}

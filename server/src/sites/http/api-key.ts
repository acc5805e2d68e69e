import { unauthorizedMessage } from '@tributary/contract/envelope.ts'
import type { ApiKeyScope } from '@tributary/contract/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { limitAddress, refuseBeyond } from '../../http/limits/limit-address.ts'
import type { Allowance, RateLimiter } from '../../http/limits/rate-limit.ts'
import type { Site } from '../../site.ts'
import type { ApiKey, ApiKeys } from '../api-keys.ts'

/** Invalid keys that one address may try in a minute. A valid key is never delayed by them. */
export const failedKeysPerMinute = 300

/** What verifying and limiting a key needs. */
export interface KeyDeps {
  apiKeys: ApiKeys
  /** Requests per API key. */
  keyLimits: RateLimiter
  addressLimits: RateLimiter
}

const sites = new WeakMap<FastifyRequest, Site>()
const keys = new WeakMap<FastifyRequest, ApiKey>()

type OnRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Route options that let in only keys with this scope: 401, 403, 429, in this order and all before
 * the body is looked at. The handler reads whose request it is with `siteOf`.
 */
export function requireKey(deps: KeyDeps, ...scopes: ApiKeyScope[]): { onRequest: OnRequest } {
  return {
    onRequest: async (request, reply) => {
      const { key, site } = await findCaller(deps, request)
      const allowance = await countRequest(deps, key, reply)
      if (!scopes.some((scope) => key.scopes.includes(scope))) {
        const wanted = scopes.join(' or ')
        throw new AppError('forbidden', `This API key does not have the scope ${wanted}.`)
      }
      refuseBeyond(allowance)
      keys.set(request, key)
      setSite(request, site)
    },
  }
}

/** The site of a request. Only for routes whose `onRequest` determined it. */
export function siteOf(request: FastifyRequest): Site {
  const site = sites.get(request)
  if (site === undefined) throw new Error('The route has no check of who is asking.')
  return site
}

/** The key of a request. Only for routes with `requireKey`. */
export function keyOf(request: FastifyRequest): ApiKey {
  const key = keys.get(request)
  if (key === undefined) throw new Error('The route does not ask for a key.')
  return key
}

/** Remembers the key of a request once it has been verified. */
export function setSite(request: FastifyRequest, site: Site): void {
  sites.set(request, site)
}

/**
 * Counts a request that no route answers and sets the limit headers, as the limit applies to
 * every request of a key. Without a valid key it does nothing.
 */
export async function countUnrouted(
  deps: KeyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = bearerToken(request)
  const found = token === undefined ? undefined : await deps.apiKeys.find(token)
  if (found !== undefined) refuseBeyond(await countRequest(deps, found.key, reply))
}

async function findCaller(deps: KeyDeps, request: FastifyRequest) {
  const token = bearerToken(request)
  const found = token === undefined ? undefined : await deps.apiKeys.find(token)
  if (found !== undefined) return found
  await limitAddress(deps.addressLimits, request, 'failed-key', failedKeysPerMinute)
  throw new AppError('unauthorized', unauthorizedMessage)
}

/** The token of the one Authorization header. If there are two, neither counts: the choice would be a guess. */
function bearerToken(request: FastifyRequest): string | undefined {
  // Careful: Node silently keeps the first of several Authorization headers.
  const { rawHeaders } = request.raw
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'authorization') count += 1
  }
  if (count > 1) return undefined
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
}

async function countRequest(deps: KeyDeps, key: ApiKey, reply: FastifyReply): Promise<Allowance> {
  const allowance = await deps.keyLimits.take(key.id, key.ratePerMinute)
  reply.header('X-RateLimit-Limit', String(allowance.limit))
  reply.header('X-RateLimit-Remaining', String(allowance.remaining))
  reply.header('X-RateLimit-Reset', String(allowance.resetSeconds))
  return allowance
}

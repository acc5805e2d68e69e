import { unauthorizedMessage } from '@tributary/contract/envelope.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts/account.ts'
import { isSameOrigin } from '../accounts/same-origin.ts'
import { getSiteAs } from '../accounts/site-access.ts'
import { type Actor, keyActor, personActor } from '../audit/actor.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { ApiKeyScope } from '../sites/api-keys.ts'
import type { SiteRole } from '../store/control/accounts/account-rows.ts'
import { keyOf, requireKey, setSite } from './api-key.ts'
import { sessionToken } from './session-cookie.ts'

/** The text for a dashboard request without a session; the page shows its sign-in form. */
export const notSignedIn = 'You are not signed in.'

const people = new WeakMap<FastifyRequest, Account>()

/** Route options for the dashboard's own endpoints. The handler reads who it is with `personOf`. */
export function requirePerson(services: Services) {
  return {
    onRequest: async (request: FastifyRequest) => {
      refuseForeignPages(services, request)
      const account = await findPerson(services, request)
      if (account === undefined) throw new AppError('unauthorized', notSignedIn)
      people.set(request, account)
    },
  }
}

/** Route options for what changes something without a session, such as signing in. */
export function requireSameOrigin(services: Services) {
  return {
    onRequest: async (request: FastifyRequest) => refuseForeignPages(services, request),
  }
}

/** Who is signed in. Only for routes with `requirePerson`. */
export function personOf(request: FastifyRequest): Account {
  const account = people.get(request)
  if (account === undefined) throw new Error('The route does not ask who is signed in.')
  return account
}

/**
 * Route options for what both programs and the dashboard read: a key with one of the scopes, or, where no
 * key is given, a signed-in person who may see the site that `?siteId=` names.
 */
export function requireKeyOrPerson(services: Services, ...scopes: ApiKeyScope[]) {
  return requireKeyOr(services, 'viewer', scopes)
}

/** The same for what both programs and the dashboard change; who may only look is refused. */
export function requireKeyOrAdmin(services: Services, ...scopes: ApiKeyScope[]) {
  return requireKeyOr(services, 'admin', scopes)
}

function requireKeyOr(services: Services, role: SiteRole, scopes: readonly ApiKeyScope[]) {
  const byKey = requireKey(services, ...scopes)
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const { siteId } = request.query as { siteId?: unknown }
      if (request.headers.authorization !== undefined || siteId === undefined) {
        return byKey.onRequest(request, reply)
      }
      refuseForeignPages(services, request)
      const account = await findPerson(services, request)
      if (account === undefined) throw new AppError('unauthorized', unauthorizedMessage)
      if (typeof siteId !== 'string') {
        throw new AppError('invalid', 'siteId must be given only once')
      }
      setSite(request, await getSiteAs(services.control, account, { id: siteId, role }))
      people.set(request, account)
    },
  }
}

/** Who asks, as the audit log names them. Only for routes that a key or a person may use. */
export function actorOf(request: FastifyRequest): Actor {
  const account = people.get(request)
  return account === undefined ? keyActor(keyOf(request)) : personActor(account)
}

/** Who is signed in, if anybody, for routes that both may use. */
export async function findPerson(
  services: Services,
  request: FastifyRequest,
): Promise<Account | undefined> {
  const token = sessionToken(services, request)
  return token === undefined ? undefined : services.signInSessions.find(token)
}

/** A page of another site must not act with the cookie that the browser sends along. */
function refuseForeignPages({ config }: Services, request: FastifyRequest): void {
  const { host, origin } = request.headers
  const secFetchSite = request.headers['sec-fetch-site']
  const from = {
    method: request.method,
    secFetchSite: typeof secFetchSite === 'string' ? secFetchSite : undefined,
    origin,
    host,
  }
  if (!isSameOrigin(from, config.publicUrl)) {
    throw new AppError('forbidden', 'This request came from another site')
  }
}

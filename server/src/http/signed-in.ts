import type { AppAccount } from '@tributary/contract/app-account.ts'
import { unauthorizedMessage } from '@tributary/contract/envelope.ts'
import type { ApiKeyScope } from '@tributary/contract/operation.ts'
import {
  emailProofNeededMessage,
  secondFactorNeededMessage,
} from '@tributary/contract/second-factor-needed.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts/account.ts'
import type { SiteRole } from '../accounts/rows/account-rows.ts'
import { isSameOrigin } from '../accounts/same-origin.ts'
import type { SignInWay } from '../accounts/second-factor-duty.ts'
import type { SignedIn } from '../accounts/sign-in-sessions.ts'
import { getSiteAs } from '../accounts/site-access.ts'
import type { Reader } from '../answers/question-turns.ts'
import { type Actor, keyActor, personActor } from '../audit/actor.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { keyOf, requireKey, setSite, siteOf } from './api-key.ts'
import { sessionToken } from './session-cookie.ts'

/** The text for a dashboard request without a session; the page shows its sign-in form. */
export const notSignedIn = 'You are not signed in.'

const people = new WeakMap<FastifyRequest, SignedIn>()

/** Route options for the dashboard's own endpoints. The handler reads who it is with `personOf`. */
export function requirePerson(services: Services) {
  const { onRequest } = requireSignedIn(services)
  return {
    onRequest: async (request: FastifyRequest) => {
      await onRequest(request)
      refuseLacking(signedInOf(request))
    },
  }
}

/**
 * The same for the little that somebody may do who still lacks the second factor that is everybody's duty:
 * see who they are, and set one up.
 */
export function requireSignedIn(services: Services) {
  return {
    onRequest: async (request: FastifyRequest) => {
      refuseForeignPages(services, request)
      const signedIn = await findSignedIn(services, request)
      if (signedIn === undefined) throw new AppError('unauthorized', notSignedIn)
      people.set(request, signedIn)
    },
  }
}

/** Route options for what changes something without a session, such as signing in. */
export function requireSameOrigin(services: Services) {
  return {
    onRequest: async (request: FastifyRequest) => refuseForeignPages(services, request),
  }
}

/** Who is signed in. Only for routes with `requirePerson` or `requireSignedIn`. */
export function personOf(request: FastifyRequest): Account {
  return signedInOf(request).account
}

/** The same with how well they have shown who they are. */
export function signedInOf(request: FastifyRequest): SignedIn {
  const signedIn = people.get(request)
  if (signedIn === undefined) throw new Error('The route does not ask who is signed in.')
  return signedIn
}

/** Who is signed in, as the dashboard sees them. */
export function presentSignedIn(services: Services, signedIn: SignedIn): AppAccount {
  return {
    ...signedIn.account,
    ...(signedIn.standing === 'lacking' && { lacksSecondFactor: true }),
    ...(mustProveEmail(services, signedIn) && { mustProveEmail: true }),
  }
}

/**
 * Route options for setting up a factor. Where it is required and e-mails are sent, an account that signed in
 * with only a password first proves its address by a link to a new password: otherwise somebody who
 * learned the password could choose the factor.
 */
export function requireFactorSetter(services: Services) {
  const { onRequest } = requireSignedIn(services)
  return {
    onRequest: async (request: FastifyRequest) => {
      await onRequest(request)
      if (!mustProveEmail(services, signedInOf(request))) return
      throw new AppError('forbidden', emailProofNeededMessage)
    },
  }
}

function mustProveEmail({ mailer }: Services, { standing, way }: SignedIn): boolean {
  return standing === 'lacking' && way === ('password' satisfies SignInWay) && mailer !== undefined
}

/**
 * Route options for what both programs and the dashboard use: a key with one of the scopes, or, where no key is given, a
 * signed-in person in the role on the site that `?siteId=` names.
 */
export function requireKeyOr(services: Services, role: SiteRole, scopes: readonly ApiKeyScope[]) {
  const byKey = requireKey(services, ...scopes)
  return {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const { siteId } = request.query as { siteId?: unknown }
      if (request.headers.authorization !== undefined || siteId === undefined) {
        return byKey.onRequest(request, reply)
      }
      refuseForeignPages(services, request)
      const signedIn = await findSignedIn(services, request)
      if (signedIn === undefined) throw new AppError('unauthorized', unauthorizedMessage)
      refuseLacking(signedIn)
      if (typeof siteId !== 'string') {
        throw new AppError('invalid', 'siteId must be given only once')
      }
      setSite(request, await getSiteAs(services.control, signedIn.account, { id: siteId, role }))
      people.set(request, signedIn)
    },
  }
}

/** Who asks, as the audit log names them. Only for routes that a key or a person may use. */
export function actorOf(request: FastifyRequest): Actor {
  const signedIn = people.get(request)
  return signedIn === undefined ? keyActor(keyOf(request)) : personActor(signedIn.account)
}

/**
 * Whether who asks may see whom a figure is about: a person who may see the site, or a key with `visitors:read`
 * or one of `others`. Only for routes that a key or a person may use.
 */
export function maySeeVisitors(request: FastifyRequest, ...others: ApiKeyScope[]): boolean {
  if (people.has(request)) return true
  const { scopes } = keyOf(request)
  return scopes.some((scope) => scope === 'visitors:read' || others.includes(scope))
}

/** Whose turn a question takes. Only for routes that a key or a person may use. */
export function readerOf(request: FastifyRequest): Reader {
  const signedIn = people.get(request)
  const id = signedIn === undefined ? `key:${keyOf(request).id}` : `person:${signedIn.account.id}`
  return { siteId: siteOf(request).id, id }
}

/** Who is signed in, if anybody, for routes that both may use. */
export async function findPerson(
  services: Services,
  request: FastifyRequest,
): Promise<Account | undefined> {
  return (await findSignedIn(services, request))?.account
}

async function findSignedIn(
  services: Services,
  request: FastifyRequest,
): Promise<SignedIn | undefined> {
  const token = sessionToken(services, request)
  return token === undefined ? undefined : services.signInSessions.find(token)
}

function refuseLacking({ standing }: SignedIn): void {
  if (standing === 'lacking') throw new AppError('forbidden', secondFactorNeededMessage)
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

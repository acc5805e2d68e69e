import type { AppAccount } from '@tributary/contract/app/account.ts'
import {
  emailVerificationNeededMessage,
  secondFactorNeededMessage,
} from '@tributary/contract/second-factor-needed.ts'
import type { FastifyRequest } from 'fastify'
import type { Account } from '../../account.ts'
import { AppError } from '../../errors.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { isSameOrigin } from '../same-origin.ts'
import type { SignInWay } from '../second-factor-requirement.ts'
import type { SignedIn } from '../sign-in-sessions.ts'
import { sessionToken } from './session-cookie.ts'

/** The error for a dashboard request without a session; the page shows its sign-in form. */
export const notSignedIn = 'You are not signed in.'

/** What finding the signed-in person needs. */
export type SignInDeps = Pick<AccountsDeps, 'config' | 'signInSessions' | 'mailer'>

const people = new WeakMap<FastifyRequest, SignedIn>()

/** Route options for the dashboard's own endpoints. The handler reads who it is with `personOf`. */
export function requirePerson(deps: SignInDeps) {
  const { onRequest } = requireSignedIn(deps)
  return {
    onRequest: async (request: FastifyRequest) => {
      await onRequest(request)
      refuseLacking(signedInOf(request))
    },
  }
}

/** Admits also people who still lack a required second factor, so that they can set one up. */
export function requireSignedIn(deps: SignInDeps) {
  return {
    onRequest: async (request: FastifyRequest) => {
      refuseForeignPages(deps, request)
      const signedIn = await findSignedIn(deps, request)
      if (signedIn === undefined) throw new AppError('unauthorized', notSignedIn)
      people.set(request, signedIn)
    },
  }
}

/** Route options for changes without a session, such as signing in. */
export function requireSameOrigin(deps: SignInDeps) {
  return {
    onRequest: async (request: FastifyRequest) => refuseForeignPages(deps, request),
  }
}

/** The signed-in person. Only for routes with `requirePerson` or `requireSignedIn`. */
export function personOf(request: FastifyRequest): Account {
  return signedInOf(request).account
}

/** The signed-in person, with how they proved their identity. */
export function signedInOf(request: FastifyRequest): SignedIn {
  const signedIn = people.get(request)
  if (signedIn === undefined) throw new Error('The route does not ask who is signed in.')
  return signedIn
}

/** The signed-in person as the dashboard shows them. */
export function presentSignedIn(deps: SignInDeps, signedIn: SignedIn): AppAccount {
  return {
    ...signedIn.account,
    ...(signedIn.factorStatus === 'lacking' && { lacksSecondFactor: true }),
    ...(mustVerifyEmail(deps, signedIn) && { mustVerifyEmail: true }),
  }
}

/**
 * Route options for setting up a factor. If factors are required and e-mail is set up, a person who signed in with
 * only a password must first verify their address through a link that sets a new password: otherwise somebody who
 * learned the password could choose the factor.
 */
export function requireFactorSetter(deps: SignInDeps) {
  const { onRequest } = requireSignedIn(deps)
  return {
    onRequest: async (request: FastifyRequest) => {
      await onRequest(request)
      if (!mustVerifyEmail(deps, signedInOf(request))) return
      throw new AppError('forbidden', emailVerificationNeededMessage)
    },
  }
}

function mustVerifyEmail({ mailer }: SignInDeps, { factorStatus, way }: SignedIn): boolean {
  return (
    factorStatus === 'lacking' && way === ('password' satisfies SignInWay) && mailer !== undefined
  )
}

/**
 * The signed-in person, if any. Refuses requests from pages of other sites, and accounts that still lack a required
 * second factor. From then on `notedPerson` returns the person.
 */
export async function admitPerson(
  deps: SignInDeps,
  request: FastifyRequest,
): Promise<Account | undefined> {
  refuseForeignPages(deps, request)
  const signedIn = await findSignedIn(deps, request)
  if (signedIn === undefined) return undefined
  refuseLacking(signedIn)
  people.set(request, signedIn)
  return signedIn.account
}

/** The person that an earlier check of this request has found; undefined for a request with a key. */
export function notedPerson(request: FastifyRequest): Account | undefined {
  return people.get(request)?.account
}

/** The signed-in person, if any, for routes that keys and people may use. */
export async function findPerson(
  deps: SignInDeps,
  request: FastifyRequest,
): Promise<Account | undefined> {
  return (await findSignedIn(deps, request))?.account
}

async function findSignedIn(
  deps: SignInDeps,
  request: FastifyRequest,
): Promise<SignedIn | undefined> {
  const token = sessionToken(deps, request)
  return token === undefined ? undefined : deps.signInSessions.find(token)
}

function refuseLacking({ factorStatus }: SignedIn): void {
  if (factorStatus === 'lacking') throw new AppError('forbidden', secondFactorNeededMessage)
}

/** A page of another site must not act with the cookie that the browser sends along. */
function refuseForeignPages({ config }: SignInDeps, request: FastifyRequest): void {
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

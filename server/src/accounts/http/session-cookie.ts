import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountsDeps } from '../accounts-deps.ts'
import { absoluteLifeMs } from '../sign-in-sessions.ts'

type WithConfig = Pick<AccountsDeps, 'config'>

/**
 * Over https the prefix makes the browser guarantee that this very host has set the cookie, over https: neither a
 * sibling domain nor an attacker without https can set one.
 */
function cookieName(config: AccountsDeps['config']): string {
  return isOverHttps(config) ? '__Host-tributary_session' : 'tributary_session'
}

/** Without https the browser would drop a secure cookie, and no one could sign in at localhost. */
function isOverHttps({ publicUrl }: AccountsDeps['config']): boolean {
  return publicUrl.startsWith('https:')
}

/** The token of the signed-in person's cookie. If there are two of that name, neither counts: one is not ours. */
export function sessionToken({ config }: WithConfig, request: FastifyRequest): string | undefined {
  const token = onlyCookie(request, cookieName(config))
  return token !== undefined && /^[\w-]{16,256}$/.test(token) ? token : undefined
}

/** The value of a cookie; undefined if the browser sends none of that name, or several. */
export function onlyCookie(request: FastifyRequest, name: string): string | undefined {
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
  return found.length === 1 ? found[0]?.slice(name.length + 1) : undefined
}

/** Signs a browser in. Scripts cannot read the cookie, and forms of other sites do not send it. */
export function setSessionCookie(deps: WithConfig, reply: FastifyReply, token: string): void {
  reply.header('Set-Cookie', cookie(deps, token, absoluteLifeMs / 1000))
}

/** Signs a browser out. */
export function clearSessionCookie(deps: WithConfig, reply: FastifyReply): void {
  reply.header('Set-Cookie', cookie(deps, '', 0))
}

function cookie({ config }: WithConfig, token: string, maxAgeSeconds: number): string {
  const parts = [
    `${cookieName(config)}=${token}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
  ]
  if (isOverHttps(config)) parts.push('Secure')
  return parts.join('; ')
}

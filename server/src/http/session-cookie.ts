import type { FastifyReply, FastifyRequest } from 'fastify'
import { absoluteLifeMs } from '../accounts/sign-in-sessions.ts'
import type { Services } from '../services.ts'

const name = 'tributary_session'

/** The token of the signed-in person's cookie. Two cookies of the name are none: one is not ours. */
export function sessionToken(request: FastifyRequest): string | undefined {
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
  const token = found.length === 1 ? found[0]?.slice(name.length + 1) : undefined
  return token !== undefined && /^[\w-]{16,256}$/.test(token) ? token : undefined
}

/** Signs a browser in. Scripts cannot read the cookie, and forms of other sites do not send it. */
export function setSessionCookie(services: Services, reply: FastifyReply, token: string): void {
  reply.header('Set-Cookie', cookie(services, token, absoluteLifeMs / 1000))
}

/** Signs a browser out. */
export function clearSessionCookie(services: Services, reply: FastifyReply): void {
  reply.header('Set-Cookie', cookie(services, '', 0))
}

function cookie({ config }: Services, token: string, maxAgeSeconds: number): string {
  const parts = [
    `${name}=${token}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
  ]
  // Without https the browser would drop a secure cookie, and nobody could sign in at localhost.
  if (config.publicUrl.startsWith('https:')) parts.push('Secure')
  return parts.join('; ')
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const lifeSeconds = 5 * 60

/**
 * Ties a sign-in attempt at a provider to the browser that began it: another person's return address, sent as a
 * link, does not sign in. The provider's page leads here, so the cookie cannot be same-site only.
 */
export function setFlowCookie({ publicUrl }: Config, reply: FastifyReply, token: string): void {
  reply.header('Set-Cookie', cookie(publicUrl, token, lifeSeconds))
}

/** The attempt's token, and when it expires. */
export function takeFlowCookie(
  { publicUrl }: Config,
  request: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  reply.header('Set-Cookie', cookie(publicUrl, '', 0))
  const pattern = new RegExp(`(?:^|;\\s*)${nameOf(publicUrl)}=([\\w-]{43})(?:;|$)`)
  return pattern.exec(request.headers.cookie ?? '')?.[1]
}

function nameOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-tributary_oidc' : 'tributary_oidc'
}

function cookie(publicUrl: string, value: string, maxAgeSeconds: number): string {
  const parts = [`${nameOf(publicUrl)}=${value}`, 'Path=/', `Max-Age=${maxAgeSeconds}`]
  if (publicUrl.startsWith('https:')) parts.push('Secure')
  return [...parts, 'HttpOnly', 'SameSite=Lax'].join('; ')
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * No inline script, nothing from another host, no frame around us. There is deliberately no CORS
 * header here: only `POST /api/collect` and the tracker's script are for other origins.
 */
const contentSecurityPolicy = policy("'none'")

function policy(frameAncestors: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** On every reply. Cacheable files of the dashboard and the tracker override it. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // A page that opens ours gets no access to it. Pages of the site that the dashboard opens to pick an element reply
  // to it.
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
}

/** For a page that others may show in a frame: a share link that allows it, and nothing else. */
export const embeddableHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': policy('*'),
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Puts the request's id and the security headers on a reply. */
export type AddCommonHeaders = (request: FastifyRequest, reply: FastifyReply) => void

export function commonHeaders({
  publicUrl,
  hstsSubdomains,
}: Pick<Config, 'publicUrl' | 'hstsSubdomains'>): AddCommonHeaders {
  const transport = `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`
  const headers = publicUrl.startsWith('https:')
    ? { ...securityHeaders, 'Strict-Transport-Security': transport }
    : securityHeaders
  return (request, reply) => {
    reply.headers(headers)
    reply.header('X-Request-Id', request.id)
  }
}

import type { FastifyInstance } from 'fastify'

/**
 * No inline script, nothing from another host, no frame around us. There is deliberately no CORS
 * header here: only `POST /api/collect` and the tracker's script are for other origins.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** On every reply. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
}

/** Puts the request's id and the security headers on every reply, errors included. */
export function addCommonHeaders(app: FastifyInstance, overHttps: boolean): void {
  const headers = overHttps
    ? { ...securityHeaders, 'Strict-Transport-Security': 'max-age=31536000' }
    : securityHeaders
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    reply.header('X-Request-Id', request.id)
    done()
  })
}

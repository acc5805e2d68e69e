import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import type { FastifyRequest } from 'fastify'

/** The browser's first supported language; the dashboard sends its own. */
export function languageOf(request: FastifyRequest): MailLanguage {
  const wanted = (request.headers['accept-language'] ?? '').slice(0, 200).toLowerCase().split(',')
  const known: readonly MailLanguage[] = ['en', 'de', 'es']
  return wanted.flatMap((tag) => known.find((one) => tag.trim().startsWith(one)) ?? [])[0] ?? 'en'
}

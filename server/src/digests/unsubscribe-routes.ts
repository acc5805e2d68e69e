import { readFileSync } from 'node:fs'
import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { deleteDigests } from './digest-rows.ts'
import { digestTexts } from './digest-texts.ts'
import type { DigestSending } from './send-digests.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

interface Link {
  Querystring: { token?: unknown; language?: unknown }
}

/**
 * The unsubscribe link of a digest. Opening it only asks, because mail scanners open every link; pressing its button
 * unsubscribes, and so does a mail program by itself (RFC 8058).
 */
export function unsubscribeRoutes(
  app: FastifyInstance,
  deps: Pick<DigestSending, 'control' | 'secrets'>,
): void {
  const css = readFileSync(new URL('./unsubscribe.css', import.meta.url), 'utf8')
  const { control, secrets } = deps
  app.register(async (scope) => {
    // Both send a form, whose fields add nothing to the address.
    const form = 'application/x-www-form-urlencoded'
    scope.addContentTypeParser(form, { parseAs: 'buffer', bodyLimit: 1024 }, async () => undefined)
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: 4096 },
      async () => undefined,
    )

    scope.get(style, async (_request, reply) => {
      return reply.header('Content-Type', 'text/css; charset=utf-8').send(css)
    })

    scope.get<Link>('/api/unsubscribe', async (request, reply) => {
      const { language, subscription } = read(request.query)
      const words = digestTexts[language]
      if (subscription === undefined) return sendPage(reply.code(400), language, words.badLink)
      return sendPage(reply, language, words.unsubscribeQuestion, words.unsubscribeButton)
    })

    scope.post<Link>('/api/unsubscribe', async (request, reply) => {
      const { language, subscription } = read(request.query)
      const words = digestTexts[language]
      if (subscription === undefined) return sendPage(reply.code(400), language, words.badLink)
      await deleteDigests(control.db, subscription, subscription.frequency)
      return sendPage(reply, language, words.unsubscribed)
    })
  })

  function read({ token, language }: Link['Querystring']) {
    const spoken: MailLanguage = language === 'de' || language === 'es' ? language : 'en'
    const subscription = readUnsubscribeToken(secrets, typeof token === 'string' ? token : '')
    return { language: spoken, subscription }
  }
}

const style = '/api/unsubscribe/page.css'

/** A page without script, and with fixed texts only. Its form is sent to the page's own address. */
function sendPage(
  reply: FastifyReply,
  language: MailLanguage,
  line: string,
  button?: string,
): FastifyReply {
  const form = button && `<form method="post"><button type="submit">${button}</button></form>`
  return reply
    .header('Content-Type', 'text/html; charset=utf-8')
    .send(
      [
        `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="robots" content="noindex"><title>Tributary</title>',
        `<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="${style}"></head>`,
        `<body><main><h1>Tributary</h1><p>${line}</p>${form ?? ''}</main></body></html>`,
      ].join('\n'),
    )
}

import { isUtf8 } from 'node:buffer'
import { invalidJsonMessage } from '@tributary/contract/envelope.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** The largest body of a single request; `POST /api/v1/events` sets its own. */
export const bodyLimitBytes = 64 * 1024

/**
 * Makes JSON in UTF-8 the only body that a route accepts. An empty body counts as none, so that its route names the
 * missing parameter. Of a repeated name the last one counts; `__proto__` is an ordinary name, and no route copies
 * it.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      refuseEncodings(request)
      return body.length === 0 ? undefined : parseJson(body)
    },
  )
}

/** Parses a JSON text; throws the one error for invalid ones. */
export function parseJson(body: Buffer): unknown {
  // Careful: decoding alone would turn bad bytes into U+FFFD and store text that was not sent.
  if (!isUtf8(body)) throw new AppError('invalid', invalidJsonMessage)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new AppError('invalid', invalidJsonMessage, { cause })
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Node never makes a list of the headers that are read here. */
const textOf = (header: string | string[] | undefined) => header as string | undefined

/** Refuses a body that is compressed or not UTF-8. */
export function refuseEncodings({ headers }: { headers: Headers }): void {
  const encoding = textOf(headers['content-encoding']) ?? 'identity'
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new AppError('unsupported-media-type', 'Content-Encoding is not supported')
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(textOf(headers['content-type']) ?? '')?.[1]
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new AppError('unsupported-media-type', 'The body must be UTF-8')
  }
}

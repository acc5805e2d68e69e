import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { ChdbFolder } from './chdb-folder.ts'
import { RefusedStatement, toException } from './exception.ts'
import { readStatement } from './statement.ts'

/** The user name of the secret. */
export const userName = 'tributary'

/** A journal segment in one insert is far below this; more would have to be held in memory. */
const maxBodyBytes = 256 * 1024 * 1024

/**
 * The part of ClickHouse's HTTP interface that `engine.ts` uses, in front of chDB. Requests without the secret are
 * refused, except `/ping`.
 */
export function createHttpInterface(folder: ChdbFolder, secret: string): Server {
  const isKnown = checkSecret(secret)
  // Parameters travel in the URL, and a list of visitors may be long; ClickHouse accepts 1 MiB.
  const server = createServer({ maxHeaderSize: 1024 * 1024 }, (request, response) => {
    answer(request, response, folder, isKnown).catch((error: unknown) => {
      // The request was interrupted while it was read or answered: there is no client to answer.
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  // The other side drops idle sockets after 2.5 or 10 s (clickhouse-reader.ts); the longer one must be this one.
  server.keepAliveTimeout = 30_000
  server.requestTimeout = 0
  return server
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  folder: ChdbFolder,
  isKnown: (request: IncomingMessage) => boolean,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://engine')
  if (url.pathname === '/ping') {
    response.end('Ok.\n')
    return
  }
  const left = new AbortController()
  response.once('close', () => left.abort())
  try {
    if (!isKnown(request)) {
      throw new RefusedStatement(516, 'AUTHENTICATION_FAILED', 'The name or the secret is wrong')
    }
    const body = await readBody(request)
    const hasQuery = url.searchParams.has('query')
    const statement = readStatement(url.searchParams, hasQuery ? '' : body.toString('utf8'))
    response.setHeader('X-ClickHouse-Query-Id', statement.queryId)
    const result = await folder.run(statement, hasQuery ? body : Buffer.alloc(0), left.signal)
    await send(request, response, result)
  } catch (error) {
    if (request.destroyed && !request.complete) throw error
    const { code, text, status } = toException(error)
    response.statusCode = status
    response.setHeader('X-ClickHouse-Exception-Code', String(code))
    response.setHeader('Content-Type', 'text/plain; charset=UTF-8')
    response.end(`${text}\n`)
  }
}

const gzip = promisify(zlib.gzip)

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  result: Uint8Array,
): Promise<void> {
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (result.length > 1024 && /\bgzip\b/.test(accepted)) {
    response.setHeader('Content-Encoding', 'gzip')
    response.end(await gzip(result, { level: 1 }))
  } else {
    response.end(result)
  }
}

const decoders: Record<string, (body: Buffer) => Promise<Buffer>> = {
  gzip: promisify<Buffer, Buffer>(zlib.gunzip),
  deflate: promisify<Buffer, Buffer>(zlib.inflate),
  br: promisify<Buffer, Buffer>(zlib.brotliDecompress),
  zstd: promisify<Buffer, Buffer>(zlib.zstdDecompress),
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) {
      throw new RefusedStatement(307, 'TOO_MANY_BYTES', `A body may have ${maxBodyBytes} bytes`)
    }
    chunks.push(chunk)
  }
  const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return body
  const decode = decoders[encoding]
  if (decode === undefined) {
    throw new RefusedStatement(89, 'UNKNOWN_COMPRESSION_METHOD', `Unknown encoding '${encoding}'`)
  }
  return decode(body)
}

/** Accepts the secret as a basic password or as `X-ClickHouse-Key`, in constant time. */
function checkSecret(secret: string): (request: IncomingMessage) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`${userName}:${secret}`)
  return (request) => {
    const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ')
    const given =
      scheme === 'Basic'
        ? Buffer.from(credentials, 'base64').toString('utf8')
        : `${request.headers['x-clickhouse-user']}:${request.headers['x-clickhouse-key']}`
    return timingSafeEqual(digest(given), expected)
  }
}

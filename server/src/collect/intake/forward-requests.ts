import { type IncomingMessage, type RequestListener, request as sendRequest } from 'node:http'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { failure } from '@tributary/contract/envelope.ts'
import { PortStream } from './port-stream.ts'

/**
 * Passes requests to the thread that answers them, each on its own connection, and its replies back. The other end
 * of that connection goes to `connect`, with the client's address.
 */
export function forwardRequests(
  connect: (port: MessagePort, remoteAddress: string) => void,
): RequestListener {
  return (request, response) => {
    const { port1, port2 } = new MessageChannel()
    const connection = new PortStream(port1, request.socket.remoteAddress ?? '')
    connect(port2, connection.remoteAddress)
    const forwarded = sendRequest({
      createConnection: () => connection,
      method: request.method,
      path: request.url,
      headers: [...withoutConnection(request), 'Connection', 'keep-alive'],
    })
    forwarded.on('response', (reply) => {
      const isLast = reply.headers.connection?.toLowerCase() === 'close'
      const headers = [...withoutConnection(reply), ...(isLast ? ['Connection', 'close'] : [])]
      response.writeHead(reply.statusCode ?? 502, reply.statusMessage, headers)
      // A stream of events: its reader waits for the headers.
      if (reply.headers['content-length'] === undefined) response.flushHeaders()
      reply.pipe(response)
      reply.on('aborted', () => response.destroy())
    })
    forwarded.on('error', () => {
      if (response.headersSent) {
        response.destroy()
        return
      }
      response.writeHead(503, {
        'Content-Type': 'application/json; charset=utf-8',
        'Retry-After': '2',
      })
      response.end(JSON.stringify(failure(503, 'Tributary is not available just now')))
    })
    response.on('close', () => connection.destroy())
    request.pipe(forwarded)
  }
}

/** Headers that concern one connection and not the next one. */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade'])

/** The headers as they came, names and values in turn. */
function withoutConnection({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)] ?? ''
    return !ofConnection.has(name.toLowerCase())
  })
}

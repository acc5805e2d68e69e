import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface SignInOptions {
  /** The demo's own address; the link has the same host, for which alone the browser keeps the cookie. */
  url: string
  /** Where the link leads to, from the root. */
  to: string
  /** Opens a session for the requesting browser and returns its token. */
  startSession: (request: IncomingMessage) => Promise<string>
}

/**
 * A link that signs a browser in while the demo runs. A small separate server serves it, because the real one has no
 * such endpoint; a host's cookies are valid on all of its ports.
 */
export async function serveSignInLink({ url, to, startSession }: SignInOptions) {
  const path = `/${randomBytes(16).toString('base64url')}`
  const { hostname } = new URL(url)
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url !== path) {
      reply.writeHead(404).end()
      return
    }
    startSession(request).then(
      (token) => {
        const cookie = `tributary_session=${token}; Path=/; HttpOnly; SameSite=Lax`
        const headers = { 'Set-Cookie': cookie, Location: url + to, 'Cache-Control': 'no-store' }
        reply.writeHead(302, headers).end()
      },
      (error: unknown) => reply.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, hostname)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    link: `http://${hostname}:${port}${path}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

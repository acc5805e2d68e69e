import { connect, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { TestCertificate } from '../certificate.ts'

/** A TLS proxy in front of a server without TLS. */
export interface TlsProxy {
  readonly port: number
  close(): Promise<void>
}

/** Opens one at a separate port, in front of a port of this machine. */
export async function openTlsProxy(
  { pem, key }: TestCertificate,
  toPort: number,
): Promise<TlsProxy> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that does not trust the certificate disconnects, which is what is tested.
    socket.on('error', () => socket.destroy())
  }
  const options = { cert: pem, key: key.export({ type: 'pkcs8', format: 'pem' }) }
  const proxy = createServer(options, (socket) => {
    const inside = connect(toPort, '127.0.0.1')
    keep(inside)
    socket.pipe(inside).pipe(socket)
  })
  proxy.on('secureConnection', keep)
  proxy.on('tlsClientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

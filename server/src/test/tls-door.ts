import { connect, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { TestCertificate } from './certificate.ts'

/** The door of a server that speaks TLS only, before one that speaks none. */
export interface TlsDoor {
  readonly port: number
  close(): Promise<void>
}

/** Opens one at a port of its own; whatever comes through goes on to a port of this machine. */
export async function openTlsDoor({ pem, key }: TestCertificate, toPort: number): Promise<TlsDoor> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that does not believe the certificate hangs up, which is what is tested.
    socket.on('error', () => socket.destroy())
  }
  const options = { cert: pem, key: key.export({ type: 'pkcs8', format: 'pem' }) }
  const door = createServer(options, (socket) => {
    const inside = connect(toPort, '127.0.0.1')
    keep(inside)
    socket.pipe(inside).pipe(socket)
  })
  door.on('secureConnection', keep)
  door.on('tlsClientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => door.close(resolve))
    },
  }
}

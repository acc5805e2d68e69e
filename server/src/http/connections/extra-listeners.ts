import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { createServer, type Server } from 'node:net'

/** Where a server listens. */
export interface Place {
  host: string
  port: number
  backlog: number
}

/**
 * Node accepts one connection per listening socket and turn of the event loop (libuv since 1.49; measured
 * with 1.52: 600 connections took 7.7 s of turns of 10 ms). Under load turns are long, and new connections
 * wait for seconds. So several sockets listen at the same address, and Linux spreads connections among them.
 */
const listenerCount = 64

/** Whether several sockets of this machine can listen at one address and share its connections. */
export const canShareAddress = process.platform === 'linux'

/**
 * Fails if another process listens there already. Sockets that share an address would not: a second server, started
 * by mistake, would get half of the connections.
 */
export async function refuseTaken({ host, port }: Place): Promise<void> {
  if (!canShareAddress || port === 0) return
  const probe = createServer().listen({ host, port })
  await once(probe, 'listening')
  await closed(probe)
}

/** Opens more listeners at the address where a server listens with `reusePort`, and returns them. */
export async function openExtraListeners(server: HttpServer, place: Place): Promise<Server[]> {
  if (!canShareAddress) return []
  const opened: Server[] = []
  try {
    for (let n = 1; n < listenerCount; n++) {
      // As Node's own HTTP server makes them.
      const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        server.emit('connection', socket)
      })
      listener.listen({ ...place, reusePort: true })
      await once(listener, 'listening')
      opened.push(listener)
    }
  } catch (error) {
    await Promise.all(opened.map(closed))
    throw error
  }
  return opened
}

/** Stops accepting connections; resolves when all open ones have ended. */
export function closed(listener: Server): Promise<void> {
  return new Promise((resolve) => listener.close(() => resolve()))
}

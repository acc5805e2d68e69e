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
 * with 1.52: 600 connections took 7.7 s of turns of 10 ms). When there is much to do turns are long, and newcomers
 * wait for seconds, whoever they are. So more sockets listen at the same place, among which Linux spreads them.
 */
const doors = 64

/** Whether several sockets of this machine may listen at one place and share what comes. */
export const canShareDoors = process.platform === 'linux'

/**
 * Fails when somebody listens there already. Sockets that share a place would not: a second server, started by
 * mistake, would get half of the connections.
 */
export async function refuseTaken({ host, port }: Place): Promise<void> {
  if (!canShareDoors || port === 0) return
  const probe = createServer().listen({ host, port })
  await once(probe, 'listening')
  await closed(probe)
}

/** Lets more connections in at the place where a server listens with `reusePort`. Answers who lets them in. */
export async function openMoreDoors(server: HttpServer, place: Place): Promise<Server[]> {
  if (!canShareDoors) return []
  const opened: Server[] = []
  try {
    for (let n = 1; n < doors; n++) {
      // As Node's own HTTP server makes them.
      const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
        server.emit('connection', socket)
      })
      door.listen({ ...place, reusePort: true })
      await once(door, 'listening')
      opened.push(door)
    }
  } catch (error) {
    await Promise.all(opened.map(closed))
    throw error
  }
  return opened
}

/** Lets nobody in any more; resolves when all who came through have left. */
export function closed(door: Server): Promise<void> {
  return new Promise((resolve) => door.close(() => resolve()))
}

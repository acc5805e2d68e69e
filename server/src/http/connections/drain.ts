import type { Server } from 'node:http'
import type { Server as Listener } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { closed } from './extra-listeners.ts'

/** How long a connection that is open may still bring a request before it is closed. */
const graceMs = 2_000
/** Requests that have not ended this long after the server began to close are cut off. */
const patienceMs = 3_000
const lookEveryMs = 20

/** A server that may answer some requests before `request` is emitted, until it is asked to forward them. */
interface LeavingServer extends Server {
  passHitsOn?(): void
}

/**
 * Disconnects the clients of a server without an error for any of them: each response closes its connection.
 * Resolves when all connections are closed, or the grace period is over and the rest may be closed. Requests are
 * answered as usual meanwhile.
 */
export async function drain(server: LeavingServer, listeners: readonly Listener[]): Promise<void> {
  server.passHitsOn?.()
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close')
  })
  const endMs = performance.now() + graceMs
  while (performance.now() < endMs && (await countAll([server, ...listeners])) > 0) {
    await delay(lookEveryMs)
  }
}

/**
 * Closes an app, and after some time also the connections of requests in progress: a client that never finishes its
 * own must not delay the stop.
 */
export async function closeWithin(
  app: FastifyInstance,
  listeners: readonly Listener[],
): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), patienceMs)
  try {
    await Promise.all([app.close(), ...listeners.map(closed)])
  } finally {
    clearTimeout(timer)
  }
}

async function countAll(servers: readonly Listener[]): Promise<number> {
  const counts = await Promise.all(servers.map(countConnections))
  return counts.reduce((sum, count) => sum + count, 0)
}

function countConnections(server: Listener): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count))
  })
}

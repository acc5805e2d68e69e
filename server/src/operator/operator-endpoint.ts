import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Engine } from '../store/events/engine.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { type EndpointNote, endpointFile } from './endpoint-note.ts'
import { answerImport, type ImportEndpointServices, importPath } from './import-endpoint.ts'
import { retryDeadLetters, retryPath } from './retry-dead-letters.ts'

/** What an operator's command needs from the server that runs on the same folder. */
export interface OperatorServices extends ImportEndpointServices {
  dataDir: string
  events: Pick<EventStore, 'flush' | 'retryDeadLetters' | 'stats'>
  engine: Engine
  /** Where the engine listens just now, with name and secret. */
  engineUrl(): Promise<string>
  logger: Pick<Logger, 'error'>
}

/**
 * The endpoint for commands that need what only the running server has: the embedded engine, the journal and the
 * work in progress. It listens only on the loopback address and requires the token of a note that only the folder's
 * owner can read, so it gives no more access than the folder itself. Returns how to close it.
 */
export async function openOperatorEndpoint(
  services: OperatorServices,
): Promise<() => Promise<void>> {
  const token = randomBytes(32).toString('base64url')
  const isKnown = knows(token)
  const server = createServer((request, response) => {
    answer(request, response, services, isKnown).catch((err: unknown) => {
      services.logger.error({ err }, 'a command of the operator failed')
      send(response, 503, { error: err instanceof Error ? err.message : String(err) })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  await leaveNote(services.dataDir, { pid: process.pid, port, token })
  return async () => {
    await rm(endpointFile(services.dataDir), { force: true })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  services: OperatorServices,
  isKnown: (request: IncomingMessage) => boolean,
): Promise<void> {
  const path = request.method === 'POST' ? (request.url ?? '') : ''
  if (isKnown(request) && path.startsWith(importPath)) {
    const reply = await answerImport(request, services)
    request.resume()
    if (reply !== undefined) return send(response, 200, reply)
  }
  request.resume()
  if (!isKnown(request)) return send(response, 401, { error: 'unknown token' })
  if (path === retryPath) return send(response, 200, await retryDeadLetters(services))
  if (path !== '/flush') return send(response, 404, { error: 'unknown command' })
  await services.events.flush()
  return send(response, 200, { engineUrl: await services.engineUrl() })
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function knows(token: string): (request: IncomingMessage) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`Bearer ${token}`)
  return (request) => timingSafeEqual(digest(request.headers.authorization ?? ''), expected)
}

/** Written to another file and renamed, so that a reader sees all of it; only the owner can read it. */
async function leaveNote(dataDir: string, note: EndpointNote): Promise<void> {
  const file = endpointFile(dataDir)
  const aside = join(dataDir, `operator-${process.pid}.tmp`)
  await rm(aside, { force: true })
  const handle = await open(aside, 'wx', 0o600)
  try {
    await handle.writeFile(JSON.stringify(note))
  } finally {
    await handle.close()
  }
  await rename(aside, file)
}

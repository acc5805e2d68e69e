import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that Linux, macOS and Windows give away by themselves: a port they had just given could be
 * given again, to a client or another test, before its server listens.
 */
const [first, last] = [15_000, 30_000]

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = first + Math.floor(Math.random() * (last - first))
    const server = createServer().listen(port, '127.0.0.1')
    const listens = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!listens) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error(`no port between ${first} and ${last} is free`)
}

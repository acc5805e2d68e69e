import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { canShareAddress, closed, openExtraListeners, refuseTaken } from './extra-listeners.ts'

const host = '127.0.0.1'

it.skipIf(!canShareAddress)(
  'accepts many new connections at each turn of a busy event loop',
  async () => {
    let turns = 0
    const server = createServer((_request, response) => response.end())
    // Each turn that accepts a connection takes a while, as under load.
    let isInTurn = false
    server.on('connection', () => {
      if (isInTurn) return
      isInTurn = true
      setImmediate(() => {
        isInTurn = false
        turns++
        const endMs = performance.now() + 5
        while (performance.now() < endMs);
      })
    })
    server.listen({ host, port: 0, reusePort: true })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const listeners = await openExtraListeners(server, { host, port, backlog: 511 })
    const sockets: Socket[] = []
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all([...listeners, server].map(closed))
    })
    const answers = Array.from({ length: 300 }, async () => {
      const socket = connect(port, host)
      sockets.push(socket)
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      return String(await once(socket, 'data'))
    })
    for (const answer of await Promise.all(answers)) expect(answer).toContain('200 OK')
    // One at each turn would be 300 turns.
    expect(turns).toBeLessThan(100)
  },
)

it.skipIf(!canShareAddress)(
  'does not share an address with a server that is already there',
  async () => {
    const first = createNetServer().listen({ host, port: 0, reusePort: true })
    await once(first, 'listening')
    onTestFinished(() => closed(first))
    const { port } = first.address() as AddressInfo
    await expect(refuseTaken({ host, port, backlog: 1 })).rejects.toThrow(/EADDRINUSE/)
  },
)

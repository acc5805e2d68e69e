import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { boundConnections } from './bound-connections.ts'

async function aServerFor(most: number) {
  const server = createServer((_request, response) => response.end())
  boundConnections(server, most)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return async (text: string) => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write(text)
    return socket
  }
}

const whole = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const unfinished = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'

it('closes idle connections before it refuses any', async () => {
  const open = await aServerFor(8)
  const idle = await Promise.all(Array.from({ length: 5 }, () => open(whole)))
  await Promise.all(idle.map((socket) => once(socket, 'data')))
  const ended = Promise.all(idle.map((socket) => once(socket.resume(), 'close')))
  const sixth = await open(whole)
  expect(String(await once(sixth, 'data'))).toContain('200 OK')
  await ended
})

it('closes at once what comes when all connections are at work', async () => {
  const open = await aServerFor(3)
  for (let n = 0; n < 3; n++) await once(await open(unfinished), 'connect')
  const fourth = await open(whole)
  const answer = once(fourth, 'data').then(() => 'answered')
  const closed = once(fourth.resume(), 'close').then(() => 'closed')
  expect(await Promise.race([answer, closed])).toBe('closed')
})

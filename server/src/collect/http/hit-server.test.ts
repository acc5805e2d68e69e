import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { drain } from '../../http/connections/drain.ts'
import { browserAgent, startTestServer, type TestServer } from '../../test/server.ts'
import { hitIntake } from './hit-intake.ts'
import { HitServer } from './hit-server.ts'

let server: TestServer
let siteId: string
beforeAll(async () => {
  server = await startTestServer()
  siteId = (await server.aSite()).site.id
})
afterAll(() => server?.close())

/** The same services behind a separate server, which counts the requests that Node's HTTP read. */
async function aHitServer() {
  const { services } = server
  const front = new HitServer(
    {},
    {
      config: services.config,
      intake: hitIntake(services),
      next: (_request, response) => response.end('other'),
    },
  )
  const seen = { byNode: 0 }
  front.on('request', () => seen.byNode++)
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  onTestFinished(() => {
    front.closeAllConnections()
    front.close()
  })
  const { port } = front.address() as AddressInfo
  return { front, seen, open: () => openClient(port) }
}

interface Client {
  socket: Socket
  /** Resolves with the received bytes once they hold this many complete responses. */
  responses(count: number): Promise<string[]>
}

async function openClient(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  return {
    socket,
    async responses(count) {
      await expect.poll(() => wholeResponses(received), { timeout: 10_000 }).toHaveLength(count)
      return wholeResponses(received)
    },
  }
}

function wholeResponses(text: string): string[] {
  const found: string[] = []
  for (let rest = text; rest.includes('\r\n\r\n'); ) {
    const length = Number(/\r\nContent-Length: (\d+)/i.exec(rest)?.[1] ?? 0)
    const end = rest.indexOf('\r\n\r\n') + 4 + length
    if (rest.length < end) break
    found.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return found
}

const hit = (visitorId: string, more = '', change: object = {}) => {
  const url = 'https://shop.example/'
  const body = JSON.stringify({ siteId, type: 'pageview', visitorId, url, ...change })
  return `POST /api/collect HTTP/1.1\r\nHost: x\r\nUser-Agent: ${browserAgent}\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

async function storedVisitors(prefix: string): Promise<string[]> {
  const { events, engine } = server.services
  await events.flush()
  const rows = await engine.query<{ id: string }>(
    `select visitor_id as id from events
     where site_id = {site:String} and startsWith(visitor_id, {prefix:String}) order by received_at, id`,
    { site: siteId, prefix },
  )
  return rows.map(({ id }) => id)
}

it('answers hit after hit on one connection without Node reading any of them', async () => {
  const { seen, open } = await aHitServer()
  const { socket, responses } = await open()
  for (let n = 1; n <= 3; n++) {
    socket.write(hit(`direct-${n}`))
    expect((await responses(n)).at(-1)).toMatch(/^HTTP\/1\.1 202 Accepted\r\n/)
  }
  expect(seen.byNode).toBe(0)
  expect(await storedVisitors('direct-')).toEqual(['direct-1', 'direct-2', 'direct-3'])
})

/** Without parts that differ between responses, in the order of the names. */
const comparable = (response: string | undefined) => {
  const [head = '', body = ''] = (response ?? '').split('\r\n\r\n')
  const lines = head.split('\r\n').map((line) => line.replace(/^(X-Request-Id|Date): .*/, '$1'))
  return [...lines.sort(), body]
}

it('answers as Node would, whether a hit is stored, dropped or refused', async () => {
  const { seen, open } = await aHitServer()
  const hits: Parameters<typeof hit>[] = [
    ['same'],
    ['same', 'DNT: 1\r\nOrigin: https://shop.example\r\n'],
    ['same', '', { siteId: 'site_unknown' }],
    ['same', '', { url: 'https://elsewhere.example/' }],
    ['same', '', { url: 'no address' }],
    ['same', '', { type: 'Grüße' }],
    ['same', 'Content-Type: text/plain; charset=latin1\r\n'],
    ['same', 'Content-Encoding: gzip\r\n'],
  ]
  for (const [index, [visitorId, more = '', change]] of hits.entries()) {
    const [direct, throughNode] = [await open(), await open()]
    direct.socket.write(hit(visitorId, more, change))
    // A blank that only Node's parser accepts.
    throughNode.socket.write(hit(visitorId, `${more}X-Blank:  a\r\n`, change))
    const [ours] = await direct.responses(1)
    const [theirs] = await throughNode.responses(1)
    expect(comparable(ours)).toEqual(comparable(theirs))
    expect(seen.byNode).toBe(index + 1)
  }
})

it('stores a hit once, however its bytes arrive', async () => {
  const { seen, open } = await aHitServer()
  const sample = hit('split-0')
  const head = sample.indexOf('\r\n\r\n')
  for (const [index, at] of [1, 30, head + 2, head + 4, sample.length - 1].entries()) {
    const text = hit(`split-${index}`)
    const { socket, responses } = await open()
    socket.setNoDelay(true)
    socket.write(text.slice(0, at))
    await expect.poll(() => socket.bytesWritten).toBe(at)
    // The server has read the first part once it has answered a later client.
    const later = await open()
    later.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await later.responses(1)
    socket.write(text.slice(at))
    expect((await responses(1))[0]).toMatch(/^HTTP\/1\.1 202 /)
  }
  expect(await storedVisitors('split')).toHaveLength(5)
  expect(seen.byNode).toBe(10)
})

it('answers requests in their order when a client does not wait', async () => {
  const { open } = await aHitServer()
  const { socket, responses } = await open()
  const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
  socket.write(hit('order-1'))
  await responses(1)
  socket.write(hit('order-2'))
  socket.write(hit('order-3') + get + hit('order-4'))
  const all = await responses(5)
  expect(all.map((one) => one.slice(9, 12))).toEqual(['202', '202', '202', '200', '202'])
  expect(await storedVisitors('order-')).toEqual(['order-1', 'order-2', 'order-3', 'order-4'])
})

it('serves hits and other requests alternately on one connection', async () => {
  const { open } = await aHitServer()
  const { socket, responses } = await open()
  const texts = [hit('turn-1'), 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', hit('turn-2'), hit('turn-3')]
  for (const [index, text] of texts.entries()) {
    socket.write(text)
    await responses(index + 1)
  }
  expect(await storedVisitors('turn-')).toEqual(['turn-1', 'turn-2', 'turn-3'])
})

it('does not take the body of another request for a hit', async () => {
  const { open } = await aHitServer()
  const { socket, responses } = await open()
  const inner = hit('smuggled')
  const head = `POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: ${inner.length}\r\n\r\n`
  socket.write(head)
  const later = await open()
  later.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await later.responses(1)
  socket.write(inner)
  expect((await responses(1))[0]).toMatch(/other$/)
  expect(await storedVisitors('smuggled')).toEqual([])
})

it('answers a client that has ended its side, and closes', async () => {
  const { open } = await aHitServer()
  const { socket, responses } = await open()
  const ended = once(socket, 'end')
  socket.end(hit('half-closed'))
  expect(await responses(1)).toHaveLength(1)
  await ended
  expect(await storedVisitors('half-closed')).toEqual(['half-closed'])
})

it('stores the hit of a client that has left', async () => {
  const { open } = await aHitServer()
  const { socket } = await open()
  socket.write(hit('gone'), () => socket.resetAndDestroy())
  await expect.poll(() => storedVisitors('gone'), { timeout: 10_000 }).toEqual(['gone'])
})

it('closes connections that wait for nothing, and tells others to leave, when it stops', async () => {
  const { front, seen, open } = await aHitServer()
  const [idle, active] = [await open(), await open()]
  for (const { socket, responses } of [idle, active]) {
    socket.write(hit('leaving'))
    await responses(1)
  }
  const sent = drain(front, [])
  active.socket.write(hit('leaving'))
  expect((await active.responses(2))[1]).toMatch(/\r\nConnection: close\r\n/i)
  expect(seen.byNode).toBe(1)
  await sent
  const ended = once(idle.socket, 'close')
  front.closeIdleConnections()
  await ended
})

it('keeps an idle connection for as long as it says, and then closes it', async () => {
  const { front, open } = await aHitServer()
  front.keepAliveTimeout = 1
  const { socket, responses } = await open()
  socket.write(hit('silent'))
  await responses(1)
  await once(socket, 'close')
})

it('reads what arrived while its thread was busy before it times a client out', async () => {
  const { front, open } = await aHitServer()
  front.headersTimeout = 50
  const accepted = once(front, 'connection')
  const { socket, responses } = await open()
  await accepted
  socket.write(hit('patient'))
  const endMs = performance.now() + 200
  while (performance.now() < endMs);
  expect((await responses(1))[0]).toMatch(/^HTTP\/1\.1 202 /)
})

it('closes a connection that brings nothing', async () => {
  const { front, open } = await aHitServer()
  front.headersTimeout = 50
  const { socket } = await open()
  await once(socket, 'close')
})

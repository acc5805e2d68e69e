import { once } from 'node:events'
import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { forwardRequests } from './forward-requests.ts'
import { PortStream } from './port-stream.ts'

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** The address of a server whose requests reach `answer` over a message port. */
async function forwardedTo(answer: RequestListener): Promise<string> {
  const inner = createServer(answer)
  const outer = createServer(
    forwardRequests((port, remoteAddress) => {
      inner.emit('connection', new PortStream(port, remoteAddress))
    }),
  )
  open.push(outer)
  outer.listen(0, '127.0.0.1')
  await once(outer, 'listening')
  return `http://127.0.0.1:${(outer.address() as AddressInfo).port}/`
}

it('passes method, path, headers, client address and large bodies on, in both directions', async () => {
  const url = await forwardedTo(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url: path, headers, socket } = request
    response.writeHead(201, {
      'X-Seen': `${method} ${path} ${headers['x-mine']} ${socket.remoteAddress}`,
    })
    response.end(Buffer.concat(chunks))
  })
  const body = 'Grüße '.repeat(200_000)
  const reply = await fetch(`${url}a/b?c=d`, { method: 'PUT', body, headers: { 'X-Mine': 'yes' } })
  expect(reply.status).toBe(201)
  expect(reply.headers.get('x-seen')).toBe('PUT /a/b?c=d yes 127.0.0.1')
  expect((await reply.text()) === body).toBe(true)
})

it('keeps several cookies apart', async () => {
  const url = await forwardedTo((_request, response) => {
    response.writeHead(200, { 'Set-Cookie': ['a=1', 'b=2'] }).end()
  })
  expect((await fetch(url)).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

it('passes a stream on piece by piece, and its end when the client leaves', async () => {
  let hasLeft = false
  const url = await forwardedTo((_request, response) => {
    response.on('close', () => {
      hasLeft = true
    })
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
    response.write('data: 1\n\n')
  })
  const leaving = new AbortController()
  const reply = await fetch(url, { signal: leaving.signal })
  const { value } = await (reply.body as ReadableStream<Uint8Array>).getReader().read()
  expect(String(Buffer.from(value ?? []))).toBe('data: 1\n\n')
  leaving.abort()
  await expect.poll(() => hasLeft).toBe(true)
})

it('waits with a stream for a client that does not read', async () => {
  let written = 0
  const url = await forwardedTo((_request, response) => {
    const chunk = Buffer.alloc(65_536)
    const write = () => {
      while (written < 2_000) {
        written++
        if (!response.write(chunk)) return
      }
      response.end()
    }
    response.on('drain', write)
    write()
  })
  const sent = httpRequest(url).end()
  const [reply] = await once(sent, 'response')
  reply.pause()
  let before = -1
  // It writes until all buffers are full, and then stops.
  while (before !== written) {
    before = written
    await delay(300)
  }
  expect(written).toBeLessThan(1_000)
  sent.destroy()
})

it('answers 503 when the connection breaks before there is a reply, and breaks off after that', async () => {
  const url = await forwardedTo((request, response) => {
    if (request.url === '/later') {
      response.writeHead(200, { 'Content-Length': '10' })
      response.write('12345', () => request.socket.destroy())
    } else {
      request.socket.destroy()
    }
  })
  const reply = await fetch(url)
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toBe('2')
  expect(await reply.json()).toEqual({
    status: 'error',
    error: { code: 503, message: 'Tributary is not available just now' },
  })
  await expect(fetch(`${url}later`).then((late) => late.text())).rejects.toThrow()
})

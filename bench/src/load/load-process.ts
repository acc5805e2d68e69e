/**
 * The load generator, in a separate process so that it shares no event loop with the server. Speaks HTTP/1.1 over
 * plain sockets, one request at a time on each: a general client would use more of the two cores than the server
 * under test. Controlled over IPC.
 */
import { connect, type Socket } from 'node:net'

/** One run: as many requests as go through in the time, on `connections` sockets. */
export interface LoadOrder {
  port: number
  path: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /**
   * Requests per second over all sockets. A request that is due while its socket still waits for an answer counts
   * from when it was due. Without this, each socket sends as soon as it was answered.
   */
  perSecond?: number
  /**
   * Bodies to send in turn. `{n}` in a body becomes the number of the request; `{address}` in a
   * header becomes an address that belongs to it.
   */
  bodies: string[]
}

/** The result. Latencies in milliseconds, from the first byte written (or due) to the answer's head. */
export interface LoadResult {
  requests: number
  seconds: number
  statuses: Record<string, number>
  p50Ms: number
  p99Ms: number
  longestMs: number
}

process.on('message', async (order: LoadOrder) => {
  process.send?.(await run(order))
})

async function run(order: LoadOrder): Promise<LoadResult> {
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  let number = 0
  const head = [
    `POST ${order.path} HTTP/1.1`,
    `Host: 127.0.0.1:${order.port}`,
    ...Object.entries(order.headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n')
  const nextRequest = () => {
    const template = order.bodies[number % order.bodies.length] ?? ''
    const body = template.replaceAll('{n}', (number++).toString(36))
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
    return `${head.replace('{address}', address)}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
  const startMs = performance.now()
  const endMs = startMs + order.seconds * 1000
  const everyMs = order.perSecond === undefined ? 0 : (1000 * order.connections) / order.perSecond
  await Promise.all(
    Array.from({ length: order.connections }, (_, index) =>
      drive(connect(order.port, '127.0.0.1'), {
        nextRequest,
        everyMs,
        firstMs: startMs + (everyMs * index) / order.connections,
        isOver: () => performance.now() >= endMs,
        onAnswer: (status, ms) => {
          latencies.push(ms)
          statuses[status] = (statuses[status] ?? 0) + 1
        },
      }),
    ),
  )
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
  return {
    requests: latencies.length,
    seconds: (performance.now() - startMs) / 1000,
    statuses,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    longestMs: at(1),
  }
}

interface Drive {
  nextRequest(): string
  /** From one request to the next, and when the first is due; 0 for as fast as it goes. */
  everyMs: number
  firstMs: number
  isOver(): boolean
  onAnswer(status: string, ms: number): void
}

/** Sends request after request on one socket until the time is over. */
function drive(socket: Socket, load: Drive): Promise<void> {
  const { nextRequest, everyMs, isOver, onAnswer } = load
  return new Promise((resolve, reject) => {
    let dueMs = load.firstMs - everyMs
    let received = ''
    const write = () => socket.write(nextRequest())
    const send = () => {
      const nowMs = performance.now()
      dueMs = everyMs === 0 ? nowMs : dueMs + everyMs
      if (dueMs > nowMs) setTimeout(write, dueMs - nowMs)
      else write()
    }
    socket.setNoDelay(true)
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      const headEnd = received.indexOf('\r\n\r\n')
      if (headEnd === -1) return
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(received)?.[1] ?? 0)
      if (received.length < headEnd + 4 + length) return
      onAnswer(received.slice(9, 12), performance.now() - dueMs)
      received = ''
      if (isOver()) socket.end()
      else send()
    })
  })
}

/**
 * A load generator that does not wait: requests arrive at a fixed rate whatever happens to earlier ones, as from
 * independent browsers. It is a separate process, controlled over IPC.
 */
import { connect, type Socket } from 'node:net'

/** A rate and a duration; each request uses a free connection or a new one. */
export interface OpenLoopOrder {
  port: number
  path: string
  headers: Record<string, string>
  /** `{n}` becomes the number of the request; in a header `{address}` an address of its own. */
  body: string
  perSecond: number
  seconds: number
  /** The most connections of the crowd's browsers; a request that finds none free waits, and the wait counts. */
  mostConnections: number
}

/** The result. Milliseconds from when a request was due until it was answered. */
export interface OpenLoopResult {
  due: number
  /** By status; `none` are those that broke or were not answered within the patience. */
  answers: Record<string, { count: number; p50Ms: number; p99Ms: number; longestMs: number }>
  /** Refusals without `Retry-After`. */
  withoutRetryAfter: number
  connections: number
  seconds: number
}

const patienceMs = 10_000
const tickMs = 2

process.on('message', async (order: OpenLoopOrder) => {
  process.send?.(await new Run(order).all())
})

class Run {
  #order: OpenLoopOrder
  #free: Connection[] = []
  #connections = 0
  #waiting: number[] = []
  #number = 0
  #answered = 0
  #latencies = new Map<string, number[]>()
  #withoutRetryAfter = 0

  constructor(order: OpenLoopOrder) {
    this.#order = order
  }

  async all(): Promise<OpenLoopResult> {
    const { perSecond, seconds } = this.#order
    const due = Math.round(perSecond * seconds)
    const beganMs = performance.now()
    let begun = 0
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const nowMs = performance.now()
        // The first is due at once, each when its time has come and not when the next one's has.
        const until = Math.min(due, 1 + Math.floor(((nowMs - beganMs) / 1000) * perSecond))
        for (; begun < until; begun++) this.#waiting.push(beganMs + (begun * 1000) / perSecond)
        this.#serve()
        const isTired = nowMs > beganMs + seconds * 1000 + patienceMs
        if (this.#answered < due && !isTired) return
        clearInterval(timer)
        resolve()
      }, tickMs)
    })
    if (this.#answered < due)
      this.#latencies.set('none', Array(due - this.#answered).fill(patienceMs))
    return {
      due,
      answers: Object.fromEntries(
        [...this.#latencies].map(([status, all]) => [status, shape(all)]),
      ),
      withoutRetryAfter: this.#withoutRetryAfter,
      connections: this.#connections,
      seconds: (performance.now() - beganMs) / 1000,
    }
  }

  #serve(): void {
    while (this.#waiting.length > 0) {
      const connection = this.#free.pop() ?? this.#open()
      if (connection === undefined) return
      connection.send(this.#nextRequest(), this.#waiting.shift() as number)
    }
  }

  #open(): Connection | undefined {
    if (this.#connections >= this.#order.mostConnections) return undefined
    this.#connections++
    return new Connection(this.#order.port, {
      onAnswer: (connection, head, dueMs) => {
        this.#note(head.slice(9, 12), dueMs)
        const isRefusal = head.startsWith('HTTP/1.1 503') || head.startsWith('HTTP/1.1 429')
        if (isRefusal && !/\r\nretry-after:/i.test(head)) this.#withoutRetryAfter++
        if (!/\r\nconnection: close/i.test(head)) this.#free.push(connection)
      },
      onEnd: (dueMs) => {
        this.#connections--
        if (dueMs !== undefined) this.#note('none', dueMs)
      },
    })
  }

  #note(status: string, dueMs: number): void {
    this.#answered++
    const all = this.#latencies.get(status) ?? []
    all.push(performance.now() - dueMs)
    this.#latencies.set(status, all)
  }

  #nextRequest(): string {
    const n = this.#number++
    const { port, path, headers } = this.#order
    const body = this.#order.body.replaceAll('{n}', n.toString(36))
    const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('').replace('{address}', address)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  }
}

interface Listener {
  onAnswer(connection: Connection, head: string, dueMs: number): void
  onEnd(dueMs: number | undefined): void
}

/** One request at a time on a plain socket. */
class Connection {
  #socket: Socket
  #dueMs: number | undefined
  #received = ''

  constructor(port: number, listener: Listener) {
    this.#socket = connect(port, '127.0.0.1')
    this.#socket.setNoDelay(true)
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => listener.onEnd(this.#dueMs))
    this.#socket.on('data', (chunk) => {
      this.#received += chunk.toString('latin1')
      const headEnd = this.#received.indexOf('\r\n\r\n')
      if (headEnd === -1 || this.#dueMs === undefined) return
      const length = Number(/\r\ncontent-length: *(\d+)/i.exec(this.#received)?.[1] ?? 0)
      if (this.#received.length < headEnd + 4 + length) return
      const [head, dueMs] = [this.#received.slice(0, headEnd), this.#dueMs]
      this.#received = ''
      this.#dueMs = undefined
      listener.onAnswer(this, head, dueMs)
    })
  }

  send(text: string, dueMs: number): void {
    this.#dueMs = dueMs
    this.#socket.write(text)
  }
}

function shape(values: number[]) {
  const sorted = values.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) }
}

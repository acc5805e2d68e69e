import { connect } from 'node:net'

/** What is sent: the exact bytes, so that nothing on this side corrects them. */
export interface HostileRequest {
  head: string
  body: Buffer
  /** Whether the client stops sending after this, as one that was cut off. */
  isCut: boolean
}

/** Why there was no answer. A client that hung up early need not be answered; every other one must be. */
export type Silence =
  | 'hung up before the end of the request'
  | 'reset by the server'
  | 'closed by the server'
  | 'refused by the server'
  | 'nothing for 45 s'

export interface Answer {
  /** 0 when there was none. */
  status: number
  text: string
  /** Why there was no answer; undefined if there was one. */
  silence: Silence | undefined
}

/** Longer than the server's request timeout of 30 s and its answer. */
const patienceMs = 45_000
const mostText = 200_000

/** Sends bytes and reads what comes back until the server closes. */
export function send(url: string, { head, body, isCut }: HostileRequest): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const chunks: Buffer[] = []
  let size = 0
  let end: Silence = 'closed by the server'
  const socket = connect(Number(port), hostname, () => {
    socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]))
    if (isCut) socket.end()
  })
  socket.setTimeout(patienceMs, () => {
    end = 'nothing for 45 s'
    socket.destroy()
  })
  socket.on('data', (chunk) => {
    if (size < mostText) chunks.push(chunk)
    size += chunk.length
  })
  // A server may close the connection on an invalid request before all of it was sent.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    end = error.code === 'ECONNREFUSED' ? 'refused by the server' : 'reset by the server'
  })
  socket.on('close', () => {
    const text = Buffer.concat(chunks).toString('latin1')
    const status = Number(
      /^(?:HTTP\/1\.1 1\d\d .*\r\n\r\n)*HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0,
    )
    const silence = isCut && end !== 'nothing for 45 s' ? hungUp : end
    resolve({ status, text, silence: status === 0 ? silence : undefined })
  })
  return promise
}

const hungUp: Silence = 'hung up before the end of the request'

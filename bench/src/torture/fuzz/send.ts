import { connect } from 'node:net'

/** What is sent: the very bytes, so that nothing on this side puts them right. */
export interface HostileRequest {
  head: string
  body: Buffer
  /** Whether the client says no more after this, as one that was cut off. */
  isCut: boolean
}

export interface Answer {
  /** 0 when there was none. */
  status: number
  text: string
}

const patienceMs = 45_000
const mostText = 200_000

/** Sends bytes and reads what comes back until the server closes. */
export function send(url: string, { head, body, isCut }: HostileRequest): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const chunks: Buffer[] = []
  let size = 0
  const socket = connect(Number(port), hostname, () => {
    socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]))
    if (isCut) socket.end()
  })
  socket.setTimeout(patienceMs, () => socket.destroy())
  socket.on('data', (chunk) => {
    if (size < mostText) chunks.push(chunk)
    size += chunk.length
  })
  // A server may close on whoever sends what is no request; that is an answer too.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    const text = Buffer.concat(chunks).toString('latin1')
    resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text })
  })
  return promise
}

import { connect } from 'node:net'

/** A raw reply. Names of headers are lower-case. */
export interface RawReply {
  status: number
  headers: Map<string, string>
  text: string
}

/** Sends bytes as they are, for requests that no HTTP client would send, and reads until the server closes. */
export function rawRequest(url: string, bytes: string | Buffer): Promise<RawReply> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>()
  const chunks: Buffer[] = []
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  socket.on('data', (chunk) => chunks.push(chunk))
  socket.on('error', reject)
  socket.on('close', () => resolve(parsed(Buffer.concat(chunks).toString('utf8'))))
  return promise
}

function parsed(reply: string): RawReply {
  const end = reply.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = reply.slice(0, end).split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Map(headers),
    text: reply.slice(end + 4),
  }
}

import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net'

/** Where connections are passed on to: a port of this machine, or a socket's path. */
export type Target = Pick<NetConnectOpts & { port?: number; path?: string }, 'port' | 'path'>

/**
 * Forwards TCP connections unchanged, and can fail as networks do: lose responses, or be down. Needs nothing from
 * the kernel.
 */
export class Relay {
  /** Drops what the other side answers, and then breaks the connection. */
  losesAnswers = false
  #server: Server
  #target: Target
  #sockets = new Set<Socket>()
  #address: { host: string; port: number }

  private constructor(server: Server, target: Target, address: { host: string; port: number }) {
    this.#server = server
    this.#target = target
    this.#address = address
    server.on('connection', (socket) => this.#pass(socket))
  }

  static async open(target: Target, host = '127.0.0.1'): Promise<Relay> {
    const server = createServer().listen(0, host)
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return new Relay(server, target, { host, port: address.port })
  }

  get port(): number {
    return this.#address.port
  }

  /** Refuses connections and breaks existing ones, like a server that ended. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** Accepts connections again at the same address. */
  async reopen(): Promise<void> {
    this.#server.listen(this.#address.port, this.#address.host)
    await once(this.#server, 'listening')
  }

  #pass(client: Socket): void {
    const { port, path } = this.#target
    const server = path === undefined ? connect(Number(port), '127.0.0.1') : connect(path)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
    }
    client.on('data', (bytes) => void server.write(bytes))
    client.on('end', () => server.end())
    server.on('data', (bytes) => {
      if (this.losesAnswers) client.resetAndDestroy()
      else client.write(bytes)
    })
    server.on('end', () => client.end())
  }
}

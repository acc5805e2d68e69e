import { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'

/** Bytes, `read` when the last ones were read, or `end` when none follow. */
type Message = Uint8Array | 'read' | 'end'

/**
 * A connection between two threads, over a `MessagePort`, with one chunk in flight at a time. It has the socket
 * methods that Node's HTTP expects; they have no effect here.
 */
export class PortStream extends Duplex {
  /** The client's. */
  readonly remoteAddress: string
  #port: MessagePort
  #onRead: (() => void) | undefined
  #isReadDue = false

  constructor(port: MessagePort, remoteAddress: string) {
    super({ allowHalfOpen: true })
    this.remoteAddress = remoteAddress
    this.#port = port
    port.on('message', (message: Message) => this.#receive(message))
    port.on('close', () => this.destroy())
  }

  override _read(): void {
    if (!this.#isReadDue) return
    this.#isReadDue = false
    this.#send('read')
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#onRead = done
    // A copy to transfer: a chunk may be a part of a larger buffer that others use.
    const bytes = new Uint8Array(chunk)
    this.#port.postMessage(bytes, [bytes.buffer])
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done)
  }

  override _final(done: () => void): void {
    this.#send('end')
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close()
    done(error)
  }

  setTimeout(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  #send(message: Message): void {
    this.#port.postMessage(message)
  }

  #receive(message: Message): void {
    if (message === 'read') {
      const done = this.#onRead
      this.#onRead = undefined
      done?.()
    } else if (message === 'end') {
      this.push(null)
    } else {
      this.#isReadDue = true
      this.push(Buffer.from(message.buffer, message.byteOffset, message.byteLength))
    }
  }
}

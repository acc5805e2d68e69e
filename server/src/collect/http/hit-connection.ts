import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type HitAnswer, type HitArrival, openToAll, storedAnswer } from './answer-hit.ts'
import { readWholeHit } from './whole-hit.ts'

/** What a connection needs from its server. */
export interface ConnectionOwner {
  answer(arrival: HitArrival): Promise<HitAnswer>
  onAnswered(status: number, startMs: number): void
  /** Whether all requests are to be passed on, hits included. */
  readonly passesHitsOn: boolean
  readonly headersTimeout: number
  readonly keepAliveTimeout: number
  /** Passes the connection to Node's HTTP. */
  release(connection: HitConnection, socket: Socket): void
  onSilent(socket: Socket): void
  onClosed(connection: HitConnection): void
}

/** Node adds this grace period to its timeout, for a request in progress at that moment. */
const keepAliveBufferMs = 1_000

/**
 * A connection that has brought only complete hits so far, one after the other. At the first bytes that are anything
 * else, Node's HTTP parser takes over, for good.
 */
export class HitConnection {
  readonly #socket: Socket
  readonly #owner: ConnectionOwner
  #isBusy = false
  #hasAnswered = false
  #hasEnded = false
  #isSilent = false
  /** Bytes that came before the response to the hit in progress. */
  #early: Buffer | undefined

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.#socket = socket
    this.#owner = owner
    socket.on('data', this.#receive)
    socket.on('end', this.#end)
    socket.on('timeout', this.#timeOut)
    socket.on('error', ignore)
    socket.on('close', this.#close)
    socket.setTimeout(owner.headersTimeout)
  }

  /** Whether it waits for a next request. A connection without any request yet has its full timeout, as in Node. */
  get isIdle(): boolean {
    return this.#hasAnswered && !this.#isBusy
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #receive = (bytes: Buffer): void => {
    this.#isSilent = false
    if (this.#isBusy) {
      this.#early = bytes
      this.#socket.pause()
      return
    }
    const hit = this.#owner.passesHitsOn ? undefined : readWholeHit(bytes)
    if (hit === undefined) {
      this.#release(bytes)
      return
    }
    this.#isBusy = true
    const startMs = performance.now()
    const arrival = { ...hit, remoteAddress: this.#socket.remoteAddress }
    void this.#owner.answer(arrival).then((reply) => {
      this.#isBusy = false
      this.#send(reply)
      this.#owner.onAnswered(reply.status, startMs)
    })
  }

  #send(reply: HitAnswer): void {
    const socket = this.#socket
    if (socket.destroyed) return
    if (!this.#hasAnswered) {
      this.#hasAnswered = true
      socket.setTimeout(this.#owner.keepAliveTimeout + keepAliveBufferMs)
    }
    const text = responseText(reply, this.#owner.keepAliveTimeout)
    const hasRoom = socket.write(text, reply.body === '' ? 'latin1' : 'utf8')
    if (this.#early !== undefined) this.#release(this.#early)
    else if (this.#hasEnded) socket.end()
    else if (!hasRoom) {
      // Its client sends hits and reads no responses.
      socket.pause()
      socket.once('drain', () => socket.resume())
    }
  }

  #release(bytes: Buffer): void {
    const socket = this.#socket
    socket.off('data', this.#receive)
    socket.off('end', this.#end)
    socket.off('timeout', this.#timeOut)
    socket.off('error', ignore)
    socket.off('close', this.#close)
    socket.setTimeout(0)
    this.#owner.release(this, socket)
    socket.unshift(bytes)
    socket.resume()
  }

  #end = (): void => {
    this.#hasEnded = true
    if (!this.#isBusy) this.#socket.end()
  }

  #timeOut = (): void => {
    this.#isSilent = true
    // After a long pause, the event loop runs timers before it reads what arrived meanwhile.
    setImmediate(() => {
      if (this.#isBusy || !this.#isSilent) return
      if (this.#hasAnswered) this.#socket.destroy()
      else this.#owner.onSilent(this.#socket)
    })
  }

  #close = (): void => this.#owner.onClosed(this)
}

/** Node closes a broken connection; a hit that came over it is stored like any other. */
function ignore(): void {}

const headOf = (status: number) => `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
const commonHeaders = linesOf(openToAll)
const storedHead = `${headOf(202)}${commonHeaders}Content-Length: 0\r\n`

function responseText(reply: HitAnswer, keepAliveMs: number): string {
  const { status, headers, body } = reply
  const head =
    reply === storedAnswer
      ? storedHead
      : `${headOf(status)}${commonHeaders}${linesOf(headers)}Content-Length: ${Buffer.byteLength(body)}\r\n`
  return `${head}X-Request-Id: ${randomUUID()}\r\nDate: ${httpDate()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n${body}`
}

function linesOf(headers: readonly string[]): string {
  let lines = ''
  for (let n = 0; n < headers.length; n += 2) lines += `${headers[n]}: ${headers[n + 1]}\r\n`
  return lines
}

let dateSecond = 0
let dateText = ''

function httpDate(): string {
  const nowMs = Date.now()
  const second = Math.floor(nowMs / 1000)
  if (second !== dateSecond) {
    dateSecond = second
    dateText = new Date(nowMs).toUTCString()
  }
  return dateText
}

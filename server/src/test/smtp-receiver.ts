import { createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { TestCertificate } from './certificate.ts'

/** An e-mail as it came over the wire. */
export interface ReceivedMail {
  to: string[]
  /** Headers by their names in lower case, folded lines joined. */
  headers: Record<string, string>
  /** Its parts by content type, decoded. */
  parts: Record<string, string>
}

export interface ReceivedLine {
  line: string
  isSecure: boolean
}

/** A mail server of a test's own: accepts everything, unless a test sets its answer. */
export interface SmtpReceiver {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** What clients said outside of e-mails, and whether anybody on the way could read it. */
  readonly lines: ReceivedLine[]
  /** What the next recipients are answered, such as `550 no such user`; then it takes them again. */
  refuse(...answers: string[]): void
  /** Has the next e-mails taken and then the connection cut, as when a machine dies there. */
  hangUp(times: number): void
  close(): Promise<void>
}

/** A mail server's requirements. */
export interface SmtpReceiverOptions {
  /** The address that it listens on; `127.0.0.1` by default. */
  host?: string
  /** Speaks TLS: from the first byte, or where it offers `STARTTLS`, once the client says so. */
  tls?: { certificate: TestCertificate; from: 'first byte' | 'STARTTLS' }
  /** Required for sending, if set. */
  login?: { user: string; password: string }
}

/** Starts a mail server on a port of its own. Enough of RFC 5321, 3207 and 4954 for one client. */
export async function startSmtpReceiver(options: SmtpReceiverOptions = {}): Promise<SmtpReceiver> {
  const { host = '127.0.0.1', tls } = options
  const mails: ReceivedMail[] = []
  const lines: ReceivedLine[] = []
  const refusals: string[] = []
  const sockets = new Set<Duplex>()
  let hangUps = 0
  const secureContext =
    tls && createSecureContext({ cert: tls.certificate.pem, key: pemOf(tls.certificate) })
  const secured = (socket: Duplex) =>
    new TLSSocket(socket as Socket, { isServer: true, secureContext })

  const take = (mail: ReceivedMail) => {
    mails.push(mail)
    return hangUps-- <= 0
  }
  const talk: Talk = { options, lines, refusals, secured, take }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const isSecure = tls?.from === 'first byte'
    const start = isSecure ? secured(socket) : socket
    start.write('220 test ESMTP\r\n')
    converse(talk, start, isSecure)
  })

  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `smtp://${host}:${port}`,
    mails,
    lines,
    refuse: (...answers) => refusals.push(...answers),
    hangUp(times) {
      hangUps = times
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** What all conversations of a server share. */
interface Talk {
  options: SmtpReceiverOptions
  lines: ReceivedLine[]
  refusals: string[]
  /** The same connection from where TLS begins. */
  secured(socket: Duplex): Duplex
  /** Keeps an e-mail; false where the connection is to end there. */
  take(mail: ReceivedMail): boolean
}

/** Answers one client, line after line. */
function converse(talk: Talk, socket: Duplex, isSecure: boolean): void {
  const { options, lines, refusals } = talk
  socket.on('error', () => socket.destroy())
  const say = (line: string) => socket.write(`${line}\r\n`)
  let buffered = ''
  let to: string[] = []
  let isInData = false
  let isKnown = options.login === undefined
  const answer = (line: string) => {
    lines.push({ line, isSecure })
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') {
      const offers = [
        ...(options.tls && !isSecure ? ['STARTTLS'] : []),
        ...(options.login ? ['AUTH PLAIN'] : []),
      ]
      return say(
        ['250-test', ...offers.map((offer) => `250-${offer}`), '250 8BITMIME'].join('\r\n'),
      )
    }
    if (verb === 'STAR') {
      socket.removeAllListeners('data')
      say('220 go on in secret')
      return converse(talk, talk.secured(socket), true)
    }
    if (verb === 'AUTH') {
      const [, user, password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString('utf8')
        .split('\0')
      isKnown = user === options.login?.user && password === options.login?.password
      return say(isKnown ? '235 welcome' : '535 wrong name or password')
    }
    if (verb === 'MAIL' && !isKnown) return say('530 say who you are')
    if (verb === 'RCPT') {
      const refusal = refusals.shift()
      if (refusal === undefined) to.push(/<(.*?)>/.exec(line)?.[1] ?? '')
      return say(refusal ?? '250 ok')
    }
    if (verb === 'MAIL') to = []
    if (verb === 'DATA') {
      isInData = true
      return say('354 go on')
    }
    if (verb === 'QUIT') return socket.end('221 bye\r\n')
    return say('250 ok')
  }
  socket.setEncoding('latin1').on('data', (chunk) => {
    buffered += chunk
    for (;;) {
      const end = isInData ? buffered.indexOf('\r\n.\r\n') : buffered.indexOf('\r\n')
      if (end === -1) return
      const text = buffered.slice(0, end)
      buffered = buffered.slice(end + (isInData ? 5 : 2))
      if (!isInData) {
        answer(text)
        continue
      }
      isInData = false
      if (talk.take({ to, ...readMessage(text.replaceAll('\r\n..', '\r\n.')) })) say('250 taken')
      else socket.destroy()
    }
  })
}

const pemOf = ({ key }: TestCertificate) => key.export({ type: 'pkcs8', format: 'pem' }) as string

function readMessage(text: string): Pick<ReceivedMail, 'headers' | 'parts'> {
  const { headers, body } = splitMessage(text)
  const type = headers['content-type'] ?? ''
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1]
  if (boundary === undefined) return { headers, parts: { [kindOf(type)]: decode(headers, body) } }
  const parts = body.split(`--${boundary}`).slice(1, -1)
  return {
    headers,
    parts: Object.fromEntries(
      parts.map((part) => {
        const inner = splitMessage(part.replace(/^\r\n/, ''))
        return [kindOf(inner.headers['content-type'] ?? ''), decode(inner.headers, inner.body)]
      }),
    ),
  }
}

function splitMessage(text: string): { headers: Record<string, string>; body: string } {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const
  })
  return { headers: Object.fromEntries(pairs), body: text.slice(end + 4) }
}

const kindOf = (type: string) => type.split(';')[0]?.trim() ?? ''

function decode(headers: Record<string, string>, body: string): string {
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n').trim()
  return fromQuotedPrintable(body).replaceAll('\r\n', '\n').trim()
}

function fromQuotedPrintable(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Words of RFC 2047, as subjects with non-ASCII characters are written. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_all, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuotedPrintable(word.replaceAll('_', ' ')),
    )
}

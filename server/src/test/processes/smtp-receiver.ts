import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { TestCertificate } from '../certificate.ts'

/** An e-mail as it came over the wire. */
export interface ReceivedMail {
  to: string[]
  /** Headers by their names in lower case, folded lines joined; the subject decoded. */
  headers: Record<string, string>
  /** Its texts by content type, decoded. */
  parts: Record<string, string>
}

/** A command, and whether anybody on the way could read it. */
export interface ReceivedLine {
  line: string
  isSecure: boolean
}

/** A mail server of a test's own: accepts everything, unless a test sets its answer. */
export interface SmtpReceiver {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** What clients said outside of e-mails. */
  readonly lines: ReceivedLine[]
  /** Answers to the next recipients, such as `550 no such user`; later ones are accepted again. */
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

/** Starts a mail server on a port of its own. */
export async function startSmtpReceiver(options: SmtpReceiverOptions = {}): Promise<SmtpReceiver> {
  const { host = '127.0.0.1', tls, login } = options
  const mails: ReceivedMail[] = []
  const lines: ReceivedLine[] = []
  const refusals: string[] = []
  let hangUps = 0
  const server = new SMTPServer({
    ...(tls && { cert: tls.certificate.pem, key: pemOf(tls.certificate) }),
    secure: tls?.from === 'first byte',
    hideSTARTTLS: tls === undefined,
    disableReverseLookup: true,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: login === undefined ? ['AUTH'] : [],
    closeTimeout: 1,
    logger: false,
    onAuth: ({ username, password }, _session, answer) =>
      username === login?.user && password === login?.password
        ? answer(null, { user: username })
        : answer(new Error('wrong name or password')),
    onRcptTo: (_address, _session, answer) => answer(errorOf(refusals.shift())),
    async onData(stream, session, answer) {
      mails.push(await readMail(stream, session))
      if (hangUps-- <= 0) answer()
      else for (const { _socket } of server.connections) _socket.destroy()
    },
  })
  server.logger.debug = (about, ...[, line]: unknown[]) => {
    if (typeof about !== 'object' || about.tnx !== 'command') return
    const isSecure = [...server.connections].some(({ id, secure }) => id === about.cid && secure)
    lines.push({ line: String(line), isSecure })
  }
  // A client that goes away in the middle is nothing to tell of.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${host}:${port}`,
    mails,
    lines,
    refuse: (...answers) => refusals.push(...answers),
    hangUp(times) {
      hangUps = times
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const pemOf = ({ key }: TestCertificate) => key.export({ type: 'pkcs8', format: 'pem' }) as string

/** `550 no such user` as smtp-server wants it. */
function errorOf(refusal: string | undefined): Error | null {
  if (refusal === undefined) return null
  const [code, ...text] = refusal.split(' ')
  return Object.assign(new Error(text.join(' ')), { responseCode: Number(code) })
}

async function readMail(
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
): Promise<ReceivedMail> {
  const chunks = await stream.toArray()
  const { headers, subject = '', text, html } = await PostalMime.parse(Buffer.concat(chunks))
  return {
    to: envelope.rcptTo.map(({ address }) => address),
    headers: { ...Object.fromEntries(headers.map(({ key, value }) => [key, value])), subject },
    parts: {
      ...(text !== undefined && { 'text/plain': text.trim() }),
      ...(html !== undefined && { 'text/html': html.trim() }),
    },
  }
}

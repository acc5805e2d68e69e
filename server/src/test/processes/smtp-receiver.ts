import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { TestCertificate } from '../certificate.ts'

/** An e-mail as it was received. */
export interface ReceivedMail {
  to: string[]
  /** Headers by their names in lower case, folded lines joined; the subject decoded. */
  headers: Record<string, string>
  /** Its texts by content type, decoded. */
  parts: Record<string, string>
}

/** A command, and whether it was sent unencrypted. */
export interface ReceivedLine {
  line: string
  isSecure: boolean
}

/** A mail server for tests: accepts everything, unless a test sets its answer. */
export interface SmtpReceiver {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** What clients said outside of e-mails. */
  readonly lines: ReceivedLine[]
  /** Answers to the next recipients, such as `550 no such user`; later ones are accepted again. */
  refuse(...answers: string[]): void
  /** Accepts the next e-mails and then cuts the connection, as when a machine dies at that moment. */
  hangUp(times: number): void
  close(): Promise<void>
}

/** A mail server's requirements. */
export interface SmtpReceiverOptions {
  /** The address that it listens on; `127.0.0.1` by default. */
  host?: string
  /** Uses TLS: from the first byte, or if it offers `STARTTLS`, once the client requests it. */
  tls?: { certificate: TestCertificate; from: 'first byte' | 'STARTTLS' }
  /** Required for sending, if set. */
  login?: { user: string; password: string }
}

/** Starts a mail server on a separate port. */
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
  // A client that disconnects in the middle is ignored.
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

/** `550 no such user` in smtp-server's form. */
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

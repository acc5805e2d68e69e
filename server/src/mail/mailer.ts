import type { Transporter } from 'nodemailer'
import type { Config } from '../config.ts'

/** The text of an e-mail in both forms, and its additional headers. */
export interface MailContent {
  subject: string
  text: string
  html: string
  /** Further headers by name, such as `List-Unsubscribe`. */
  headers?: Readonly<Record<string, string>>
}

/** One e-mail to one person. */
export interface Mail extends MailContent {
  to: string
  /** Determines the Message-ID, so that a repetition can be recognised as one. */
  id: string
}

/** The connection to the operator's mail server. */
export interface Mailer {
  readonly from: string
  /** Sends an e-mail; throws a `MailRefused`, or why the server could not be reached. */
  send(mail: Mail): Promise<void>
  /** Checks that the server can be reached and accepts the name and password. Throws if not. */
  verify(): Promise<void>
}

/** The mail server will never accept this e-mail, so it must not be retried. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** A server without an answer for this long counts as down. */
const patienceMs = 20_000

/** The configured mailer; undefined if none is configured. Connects only to send. */
export function openMailer({ smtpUrl, mailFrom, publicUrl }: MailSettings): Mailer | undefined {
  if (smtpUrl === undefined) return undefined
  const { hostname } = new URL(publicUrl)
  const from = mailFrom ?? addressOf(smtpUrl) ?? `Tributary <tributary@${hostname}>`
  let opened: Promise<Transporter> | undefined
  const transport = () => {
    opened ??= openTransport(smtpUrl)
    return opened
  }
  return {
    from,
    async send({ id, to, subject, text, html, headers = {} }) {
      const messageId = `<${id}@${hostname}>`
      // As an object: a string would be parsed as several addresses.
      const recipient = { name: '', address: to }
      try {
        const mail = { from, to: recipient, subject, text, html, headers, messageId }
        await (await transport()).sendMail(mail)
      } catch (error) {
        if (isFinal(error)) throw new MailRefused((error as Error).message, { cause: error })
        throw error
      }
    },
    async verify() {
      await (await transport()).verify()
    },
  }
}

/** Loads the library on first use: that takes 0.15 s, for which every start and every command would wait. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // A password must never cross a network in clear text, whatever somebody in between claims that the server
    // supports.
    ...(mustBeEncrypted(url) && { requireTLS: true }),
    // No text of ours is ever read as a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>

/** The user name is often the address that one may send from. */
function addressOf(smtpUrl: string): string | undefined {
  const user = decodeURIComponent(new URL(smtpUrl).username)
  return /^[^\s<>@]+@[^\s<>@]+$/.test(user) ? `Tributary <${user}>` : undefined
}

function mustBeEncrypted(smtpUrl: string): boolean {
  const { username, hostname, searchParams } = new URL(smtpUrl)
  const isOwnMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return username !== '' && !isOwnMachine && searchParams.get('requireTLS') !== 'false'
}

/** Whether the server refused this recipient or this text for good: an answer of 5xx to either. */
function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { aCertificate } from '../test/certificate.ts'
import { type SmtpReceiverOptions, startSmtpReceiver } from '../test/processes/smtp-receiver.ts'
import { type Mailer, MailRefused, openMailer } from './mailer.ts'

/** The mailer does not treat it as the local machine, so that the rules for a network apply here. */
const host = '127.0.0.2'
const login = { user: 'ana@shop.example', password: 'a:secret/of@signs' }
const message = { id: 'mail_1', to: 'ben@shop.example', subject: 'Hi', text: 'Hi', html: '<p>Hi' }

const root = aCertificate({ name: 'Test root', isAuthority: true })
const certificate = aCertificate({ name: host, isAuthority: false, issuer: root })
const trusted = getCACertificates('default')
// As NODE_EXTRA_CA_CERTS does for a server that starts.
beforeAll(() => setDefaultCACertificates([...trusted, root.pem]))
afterAll(() => setDefaultCACertificates(trusted))

/** A mail server that requires name and password, and a mailer that knows some. */
async function aServer(
  options: SmtpReceiverOptions,
  { scheme = 'smtp', password = login.password, query = '' } = {},
) {
  const smtp = await startSmtpReceiver({ host, login, ...options })
  onTestFinished(() => smtp.close())
  const user = [login.user, password].map(encodeURIComponent).join(':')
  const smtpUrl = `${scheme}://${user}@${new URL(smtp.url).host}${query}`
  const publicUrl = 'https://stats.example.com'
  const mailer = openMailer({ smtpUrl, mailFrom: undefined, publicUrl }) as Mailer
  return { smtp, mailer }
}

const startTls = { certificate, from: 'STARTTLS' } as const

it('signs in and sends after STARTTLS, never before', async () => {
  const { smtp, mailer } = await aServer({ tls: startTls })
  await mailer.verify()
  await mailer.send(message)
  expect(smtp.mails).toMatchObject([
    { to: ['ben@shop.example'], headers: { from: 'Tributary <ana@shop.example>' } },
  ])
  const inClear = smtp.lines.filter(({ isSecure }) => !isSecure).map(({ line }) => line)
  expect(inClear.map((line) => line.split(' ')[0])).toEqual([
    'EHLO',
    'STARTTLS',
    'EHLO',
    'STARTTLS',
  ])
  const inSecret = smtp.lines.filter(({ isSecure }) => isSecure).map(({ line }) => line)
  expect(inSecret.filter((line) => line.startsWith('AUTH'))).toHaveLength(2)
})

it('speaks TLS from the first byte where the URL says smtps', async () => {
  const { smtp, mailer } = await aServer(
    { tls: { certificate, from: 'first byte' } },
    { scheme: 'smtps' },
  )
  await mailer.send(message)
  expect(smtp.mails).toHaveLength(1)
  expect(smtp.lines.filter(({ isSecure }) => !isSecure)).toEqual([])
})

it('sends no password to a server without encryption, unless configured to', async () => {
  const stripped = await aServer({})
  await expect(stripped.mailer.send(message)).rejects.toThrow()
  expect(stripped.smtp.lines.filter(({ line }) => line.startsWith('AUTH'))).toEqual([])
  const optedOut = await aServer({}, { query: '?requireTLS=false' })
  await optedOut.mailer.send(message)
  expect(optedOut.smtp.mails).toHaveLength(1)
})

it.each([
  ['an untrusted authority', aCertificate({ name: host, isAuthority: false })],
  ['another name', aCertificate({ name: 'mail.example', isAuthority: false, issuer: root })],
])('sends no password to a server with a certificate of %s', async (_, wrong) => {
  const { smtp, mailer } = await aServer({ tls: { certificate: wrong, from: 'STARTTLS' } })
  await expect(mailer.send(message)).rejects.toThrow()
  expect(smtp.lines.filter(({ line }) => line.startsWith('AUTH'))).toEqual([])
  expect(smtp.mails).toEqual([])
})

it('does not give an e-mail up because the password is wrong: that can be fixed', async () => {
  const { mailer } = await aServer({ tls: startTls }, { password: 'old' })
  await expect(mailer.verify()).rejects.toThrow('535')
  const failed = await mailer.send(message).catch((error: unknown) => error)
  expect(String(failed)).toContain('535')
  expect(failed).not.toBeInstanceOf(MailRefused)
})

import { AppError } from '../errors.ts'
import { writeLetter } from './letter.ts'
import type { Mailer } from './mailer.ts'

/** What everybody is told who wants an e-mail of an installation that sends none. */
export const noMailMessage =
  'This installation sends no e-mails. Set SMTP_URL, start the server again, and check with "doctor".'

/** Sends an e-mail at once, past the queue, and says in plain words what the mail server had against it. */
export async function sendTestMail(mailer: Mailer | undefined, to: string, publicUrl: string) {
  if (mailer === undefined) throw new AppError('conflict', noMailMessage)
  const letter = writeLetter({
    subject: 'A test e-mail from Tributary',
    language: 'en',
    parts: [
      { paragraph: 'E-mails of this installation arrive. There is nothing to do.' },
      { link: 'Open Tributary', href: publicUrl },
    ],
    footer: ['Somebody asked for a test e-mail to this address.'],
  })
  try {
    await mailer.send({ id: `test-${Date.now()}`, to, ...letter })
  } catch (cause) {
    throw refusedByServer(cause)
  }
}

/** The mail server's own words, for whoever looks after it. */
function refusedByServer(cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new AppError('unavailable', `The mail server did not take the e-mail: ${reason}`, {
    cause,
  })
}

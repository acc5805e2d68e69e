import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import { renderEmail } from './email.ts'
import type { MailContent, Mailer } from './mailer.ts'

/** The error for an e-mail request where no mail server is configured. */
export function noMail(): AppError {
  return new AppError(
    'conflict',
    'This installation sends no e-mails. Set SMTP_URL, start the server again, and check with "doctor".',
  )
}

/** Sends an e-mail at once, past the queue, and returns the mail server's error in plain words. */
export async function sendNow(
  mailer: Mailer | undefined,
  to: string,
  content: MailContent,
): Promise<void> {
  if (mailer === undefined) throw noMail()
  try {
    await mailer.send({ id: `now-${randomBase62(12)}`, to, ...content })
  } catch (cause) {
    throw refusedByServer(cause)
  }
}

/** The test e-mail. */
export async function sendTestMail(mailer: Mailer | undefined, to: string, publicUrl: string) {
  const message = renderEmail({
    subject: 'A test e-mail from Tributary',
    language: 'en',
    parts: [
      { paragraph: 'E-mails of this installation arrive. There is nothing to do.' },
      { link: 'Open Tributary', href: publicUrl },
    ],
    footer: ['Somebody asked for a test e-mail to this address.'],
  })
  await sendNow(mailer, to, message)
}

/** The mail server's own reply, for the operator. */
function refusedByServer(cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new AppError('conflict', `The mail server did not take the e-mail: ${reason}`, {
    cause,
  })
}

import type { Config } from '../config.ts'
import { openMailer } from '../mail/mailer.ts'
import type { Finding } from './finding.ts'

/** Whether e-mails can be sent: the mail server answers and accepts the name and password. */
export async function checkMail(config: Config): Promise<Finding> {
  const mailer = openMailer(config)
  if (mailer === undefined || config.smtpUrl === undefined) {
    return {
      message:
        'not used: no digests, no alerts by e-mail, invitations are links; set SMTP_URL to change that',
    }
  }
  const { host } = new URL(config.smtpUrl)
  try {
    await mailer.verify()
    return {
      message: `${host} answers; e-mails are from ${mailer.from}. "mail test --to ADDRESS" sends one`,
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      level: 'warning',
      message: `${host} takes no e-mails (${reason}); check SMTP_URL. What is queued is tried for 18 hours`,
    }
  }
}

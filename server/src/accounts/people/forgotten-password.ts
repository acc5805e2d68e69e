import { setTimeout as wait } from 'node:timers/promises'
import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import { unidentified } from '../../audit/actor.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Secrets } from '../../store/control/secrets.ts'
import { typedEmail } from '../email-address.ts'
import { findAccountByEmail } from '../rows/account-rows.ts'
import { type SignInGuard, throttled } from '../sign-in.ts'
import { writeResetEmail } from './reset-email.ts'
import { makeResetLink } from './reset-link.ts'

interface ForgottenPlace {
  control: ControlStore
  secrets: Secrets
  nowMs: number
  publicUrl: string
}

/** Longer than making and queueing a link takes, so that the response time reveals nothing either. */
const answerAfterMs = 400

/**
 * Mails a link for a new password to the address, if an account has it. The caller learns nothing: the answer and
 * its time are the same for any address. Requests are throttled like sign-in attempts, by address and by client; by
 * address on all nodes.
 */
export async function forgotPassword(
  place: ForgottenPlace,
  guard: SignInGuard,
  asked: { email: string; language: MailLanguage; address: string },
): Promise<void> {
  const email = typedEmail(asked.email)
  const attempt = { email: `new password of ${email}`, address: asked.address }
  // Never a correct guess, so each one counts.
  await throttled(guard, attempt, async () => false)
  await Promise.all([mailLink(place, email, asked.language), wait(answerAfterMs)])
}

async function mailLink(
  { control, secrets, nowMs, publicUrl }: ForgottenPlace,
  email: string,
  language: MailLanguage,
): Promise<void> {
  const account = await findAccountByEmail(control.db, email)
  if (account === undefined || account.isDisabled) return
  const link = await makeResetLink(control, account, { by: unidentified, nowMs, publicUrl })
  const message = writeResetEmail({ link, language })
  const mail = { ...message, to: account.email, purpose: 'reset-link', isOnce: false } as const
  await queueMail(control.db, secrets, mail, nowMs)
}

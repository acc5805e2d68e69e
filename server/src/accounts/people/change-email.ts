import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import type { Account } from '../../account.ts'
import { personActor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { AppError } from '../../errors.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { sendNow } from '../../mail/test-mail.ts'
import type { AlsoWrite, ControlStore } from '../../store/control/control-store.ts'
import { dayMs } from '../../time/durations.ts'
import { openChallenge, takeChallenge } from '../challenges.ts'
import { checkEmail } from '../email-address.ts'
import { newOpaqueToken } from '../opaque-token.ts'
import { findAccountByEmail, findAccountById } from '../rows/account-rows.ts'
import { deleteChallengesOf } from '../rows/challenge-rows.ts'
import { saveEmail } from '../rows/people-rows.ts'
import { deleteResetLinksOf } from '../rows/reset-link-rows.ts'
import { writeVerificationEmail } from './verification-email.ts'

interface EmailPlace {
  control: ControlStore
  /** Undefined if the installation sends no e-mails: then addresses cannot be verified. */
  mailer: Mailer | undefined
  nowMs: number
  publicUrl: string
}

const purpose = 'email'
const linkLifeMs = dayMs

/**
 * Changes the address that a person signs in with. With e-mail, the change takes effect when they open the link sent
 * to the new address, which is returned; without it at once, unverified.
 */
export async function askForEmail(
  { control, mailer, nowMs, publicUrl }: EmailPlace,
  account: Account,
  { email: given, language }: { email: string; language: MailLanguage },
): Promise<{ account: Account; mailedTo?: string }> {
  const email = checkEmail(given)
  const person = await findAccountById(control.db, account.id)
  if (email === account.email && person?.isEmailUnverified !== true) return { account }
  if (mailer === undefined) {
    const change = { email, nowMs, isVerified: false }
    const changed = await control.transaction(async (db) => {
      await refuseTaken(db, account, email)
      return saveChange(db, account, change)
    })
    return { account: changed }
  }
  await refuseTaken(control.db, account, email)
  const token = newOpaqueToken()
  await control.transaction(async (db) => {
    await deleteChallengesOf(db, { accountId: account.id, purpose })
    const challenge = { token, purpose, accountId: account.id, content: email } as const
    await openChallenge({ db }, nowMs, { ...challenge, lifeMs: linkLifeMs })
  })
  // In the fragment (`#`), so that the token reaches no server log and no referrer.
  const link = `${publicUrl}/account#prove-email=${token}`
  await sendNow(mailer, email, writeVerificationEmail({ link, language, was: account.email }))
  return { account, mailedTo: email }
}

/**
 * Accepts the link of such an e-mail from the person who requested it. Only while they are signed in: otherwise
 * somebody could make a stranger verify the stranger's own address for their account. What `also` writes is in the
 * same transaction.
 */
export async function verifyEmail(
  { control, nowMs }: Pick<EmailPlace, 'control' | 'nowMs'>,
  account: Account,
  token: string,
  also: AlsoWrite<Account>,
): Promise<Account> {
  return control.transaction(async (db) => {
    const asked = await takeChallenge({ db }, nowMs, { token, purpose })
    if (asked === undefined || asked.accountId !== account.id) {
      throw new AppError(
        'invalid',
        'This link was used, is too old or belongs to another account. Change the address again for a new one.',
      )
    }
    await refuseTaken(db, account, asked.content)
    const change = { email: asked.content, nowMs, isVerified: true }
    const changed = await saveChange(db, account, change)
    await also(db, changed)
    return changed
  })
}

async function refuseTaken(db: ControlStore['db'], { id }: Account, email: string): Promise<void> {
  const holder = await findAccountByEmail(db, email)
  if (holder === undefined || holder.id === id) return
  throw new AppError('conflict', 'There is an account with this e-mail address already')
}

async function saveChange(
  db: ControlStore['db'],
  account: Account,
  { email, nowMs, isVerified }: { email: string; nowMs: number; isVerified: boolean },
): Promise<Account> {
  // A link that was sent to the old address must not give its reader the account.
  await deleteResetLinksOf(db, account.id)
  await saveEmail(db, account.id, { email, nowMs: Math.floor(nowMs), isVerified })
  await recordAudit(db, nowMs, {
    action: 'account.email-changed',
    by: personActor(account),
    changes: { email: [account.email, email], proved: [null, isVerified] },
  })
  return { ...account, email }
}

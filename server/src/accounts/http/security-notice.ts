import type { FastifyRequest } from 'fastify'
import type { Account } from '../../account.ts'
import { languageOf } from '../../http/language-of.ts'
import { renderEmail } from '../../mail/email.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { type NoticeKind, noticeTexts } from '../notices/notice-texts.ts'
import { listMemberRows } from '../rows/member-rows.ts'
import { deviceOf } from './device-of.ts'

/** What security notices need, and what they say. */
export type NoticeDeps = Pick<AccountsDeps, 'config' | 'clock' | 'secrets' | 'mailer'>

interface Notice {
  kind: NoticeKind
  /** Who did it. */
  by: Account
  /** The subject, such as the name of a key. */
  about?: string
  /** The recipients; by default the person who did it. */
  to?: readonly string[]
}

/**
 * Queues e-mails about the security of an account, if e-mail is set up. `db` is the handle of the transaction that
 * makes the change, so that a crash loses neither without the other.
 */
export async function queueSecurityNotice(
  db: ControlStore['db'],
  deps: NoticeDeps,
  request: FastifyRequest,
  { kind, by, about = '', to = [by.email] }: Notice,
): Promise<void> {
  const { mailer, secrets, clock, config } = deps
  if (mailer === undefined) return
  const language = languageOf(request)
  const words = noticeTexts[language]
  const at = new Date(clock.now()).toISOString().slice(0, 16).replace('T', ' ')
  const subject = words.said[kind](about)
  const message = renderEmail({
    subject: subject.slice(0, 150),
    language,
    parts: [
      { paragraph: `${subject}.` },
      { paragraph: words.where(at, deviceOf(request) || words.unknownDevice, by.email) },
      { paragraph: words.otherwise },
      { link: words.open, href: `${config.publicUrl}/account` },
    ],
    footer: [words.why],
  })
  const headers = { 'Auto-Submitted': 'auto-generated' }
  for (const address of new Set(to)) {
    const mail = { ...message, headers, to: address, purpose: 'security' } as const
    await queueMail(db, secrets, mail, clock.now())
  }
}

/** Reports a new API key to the person who made it and to the owners of its site. */
export async function queueKeyNotice(
  db: ControlStore['db'],
  deps: NoticeDeps,
  request: FastifyRequest,
  { by, siteId, name }: { by: Account; siteId: string; name: string },
): Promise<void> {
  const members = await listMemberRows(db, siteId)
  const owners = members.filter(
    ({ role, isInstallationOwner, isDisabled }) =>
      role === 'owner' && !isInstallationOwner && !isDisabled,
  )
  const to = [by.email, ...owners.map(({ email }) => email)]
  await queueSecurityNotice(db, deps, request, { kind: 'api-key', by, about: name, to })
}

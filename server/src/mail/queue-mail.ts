import type { Kysely } from 'kysely'
import { randomBase62 } from '../base62.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Database } from '../store/control/tables.ts'
import { insertMail } from './mail-rows.ts'
import type { MailContent } from './mailer.ts'

/** Derives the key that waiting e-mails are encrypted with: an invitation's has a link in it. */
export const mailContentPurpose = 'mail content'

export interface QueuedMail extends MailContent {
  to: string
  purpose: 'digest' | 'alert' | 'invitation' | 'reset-link' | 'security' | 'budget'
  /** Absent if it concerns no site. */
  siteId?: string
  /** Identifies an occasion with one e-mail, however often it is queued. */
  onceKey?: string
  /** Whether losing it is better than sending it twice, when it is unknown whether it was sent. */
  isOnce?: boolean
}

/**
 * Queues an e-mail; given a transaction's handle, only if that transaction commits. False if one for the same
 * occasion was queued before.
 */
export function queueMail(
  db: Kysely<Database>,
  secrets: Secrets,
  mail: QueuedMail,
  nowMs: number,
): Promise<boolean> {
  const { to, purpose, siteId, onceKey, isOnce = false, subject, text, html, headers } = mail
  const id = `mail_${randomBase62(16)}`
  return insertMail(db, {
    id,
    site_id: siteId ?? null,
    purpose,
    once_key: onceKey ?? id,
    recipient: to,
    content: secrets.seal(mailContentPurpose, JSON.stringify({ subject, text, html, headers })),
    is_once: isOnce ? 1 : 0,
    state: 'waiting',
    attempts: 0,
    retry_at_ms: Math.floor(nowMs),
    error: null,
    created_ms: Math.floor(nowMs),
    done_ms: null,
  })
}

import type { Kysely } from 'kysely'
import { listMemberRows } from '../accounts/rows/member-rows.ts'
import { randomBase62 } from '../base62.ts'
import { renderEmail } from '../mail/email.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Database } from '../store/control/tables.ts'
import type { Alert } from './alert.ts'
import type { AlertSettings } from './alert-settings.ts'
import { alertText, alertWords } from './alert-texts.ts'
import { insertAlertDelivery, listAlertHooks } from './hook-rows.ts'

export interface RaisingServices {
  secrets: Secrets
  publicUrl: string
  /** Without a mail server only webhooks are called. */
  sendsMail: boolean
}

/**
 * Queues an alert for all recipients: one e-mail to each chosen member who may still see the site, one delivery to
 * each webhook. Takes part in a transaction if given its handle.
 */
export async function raiseAlert(
  db: Kysely<Database>,
  { secrets, publicUrl, sendsMail }: RaisingServices,
  alert: Alert,
  { settings, nowMs }: { settings: AlertSettings; nowMs: number },
): Promise<void> {
  const { accountIds, language } = settings
  const text = alertText(alert, language)
  if (sendsMail) {
    const words = alertWords(language)
    const message = renderEmail({
      subject: text.slice(0, 150),
      language,
      parts: [
        { paragraph: text },
        { link: words.open, href: `${publicUrl}/sites/${encodeURIComponent(alert.siteId)}` },
      ],
      footer: [words.why(alert.siteName)],
    })
    const members = await listMemberRows(db, alert.siteId)
    for (const { accountId, email, isDisabled } of members) {
      if (isDisabled || !accountIds.includes(accountId)) continue
      const about = { to: email, purpose: 'alert', siteId: alert.siteId } as const
      const onceKey = `alert ${alert.id} ${accountId}`
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await queueMail(db, secrets, { ...message, ...about, headers, onceKey }, nowMs)
    }
  }
  for (const { id } of await listAlertHooks(db, alert.siteId)) {
    await insertAlertDelivery(db, deliveryOf(alert, { hookId: id, text, nowMs }))
  }
}

/** An alert's delivery to one webhook, with its text as of the occurrence. */
export function deliveryOf(
  alert: Alert,
  { hookId, text, nowMs }: { hookId: string; text: string; nowMs: number },
) {
  return {
    id: `dlv_${randomBase62(16)}`,
    hook_id: hookId,
    site_id: alert.siteId,
    alert_id: alert.id,
    kind: alert.kind,
    content: JSON.stringify({ alert, text }),
    state: 'waiting' as const,
    attempts: 0,
    retry_at_ms: Math.floor(nowMs),
    error: null,
    created_ms: Math.floor(nowMs),
    done_ms: null,
  }
}

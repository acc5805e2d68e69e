export type MailState =
  /** Its next attempt is at `retry_at_ms`. */
  | 'waiting'
  /** A node is sending it; no other node may before `retry_at_ms`. */
  | 'sending'
  | 'sent'
  /** Given up: refused for good, or too often. */
  | 'failed'
  /** The node that was sending it stopped, and it must not be sent twice. */
  | 'unknown'

/** Queued e-mails, and for a while their outcome. */
export interface MailsTable {
  /** `mail_` and 16 base62 characters; also its Message-ID. */
  id: string
  /** Null if it concerns no site. */
  site_id: string | null
  /** Its purpose, such as `digest`. */
  purpose: string
  /** The occasion that there is only one e-mail for; the e-mail's own id if there is none. */
  once_key: string
  recipient: string
  /** Encrypted JSON; null as soon as it is done. */
  content: string | null
  /** Whether it is not sent again if it is unknown whether it was sent. */
  is_once: number
  state: MailState
  attempts: number
  retry_at_ms: number | null
  error: string | null
  created_ms: number
  done_ms: number | null
}

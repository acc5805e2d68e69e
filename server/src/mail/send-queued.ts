import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { dayMs, minuteMs } from '../time/durations.ts'
import {
  claimMail,
  dropDoneMails,
  listDueMails,
  type MailRow,
  saveMailOutcome,
} from './mail-rows.ts'
import { type MailContent, type Mailer, MailRefused } from './mailer.ts'
import { mailContentPurpose } from './queue-mail.ts'

export interface SendingServices {
  control: ControlStore
  secrets: Secrets
  clock: Clock
  logger: Pick<Logger, 'warn'>
  mailer: Mailer | undefined
}

/** The pauses after each failure; after the last one, 18 hours after the first, it is given up. */
const retryAfterMs = [1, 5, 15, 60, 240, 720].map((minutes) => minutes * minuteMs)
/** Longer than sending can take: a node that holds it after that has crashed. */
const claimMs = 10 * minuteMs
const mailsAtOnce = 50
/** For this long, an e-mail for one occasion is never queued a second time. */
const retentionMs = 120 * dayMs

/** Sends due e-mails, one after the other; returns how many the server accepted. */
export async function sendQueued(
  services: SendingServices,
  shouldStop: () => boolean = () => false,
): Promise<number> {
  const { control, clock, mailer } = services
  if (mailer === undefined) return 0
  let sent = 0
  for (const row of await listDueMails(control.db, clock.now(), mailsAtOnce)) {
    if (shouldStop()) break
    if (!(await claimMail(control.db, row, clock.now() + claimMs))) continue
    const outcome = await attempt(services, mailer, row)
    await saveMailOutcome(control.db, row.id, outcome)
    if (outcome.state === 'sent') sent += 1
  }
  return sent
}

/** Deletes records of old e-mails. */
export function forgetOldMails({ db }: ControlStore, nowMs: number): Promise<void> {
  return dropDoneMails(db, nowMs - retentionMs)
}

type Outcome = Pick<MailRow, 'state' | 'retry_at_ms' | 'error' | 'done_ms'>

async function attempt(
  { secrets, clock, logger }: SendingServices,
  mailer: Mailer,
  { id, recipient, content, is_once, state, attempts }: MailRow,
): Promise<Outcome> {
  const done = { retry_at_ms: null, done_ms: clock.now() }
  // The node stopped between sending it and recording that.
  if (state === 'sending' && is_once === 1) {
    return { ...done, state: 'unknown', error: 'the server stopped while it was being sent' }
  }
  try {
    const message = JSON.parse(secrets.open(mailContentPurpose, content ?? '')) as MailContent
    await mailer.send({ id, to: recipient, ...message })
    return { ...done, state: 'sent', error: null }
  } catch (err) {
    // The recipient is a personal address and does not belong into a log.
    const error = err instanceof Error ? err.message.slice(0, 500) : String(err)
    const delayMs = retryAfterMs[attempts]
    const isOver = err instanceof MailRefused || delayMs === undefined
    logger.warn({ mail: id, attempt: attempts + 1, isOver }, 'an e-mail was not sent')
    if (isOver) return { ...done, state: 'failed', error }
    return { state: 'waiting', retry_at_ms: clock.now() + delayMs, error, done_ms: null }
  }
}

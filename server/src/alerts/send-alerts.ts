import type { AlertFormat } from '@tributary/contract/app/alerts.ts'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { RequestOutside } from '../outside/request-outside.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { dayMs, minuteMs } from '../time/durations.ts'
import type { Alert } from './alert.ts'
import { bodyOf, openHookKeys, signatureOf } from './hook.ts'
import {
  type AlertDeliveryRow,
  type AlertHookRow,
  claimAlertDelivery,
  dropDoneAlertDeliveries,
  findAlertHook,
  listDueAlertDeliveries,
  saveAlertOutcome,
} from './hook-rows.ts'

export interface AlertSending {
  control: ControlStore
  secrets: Secrets
  clock: Clock
  config: Pick<Config, 'publicUrl'>
  requestOutside: RequestOutside
  logger: Pick<Logger, 'warn'>
}

/** The pauses after each failure. After the last one the alert is given up: it would be out of date. */
const retryAfterMs = [1, 5, 15, 60, 180, 360].map((minutes) => minutes * minuteMs)
const claimMs = 5 * minuteMs
const deliveriesAtOnce = 50
/** How many receivers are called at the same time, so that a slow one does not delay the others. */
const lanes = 8
const timeoutMs = 10_000
const longestAnswer = 64 * 1024
const retentionMs = 90 * dayMs

/** Sends due alerts to webhooks; returns how many were accepted. */
export async function sendAlerts(
  services: AlertSending,
  shouldStop: () => boolean = () => false,
): Promise<number> {
  const { control, clock } = services
  let sent = 0
  const due = (await listDueAlertDeliveries(control.db, clock.now(), deliveriesAtOnce)).values()
  const sendInTurn = async () => {
    for (const row of due) {
      if (shouldStop()) return
      if (!(await claimAlertDelivery(control.db, row, clock.now() + claimMs))) continue
      const outcome = await attempt(services, row)
      await saveAlertOutcome(control.db, row.id, outcome)
      if (outcome.state === 'sent') sent += 1
    }
  }
  await Promise.all(Array.from({ length: lanes }, sendInTurn))
  return sent
}

/** Deletes records of old deliveries. */
export function forgetOldAlerts({ db }: ControlStore, nowMs: number): Promise<void> {
  return dropDoneAlertDeliveries(db, nowMs - retentionMs)
}

/** Sends one alert to one webhook, now. Throws the error of the receiver or of the connection. */
export async function postAlert(
  { secrets, clock, config, requestOutside }: Omit<AlertSending, 'control' | 'logger'>,
  hook: AlertHookRow,
  news: { deliveryId: string; alert: Alert; text: string },
): Promise<void> {
  const keys = openHookKeys(secrets, hook)
  const nowMs = clock.now()
  const isRotating = keys.oldSecret !== null && nowMs < (hook.old_secret_until_ms ?? 0)
  const body = bodyOf(hook.format as AlertFormat, news, config.publicUrl)
  const signing = isRotating && keys.oldSecret ? [keys.secret, keys.oldSecret] : [keys.secret]
  const isOurs = hook.format === 'json'
  const { status } = await requestOutside(keys.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(isOurs && {
        'tributary-signature': signatureOf(body, signing, nowMs),
        'tributary-delivery': news.deliveryId,
      }),
    },
    body,
    timeoutMs,
    longestAnswer,
  })
  if (status < 200 || status > 299) throw new Error(`it answered ${status}`)
}

type Outcome = Pick<AlertDeliveryRow, 'state' | 'retry_at_ms' | 'error' | 'done_ms'>

async function attempt(services: AlertSending, row: AlertDeliveryRow): Promise<Outcome> {
  const { control, clock, logger } = services
  const { id, site_id: siteId, hook_id: hookId, content, attempts } = row
  try {
    const hook = await findAlertHook(control.db, { siteId, id: hookId })
    if (hook === undefined) throw new Error('the webhook was removed')
    const { alert, text } = JSON.parse(content) as { alert: Alert; text: string }
    await postAlert(services, hook, { deliveryId: id, alert, text })
    return { state: 'sent', retry_at_ms: null, error: null, done_ms: clock.now() }
  } catch (err) {
    const error = err instanceof Error ? err.message.slice(0, 300) : String(err)
    const delayMs = retryAfterMs[attempts]
    logger.warn({ delivery: id, attempt: attempts + 1 }, 'an alert was not taken by its webhook')
    if (delayMs === undefined) {
      return { state: 'failed', retry_at_ms: null, error, done_ms: clock.now() }
    }
    return { state: 'waiting', retry_at_ms: clock.now() + delayMs, error, done_ms: null }
  }
}

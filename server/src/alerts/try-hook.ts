import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import type { Alert } from './alert.ts'
import { getAlertSettings } from './alert-settings.ts'
import { alertText } from './alert-texts.ts'
import { insertAlertDelivery, saveAlertOutcome } from './hook-rows.ts'
import { getHook } from './manage-hooks.ts'
import { deliveryOf } from './raise-alert.ts'
import { type AlertSending, postAlert } from './send-alerts.ts'

/** Sends a test alert to a webhook and returns its error, if any. The delivery log includes it. */
export async function tryHook(services: AlertSending, site: Site, hookId: string): Promise<void> {
  const { control, clock } = services
  const hook = await getHook(control.db, { siteId: site.id, id: hookId })
  const { language } = await getAlertSettings(control, site)
  const nowMs = Math.floor(clock.now())
  const { id: siteId, name: siteName, timezone } = site
  const id = `${siteId} test ${randomBase62(12)}`
  const alert: Alert = { id, kind: 'test', siteId, siteName, timezone, atMs: nowMs }
  const text = alertText(alert, language)
  const delivery = { ...deliveryOf(alert, { hookId, text, nowMs }), retry_at_ms: null, attempts: 1 }
  await insertAlertDelivery(control.db, delivery)
  const done = { retry_at_ms: null, done_ms: nowMs }
  try {
    await postAlert(services, hook, { deliveryId: delivery.id, alert, text })
  } catch (cause) {
    const error = cause instanceof Error ? cause.message.slice(0, 300) : String(cause)
    await saveAlertOutcome(control.db, delivery.id, { ...done, state: 'failed', error })
    throw new AppError('conflict', `The webhook did not take the test: ${error}`, { cause })
  }
  await saveAlertOutcome(control.db, delivery.id, { ...done, state: 'sent', error: null })
}

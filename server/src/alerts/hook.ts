import { createHmac } from 'node:crypto'
import type { AlertFormat } from '@tributary/contract/app/alerts.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Alert } from './alert.ts'
import type { AlertHookRow } from './hook-rows.ts'

/** The encrypted part of a hook's row: Slack's and Discord's addresses are secrets, too. */
export interface HookKeys {
  url: string
  secret: string
  oldSecret: string | null
}

/** Derives the key that a hook's address and secrets are encrypted with. */
export function hookKeysPurpose(hookId: string): string {
  return `alert hook ${hookId}`
}

export function openHookKeys(secrets: Secrets, { id, keys }: AlertHookRow): HookKeys {
  return JSON.parse(secrets.open(hookKeysPurpose(id), keys)) as HookKeys
}

/** Slack reads these three as markup, among it mentions of everybody. */
const slackText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** An alert in a service's format. Names chosen by visitors or members cannot mention or link anyone there. */
export function bodyOf(
  format: AlertFormat,
  { alert, text }: { alert: Alert; text: string },
  publicUrl: string,
): string {
  const url = `${publicUrl}/sites/${encodeURIComponent(alert.siteId)}`
  if (format === 'slack') return JSON.stringify({ text: `${slackText(text)}\n${url}` })
  if (format === 'discord') {
    return JSON.stringify({
      content: `${text}\n${url}`.slice(0, 2000),
      allowed_mentions: { parse: [] },
    })
  }
  const { id, kind, siteId, siteName, atMs, value, usual, currency, providers, days } = alert
  return JSON.stringify({
    id,
    type: 'alert',
    kind,
    siteId,
    siteName,
    at: new Date(atMs).toISOString(),
    ...(value !== undefined && { value }),
    ...(usual !== undefined && { usual }),
    ...(currency !== undefined && { currency }),
    ...(providers !== undefined && { providers }),
    ...(days !== undefined && { days }),
    text,
    url,
  })
}

/**
 * `t=SECONDS,v1=HEX`: HMAC-SHA256 of the time, a point and the body. During a rotation there are two `v1`, and a
 * receiver accepts either.
 */
export function signatureOf(body: string, secrets: readonly string[], nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  const marks = secrets.map((secret) => {
    const mark = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    return `v1=${mark}`
  })
  return [`t=${seconds}`, ...marks].join(',')
}

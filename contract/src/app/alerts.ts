import Type, { type Static } from 'typebox'
import { mailLanguage } from './mail.ts'

/** What a site can be watched for. */
export const alertKinds = [
  'traffic-spike',
  'traffic-drop',
  'revenue-spike',
  'revenue-drop',
  'first-payment',
  'webhooks-failing',
  'days-not-reconciled',
] as const

export type AlertKind = (typeof alertKinds)[number]

/** How unusual an hour must be: `low` reports only the clearest. */
export const alertSensitivities = ['low', 'medium', 'high'] as const

export type AlertSensitivity = (typeof alertSensitivities)[number]

/** A site's alerts, and the members who receive them by e-mail. */
export const appAlertSettings = Type.Object({
  watched: Type.Array(Type.Enum([...alertKinds]), { maxItems: alertKinds.length }),
  sensitivity: Type.Enum([...alertSensitivities]),
  /** Visitors in an hour below which traffic is never news. */
  minimumVisitors: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  /** Revenue of 24 hours below which money is never news, in major units of the site's currency. */
  minimumRevenue: Type.Number({ minimum: 0, maximum: 1_000_000_000 }),
  /** For how long after an alert there is none of the same kind. */
  quietHours: Type.Integer({ minimum: 1, maximum: 168 }),
  language: mailLanguage,
  accountIds: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 }),
})

export type AppAlertSettings = Static<typeof appAlertSettings>

/** What is not named stays as it is. */
export const appAlertChanges = Type.Partial(appAlertSettings)

export type AppAlertChanges = Static<typeof appAlertChanges>

/** The format of an alert's webhook. */
export const alertFormats = ['json', 'slack', 'discord'] as const

export type AlertFormat = (typeof alertFormats)[number]

export const newAlertHook = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  format: Type.Enum([...alertFormats]),
  url: Type.String({ minLength: 1, maxLength: 2048 }),
})

export type NewAlertHook = Static<typeof newAlertHook>

/** Where alerts are sent. Of its address only the host is shown: the rest may be a secret. */
export interface AppAlertHook {
  id: string
  name: string
  format: AlertFormat
  host: string
  /** ISO 8601. */
  createdAt: string
  /** Until when alerts are signed with the secret before, too. */
  oldSecretUntil: string | null
}

/** The delivery of one alert to one recipient. */
export interface AppAlertDelivery {
  id: string
  channel: 'email' | 'webhook'
  to: string
  kind: AlertKind | 'test'
  state: 'waiting' | 'sending' | 'sent' | 'failed' | 'unknown'
  attempts: number
  /** What the recipient's server said, where it did not take it. */
  error: string | null
  /** ISO 8601. */
  at: string
  /** When it is retried; null if it is not. */
  retryAt: string | null
}

import { type AppAlertDelivery, alertKinds } from '@tributary/contract/app/alerts.ts'
import { listSiteMails } from '../mail/mail-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { listAlertDeliveries } from './hook-rows.ts'

const shown = 30

/** The latest alert deliveries of a site, to each recipient by either channel. */
export async function listDeliveries(
  { db }: ControlStore,
  siteId: string,
): Promise<AppAlertDelivery[]> {
  const [mails, deliveries] = await Promise.all([
    listSiteMails(db, { siteId, purpose: 'alert', limit: shown }),
    listAlertDeliveries(db, siteId, shown),
  ])
  const all = [
    ...mails.map((row) => ({ ...row, ...mailNames(row.once_key), to: row.recipient })),
    ...deliveries.map((row) => ({
      ...row,
      channel: 'webhook' as const,
      kind: row.kind as AppAlertDelivery['kind'],
      to: row.hook_name,
    })),
  ]
  return all
    .sort((a, b) => b.created_ms - a.created_ms)
    .slice(0, shown)
    .map(({ id, channel, to, kind, state, attempts, error, created_ms, retry_at_ms }) => ({
      id,
      channel,
      to,
      kind,
      state,
      attempts,
      error,
      at: new Date(created_ms).toISOString(),
      retryAt: retry_at_ms === null ? null : new Date(retry_at_ms).toISOString(),
    }))
}

/** The subject of an alert's e-mail, from its `onceKey`. */
function mailNames(onceKey: string): Pick<AppAlertDelivery, 'channel' | 'kind'> {
  const kind = alertKinds.find((one) => onceKey.includes(` ${one} `)) ?? 'test'
  return { channel: 'email', kind }
}

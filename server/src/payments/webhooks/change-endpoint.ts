import type { AppWebhookChanges } from '@tributary/contract/app/webhook.ts'
import type { ActionAuthor } from '../../audit/actor.ts'
import { changesBetween, recordAudit } from '../../audit/record-audit.ts'
import { AppError } from '../../errors.ts'
import { findEndpointRow, saveEndpointOptions } from '../rows/endpoint-rows.ts'
import { type Endpoint, sealKeys, toEndpoint } from './endpoint.ts'
import { type EndpointStore, endpointOptions } from './manage-endpoints.ts'

/**
 * Changes how an endpoint handles later deliveries; earlier ones stay as they are, and so do its address and secret.
 * Recorded in the audit log, where an access token only appears as present.
 */
export async function changeEndpoint(
  { control, secrets }: EndpointStore,
  id: string,
  changes: AppWebhookChanges,
  { by, nowMs }: ActionAuthor,
): Promise<Endpoint> {
  return control.transaction(async (db) => {
    const row = await findEndpointRow(db, id)
    if (row === undefined) throw new AppError('not-found', 'Webhook endpoint not found')
    const before = toEndpoint(secrets, row)
    const { provider, credentials, removedMs } = before
    if (removedMs !== null) throw new AppError('conflict', 'This webhook endpoint was removed')
    const options = endpointOptions(provider, changedOptions(before, changes))
    const changed = {
      keys: sealKeys(secrets, id, { ...credentials, options }),
      is_test: Number(changes.isTest ?? before.isTest),
      tolerance_seconds: changedTolerance(before, changes),
      retention_days: changes.retentionDays ?? before.retentionDays,
    }
    await saveEndpointOptions(db, id, changed)
    const after = toEndpoint(secrets, { ...row, ...changed })
    const audited = changesBetween(forAudit(before), forAudit(after, credentials.options.apiToken))
    if (Object.keys(audited).length > 0) {
      const object = { id, name: provider.title }
      const entry = { action: 'provider.changed', by, siteId: row.site_id, object } as const
      await recordAudit(db, nowMs, { ...entry, changes: audited })
    }
    return after
  })
}

function changedOptions({ credentials }: Endpoint, changes: AppWebhookChanges) {
  const { apiToken, clientId, sellerId, shop, remove = [] } = changes
  const given = Object.entries({ apiToken, clientId, sellerId, shop })
  const options = {
    ...credentials.options,
    ...Object.fromEntries(given.filter(([, text]) => text)),
  }
  for (const name of remove) delete options[name]
  return options
}

function changedTolerance(
  { provider, toleranceSeconds }: Endpoint,
  { toleranceSeconds: wanted }: AppWebhookChanges,
): number | null {
  if (wanted === undefined) return toleranceSeconds
  if (wanted === 'default' || wanted === provider.toleranceSeconds) return null
  if (provider.toleranceSeconds !== null) return wanted
  throw new AppError('invalid', `The signatures of ${provider.title} carry no time`)
}

/** The audit log's view of an endpoint; of a token, only whether it exists and whether it changed. */
function forAudit(
  { isTest, toleranceSeconds, retentionDays, credentials }: Endpoint,
  oldToken?: string,
) {
  const { apiToken, clientId = null, sellerId = null, shop = null } = credentials.options
  const isOther = oldToken !== undefined && oldToken !== apiToken
  const token = apiToken === undefined ? null : isOther ? 'another one' : 'set'
  return { isTest, toleranceSeconds, retentionDays, clientId, sellerId, shop, apiToken: token }
}

import type { AppConnectableProvider, AppConnection } from '@tributary/contract/app/connection.ts'
import { isoTime } from '../../time/iso-time.ts'
import type { ConnectionRow } from '../rows/connection-rows.ts'
import type { ApiErrorCode, ProviderApi } from './provider-api.ts'

/** A connection as the dashboard and the command line show it. */
export function presentConnection(row: ConnectionRow): AppConnection {
  return {
    id: row.id,
    provider: row.provider,
    keyHint: row.key_hint,
    keySetAt: isoTime(row.key_set_ms),
    createdAt: isoTime(row.created_ms),
    from: isoTime(row.from_ms),
    progress: row.progress / 1000,
    objects: row.objects,
    syncedAt: row.synced_ms === null ? null : isoTime(row.synced_ms),
    nextAt: isoTime(row.due_ms),
    skipped: { count: row.skipped, last: row.last_skipped },
    error:
      row.error === null
        ? null
        : {
            code: row.error as ApiErrorCode,
            detail: row.error_detail,
            since: isoTime(row.error_since_ms ?? row.created_ms),
          },
  }
}

export function presentApi(api: ProviderApi): AppConnectableProvider {
  const { name, title, hasReadOnlyKeys, keyExample, keyPage } = api
  return {
    ...{ name, title, hasReadOnlyKeys, keyExample, keyPage },
    details: [...api.details],
    permissions: [...api.permissions],
  }
}

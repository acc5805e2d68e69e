import type { AppAuditEntry } from '@tributary/contract/app/audit.ts'
import { AppError } from '../errors.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { type AuditPlace, type AuditRow, listAuditRows } from './audit-rows.ts'

export interface AuditQuery {
  siteId?: string
  action?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

const defaultLimit = 50

/** A page of the log, the latest first, and where the next begins; null after the last. */
export async function listAudit(
  { db }: ControlStore,
  { siteId, action, limit = defaultLimit, cursor }: AuditQuery,
): Promise<{ entries: AppAuditEntry[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await listAuditRows(db, { siteId, action, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { entries: page.map(toEntry), nextCursor: hasMore ? `${last.at_ms}-${last.id}` : null }
}

function readCursor(cursor: string): AuditPlace {
  const [, atMs, id] = /^(\d{1,15})-(aud_[0-9A-Za-z]{16})$/.exec(cursor) ?? []
  if (atMs !== undefined && id !== undefined) return { atMs: Number(atMs), id }
  throw new AppError('invalid', 'cursor must be the nextCursor of an earlier answer')
}

function toEntry(row: AuditRow): AppAuditEntry {
  return {
    id: row.id,
    at: new Date(row.at_ms).toISOString(),
    action: row.action,
    siteId: row.site_id,
    actor: { kind: actorKind(row.actor_kind), id: row.actor_id, name: row.actor_name },
    object: { id: row.object_id, name: row.object_name },
    changes: JSON.parse(row.changes) as AppAuditEntry['changes'],
  }
}

function actorKind(stored: string): AppAuditEntry['actor']['kind'] {
  return stored === 'account' || stored === 'key' || stored === 'command-line' ? stored : 'nobody'
}

import type { AppAuditEntry, AuditAction } from '@tributary/contract/app/audit.ts'
import type { Kysely } from 'kysely'
import { randomBase62 } from '../base62.ts'
import type { Database } from '../store/control/tables.ts'
import type { Actor } from './actor.ts'
import { insertAuditRow } from './audit-rows.ts'

/** An action to be recorded. */
export interface AuditedAction {
  action: AuditAction
  by: Actor
  /** Absent if it is about an account or the installation. */
  siteId?: string
  /** The thing that it was done to. Never a visitor: the log must not contain erased people. */
  object?: { id: string | null; name: string }
  /** From `changesBetween`. */
  changes?: AppAuditEntry['changes']
}

/**
 * Writes an entry of the audit log. Given a transaction's handle, it is written only if that transaction commits.
 * Entries cannot be changed.
 */
export async function recordAudit(
  db: Kysely<Database>,
  nowMs: number,
  { action, by, siteId, object, changes = {} }: AuditedAction,
): Promise<void> {
  await insertAuditRow(db, {
    id: `aud_${randomBase62(16)}`,
    at_ms: Math.floor(nowMs),
    action,
    site_id: siteId ?? null,
    actor_kind: by.kind,
    actor_id: by.id,
    actor_name: by.name,
    object_id: object?.id ?? null,
    object_name: object?.name ?? '',
    changes: JSON.stringify(changes),
  })
}

/** The fields that differ, with the values before and after; pass nothing secret. */
export function changesBetween(
  before: object,
  after: object,
  names: readonly string[] = Object.keys(after),
): AppAuditEntry['changes'] {
  const [old, changed] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return Object.fromEntries(
    names
      .map((name) => [name, [old.get(name) ?? null, changed.get(name) ?? null]] as const)
      .filter(([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is))
      .map(([name, [was, is]]) => [name, [was, is] as [unknown, unknown]]),
  )
}

import type { ControlStore } from '../store/control/control-store.ts'
import { deleteAuditRowsBefore } from './audit-rows.ts'

const dayMs = 86_400_000

/** Forgets entries that are older than the operator keeps them (`AUDIT_DAYS`). Returns how many. */
export function keepAudit({ db }: ControlStore, nowMs: number, days: number): Promise<number> {
  return deleteAuditRowsBefore(db, nowMs - days * dayMs)
}

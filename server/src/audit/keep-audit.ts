import type { ControlStore } from '../store/control/control-store.ts'
import { dayMs } from '../time/durations.ts'
import { deleteAuditRowsBefore } from './audit-rows.ts'

/** Deletes entries older than the operator's retention (`AUDIT_DAYS`). Returns how many. */
export function keepAudit({ db }: ControlStore, nowMs: number, days: number): Promise<number> {
  return deleteAuditRowsBefore(db, nowMs - days * dayMs)
}

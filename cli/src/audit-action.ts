import { commandLine } from '@tributary/server/audit/actor.ts'
import { type AuditedAction, recordAudit } from '@tributary/server/audit/record-audit.ts'
import type { ControlStore } from '@tributary/server/store/control/control-store.ts'

/** Records in the audit log what a command has just done. */
export function auditAction(store: ControlStore, entry: Omit<AuditedAction, 'by'>): Promise<void> {
  return recordAudit(store.db, Date.now(), { by: commandLine, ...entry })
}

import { commandLine } from '@tributary/server/audit/actor.ts'
import { type AuditedDeed, recordAudit } from '@tributary/server/audit/record-audit.ts'
import type { ControlStore } from '@tributary/server/store/control/control-store.ts'

/** Records in the audit log what a command has just done. */
export function noteDeed(store: ControlStore, deed: Omit<AuditedDeed, 'by'>): Promise<void> {
  return recordAudit(store.db, Date.now(), { by: commandLine, ...deed })
}

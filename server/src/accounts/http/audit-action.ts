import type { FastifyRequest } from 'fastify'
import { personActor } from '../../audit/actor.ts'
import { type AuditedAction, recordAudit } from '../../audit/record-audit.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
import { personOf } from './signed-in.ts'

/**
 * Records in the audit log what the signed-in person of a request has just done; given a transaction's handle, only
 * if that transaction commits.
 */
export function auditAction(
  { control, clock }: Pick<AccountsDeps, 'control' | 'clock'>,
  request: FastifyRequest,
  entry: Omit<AuditedAction, 'by'>,
  db: ControlStore['db'] = control.db,
): Promise<void> {
  return recordAudit(db, clock.now(), { by: personActor(personOf(request)), ...entry })
}

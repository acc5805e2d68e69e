import type { FastifyRequest } from 'fastify'
import { personActor } from '../audit/actor.ts'
import { type AuditedDeed, recordAudit } from '../audit/record-audit.ts'
import type { Services } from '../services.ts'
import { personOf } from './signed-in.ts'

/** Writes into the audit log what the signed-in person of a request has just done. */
export function noteDeed(
  { control, clock }: Pick<Services, 'control' | 'clock'>,
  request: FastifyRequest,
  deed: Omit<AuditedDeed, 'by'>,
): Promise<void> {
  return recordAudit(control.db, clock.now(), { by: personActor(personOf(request)), ...deed })
}

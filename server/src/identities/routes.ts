import { identificationOff, identified } from '@tributary/contract/identify.ts'
import { identifyOperations } from '@tributary/contract/operations/events.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { isEmail } from './email-hash.ts'
import type { Identities } from './record-identify.ts'

/** What storing identities needs. */
export interface IdentityDeps extends Serving {
  identities: Identities
}

/** Identify calls from the site's server. */
export function identityRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  serveOperations(app, deps, identifyOperations, {
    'POST /api/v1/identify': async ({ site, body: input }) => {
      if (input.email === undefined && input.userId === undefined) {
        throw new AppError('invalid', 'email or userId must be given')
      }
      if (input.email !== undefined && !isEmail(input.email)) {
        throw new AppError('invalid', 'email must be an e-mail address')
      }
      const stored = await deps.identities.record(site, { ...input, origin: 'server' })
      return { message: stored.email || stored.userId ? identified : identificationOff }
    },
  })
}

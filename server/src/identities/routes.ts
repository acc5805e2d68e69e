import { success } from '@tributary/contract/envelope.ts'
import {
  identificationOff,
  identified,
  identifyInput,
  identifyRequired,
} from '@tributary/contract/identify.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'
import { requireKey, siteOf } from '../http/api-key.ts'
import { validateBody } from '../http/validate.ts'
import type { Services } from '../services.ts'
import { isEmail } from './email-hash.ts'

const validateIdentify = validateBody(identifyInput, identifyRequired)

/** `POST /api/v1/identify`: who a visitor is, reported by the site's server. Needs a key that may write. */
export function identityRoutes(app: FastifyInstance, services: Services): void {
  const writers = requireKey(services, 'events:write', 'payments:write', 'goals:write')
  app.post('/api/v1/identify', writers, async (request) => {
    const input = validateIdentify(request.body)
    if (input.email === undefined && input.userId === undefined) {
      throw new AppError('invalid', 'email or userId must be given')
    }
    if (input.email !== undefined && !isEmail(input.email)) {
      throw new AppError('invalid', 'email must be an e-mail address')
    }
    const kept = await services.identities.record(siteOf(request), { ...input, origin: 'server' })
    return success({ message: kept.email || kept.userId ? identified : identificationOff })
  })
}

import { type Imported, importedQuery } from '@tributary/contract/data-import.ts'
import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { siteOf } from '../http/api-key.ts'
import { requireKeyOrPerson } from '../http/signed-in.ts'
import { validateQuery } from '../http/validate.ts'
import type { Services } from '../services.ts'
import {
  listImportedTotals,
  listImportedValues,
} from '../store/control/imports/imported-day-rows.ts'

const validate = validateQuery(importedQuery)

/** `GET /api/v1/imported`: days that another tool had added up, apart from all that was measured here. */
export function importedRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.control
  const readers = requireKeyOrPerson(services, 'stats:read')
  app.get('/api/v1/imported', readers, async (request) => {
    const {
      from = '0000-00-00',
      to = '9999-99-99',
      dimension,
      limit = 100,
    } = validate(request.query)
    const range = { siteId: siteOf(request).id, from, to }
    const answer: Imported =
      dimension === undefined
        ? { days: await listImportedTotals(db, range), values: [] }
        : { days: [], values: await listImportedValues(db, { ...range, dimension, limit }) }
    return success(answer)
  })
}

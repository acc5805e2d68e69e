import { importedOperations } from '@tributary/contract/operations/exports.ts'
import type { FastifyInstance } from 'fastify'
import { type Serving, serveOperations } from '../http/serve-operations.ts'
import { listImportedTotals, listImportedValues } from './rows/imported-day-rows.ts'

/** Daily totals imported from another tool, separate from everything that was measured here. */
export function importedRoutes(app: FastifyInstance, deps: Serving): void {
  const { db } = deps.control
  serveOperations(app, deps, importedOperations, {
    'GET /api/v1/imported': async ({ site, query }) => {
      const { from = '0000-00-00', to = '9999-99-99', dimension, limit = 100 } = query
      const range = { siteId: site.id, from, to }
      return dimension === undefined
        ? { days: await listImportedTotals(db, range), values: [] }
        : { days: [], values: await listImportedValues(db, { ...range, dimension, limit }) }
    },
  })
}

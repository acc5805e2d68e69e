import { rateOperations } from '@tributary/contract/operations/app-payments.ts'
import type { FastifyInstance } from 'fastify'
import { serveOperations } from '../../http/serve-operations.ts'
import type { Services } from '../../services.ts'
import { describeRates } from './describe-rates.ts'

/** Where exchange rates come from, for the settings of a site. */
export function rateRoutes(app: FastifyInstance, services: Services): void {
  serveOperations(app, services, rateOperations, {
    'GET /api/app/sites/:siteId/exchange-rates': async () => ({
      exchangeRates: await describeRates(services),
    }),
  })
}

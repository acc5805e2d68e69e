import { rateOperations } from '@tributary/contract/operations/app-payments.ts'
import type { FastifyInstance } from 'fastify'
import { serveOperations } from '../../http/serve-operations.ts'
import type { PaymentsDeps } from '../payments-deps.ts'
import { describeRates } from './describe-rates.ts'

/** Where exchange rates come from, for the settings of a site. */
export function rateRoutes(app: FastifyInstance, deps: PaymentsDeps): void {
  serveOperations(app, deps, rateOperations, {
    'GET /api/app/sites/:siteId/exchange-rates': async () => ({
      exchangeRates: await describeRates(deps),
    }),
  })
}

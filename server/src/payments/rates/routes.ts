import { success } from '@tributary/contract/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { getSiteAs } from '../../accounts/site-access.ts'
import { personOf, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { describeRates } from './describe-rates.ts'

/** Where exchange rates come from, for the settings of a site. */
export function rateRoutes(app: FastifyInstance, services: Services): void {
  const path = '/api/app/sites/:siteId/exchange-rates'
  app.get<{ Params: { siteId: string } }>(path, requirePerson(services), async (request) => {
    const place = { id: request.params.siteId, role: 'viewer' as const }
    await getSiteAs(services.control, personOf(request), place)
    return success({ exchangeRates: await describeRates(services) })
  })
}

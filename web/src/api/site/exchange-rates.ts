import { useQuery } from '@tanstack/react-query'
import { request } from '../client/request.ts'

/** Where exchange rates come from and how fresh they are. */
export function useExchangeRates(siteId: string) {
  return useQuery({
    queryKey: ['sites', siteId, 'exchange-rates'],
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/exchange-rates', { siteId, signal }))
        .exchangeRates,
  })
}

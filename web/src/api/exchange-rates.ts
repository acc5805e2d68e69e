import { useQuery } from '@tanstack/react-query'
import type { AppExchangeRates } from '@tributary/contract/app-exchange-rates.ts'
import { request } from './request.ts'

/** Where exchange rates come from and how fresh they are. */
export function useExchangeRates(siteId: string) {
  const path = `/api/app/sites/${encodeURIComponent(siteId)}/exchange-rates`
  return useQuery({
    queryKey: ['sites', siteId, 'exchange-rates'],
    queryFn: async ({ signal }) =>
      (await request<{ exchangeRates: AppExchangeRates }>(path, { signal })).exchangeRates,
  })
}

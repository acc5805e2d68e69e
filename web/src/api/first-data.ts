import { useQuery } from '@tanstack/react-query'
import { ask, numberIn } from './query.ts'

const waitMs = 2_000

/** Whether the site ever had a visit or a payment, as far back as reports look by default. */
export function useHasData(siteId: string, isAsked: boolean) {
  return useQuery({
    queryKey: ['has-data', siteId],
    queryFn: async ({ signal }) => {
      const totals = await askTotals(siteId, ['visitors', 'revenue'], signal)
      return numberIn(totals, 'visitors') > 0 || numberIn(totals, 'revenue') !== 0
    },
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data === false ? waitMs : false),
  })
}

/** Whether the first visit has come; asks every other second until it has. */
export function useFirstVisit(siteId: string) {
  return useQuery({
    queryKey: ['first-visit', siteId],
    queryFn: async ({ signal }) =>
      numberIn(await askTotals(siteId, ['visitors'], signal), 'visitors') > 0,
    refetchInterval: ({ state }) => (state.data === true ? false : waitMs),
  })
}

/** Whether the first payment has come; asks every other second until it has. */
export function useFirstPayment(siteId: string, isAsked: boolean) {
  return useQuery({
    queryKey: ['first-payment', siteId],
    queryFn: async ({ signal }) =>
      numberIn(await askTotals(siteId, ['revenue'], signal), 'revenue') !== 0,
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data === true ? false : waitMs),
  })
}

async function askTotals(siteId: string, metrics: string[], signal: AbortSignal) {
  return (await ask(siteId, { metrics, dateRange: '12mo' }, signal)).totals
}

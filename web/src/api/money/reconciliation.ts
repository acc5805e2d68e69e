import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Reconciliation } from '@tributary/contract/reconciliation.ts'
import { request, tableCall } from '../client/request.ts'
import { useChange } from '../client/use-change.ts'

export type ReconciledLine = Reconciliation['days'][number]
export type ReconciledItem = ReconciledLine['items'][number]

/** First and last day, UTC. */
export interface ReconciledRange {
  from: string
  to: string
}

const keyOf = (siteId: string) => ['sites', siteId, 'reconciliation']

/** Each day of the connected accounts with both sides. */
export function useReconciliation(siteId: string, range: ReconciledRange) {
  return useQuery({
    queryKey: [...keyOf(siteId), range],
    queryFn: ({ signal }) =>
      request('GET /api/v1/reconciliation', { siteId, query: { ...range }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The finished days that differ, as of the last sync: for banners. */
export function useDifferingDays(siteId: string) {
  return useQuery({
    queryKey: [...keyOf(siteId), 'summary'],
    queryFn: ({ signal }) =>
      request('GET /api/app/sites/:siteId/reconciliation/summary', { siteId, signal }),
    select: ({ accounts }) => accounts.filter(({ differingDays }) => differingDays.length > 0),
    staleTime: 60_000,
  })
}

/** A difference, and the day on which it is shown. */
export interface ItemPlace {
  provider: string
  day: string
  itemId: string
}

export function useDecide(siteId: string) {
  return useChange(
    keyOf(siteId),
    (body: ItemPlace & { decision: 'left-out' | 'explained'; note?: string }) =>
      request('PUT /api/app/sites/:siteId/reconciliation/decision', { siteId, body }),
  )
}

export function useReopen(siteId: string) {
  return useChange(keyOf(siteId), (body: ItemPlace) =>
    request('POST /api/app/sites/:siteId/reconciliation/reopen', { siteId, body }),
  )
}

/** Records the provider's version of the payment; other pages show it, too. */
export function useBringIn(siteId: string) {
  const client = useQueryClient()
  return useChange(keyOf(siteId), async (body: ItemPlace) => {
    const done = await request('POST /api/app/sites/:siteId/reconciliation/bring-in', {
      siteId,
      body,
    })
    client.invalidateQueries({ queryKey: ['payments', siteId] })
    return done
  })
}

/** The days, or their differences, as a request for the table of them. */
export function reconciliationTable(
  siteId: string,
  range: ReconciledRange,
  table: 'days' | 'items',
) {
  return () => tableCall('GET /api/v1/reconciliation', { siteId, query: { ...range } }, table)
}

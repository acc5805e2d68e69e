import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { PaymentData } from '@tributary/contract/payment.ts'

import type { QueryInput } from '@tributary/contract/query.ts'
import type { PaymentFilters } from '../../url-state/payments-state.ts'
import { request, tableCall } from '../client/request.ts'
import { useChange } from '../client/use-change.ts'
import { ask, numberIn } from '../query.ts'

const paymentKey = (siteId: string, paymentId: string) => ['payment', siteId, paymentId]

/** One payment with its receipt: its reports, and how its visitor was found. */
export function usePayment(siteId: string, paymentId: string) {
  return useQuery({
    queryKey: paymentKey(siteId, paymentId),
    queryFn: ({ signal }) =>
      request('GET /api/v1/payment', { siteId, query: { paymentId }, signal }),
    // Linking finds its visitor within a minute of its recording.
    refetchInterval: ({ state: { data } }) => (data && isLookedFor(data) ? 5_000 : false),
  })
}

function isLookedFor({ visitorId, link, receipt }: PaymentData): boolean {
  return visitorId === null && link.method === 'none' && receipt.steps.length === 0
}

/** A site's payments, the latest first, one page after the other. */
export function usePayments(siteId: string, filters: PaymentFilters) {
  return useInfiniteQuery({
    queryKey: ['payments', siteId, filters],
    queryFn: ({ signal, pageParam }) =>
      request('GET /api/v1/payments', { siteId, query: { ...filters, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
  })
}

/** A few payments that match a text: an id, an address or an amount. */
export function usePaymentSuggestions(siteId: string, text: string) {
  return useQuery({
    queryKey: ['payments', siteId, 'suggested', text],
    queryFn: ({ signal }) =>
      request('GET /api/v1/payments', { siteId, query: { search: text, limit: 3 }, signal }),
    select: ({ payments }) => payments,
    enabled: text !== '',
  })
}

/**
 * The visits that the payments of some pages are credited to, by payment id. Requested separately: finding them
 * takes the engine 30 times as long as the list takes the ledger, which also works while the engine is down.
 */
export function useCreditedVisits(
  siteId: string,
  filters: PaymentFilters,
  cursors: readonly unknown[],
) {
  return useQueries({
    queries: cursors.map((cursor) => {
      const page = {
        ...filters,
        credit: 'last-non-direct' as const,
        cursor: cursor as string | undefined,
      }
      return {
        queryKey: ['payments', siteId, 'credited', page],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          request('GET /api/v1/payments', { siteId, query: page, signal }),
      }
    }),
    combine: (pages) => ({
      error: pages.find(({ error }) => error !== null)?.error ?? null,
      visits: new Map(
        pages
          .flatMap(({ data }) => data?.payments ?? [])
          .map(({ paymentId, credited }) => [paymentId, credited]),
      ),
    }),
  })
}

/** The number of payments in a list and their total; the previous ones stay until these are known. */
export function usePaymentTotals(siteId: string, filters: PaymentFilters) {
  return useQuery({
    queryKey: ['payments', siteId, 'totals', filters],
    queryFn: ({ signal }) =>
      request('GET /api/v1/payments/totals', { siteId, query: filters, signal }),
    placeholderData: keepPreviousData,
  })
}

/** A list with the credit of each payment, as a request for its table. */
export function paymentsTable(siteId: string, filters: PaymentFilters) {
  return (cursor: string | undefined) =>
    tableCall('GET /api/v1/payments', {
      siteId,
      query: { ...filters, credit: 'last-non-direct', limit: 500, cursor },
    })
}

const mostSources = 100

/** The sources that are credited with payments of some days, the most frequent first. */
export function usePaymentSources(siteId: string, dateRange: [string, string]) {
  const body: QueryInput = {
    dateRange,
    metrics: ['payments'],
    dimensions: ['source'],
    orderBy: [['payments', 'desc']],
    limit: mostSources,
  }
  return useQuery({
    queryKey: ['payments', siteId, 'sources', body],
    queryFn: ({ signal }) => ask(siteId, body, signal),
    select: ({ rows }) =>
      rows
        .filter((row) => row.notLinked !== true && numberIn(row, 'payments') > 0)
        .map(({ source }) => String(source)),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** Unattributed revenue since a day, by what would link it. */
export function useUnlinkedPayments(siteId: string, from: string) {
  return useQuery({
    queryKey: ['payments', siteId, 'unlinked', from],
    queryFn: ({ signal }) =>
      request('GET /api/v1/payments/unlinked', { siteId, query: { from }, signal }),
  })
}

/** A manual link: to a visitor, to none (null), or back to automatic. */
export type Owner = { visitorId: string | null } | 'automatic'

/** Links a payment by hand, or reverts that; the returned receipt is shown at once. */
export function useLinkPayment(siteId: string, paymentId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (owner: Owner) => link(siteId, paymentId, owner),
    onSuccess: (payment) => {
      client.setQueryData(paymentKey(siteId, paymentId), payment)
      // Credit has changed, so every list and report is requested again when it is shown.
      void client.invalidateQueries()
    },
  })
}

/** Payments that are linked by hand together. */
export interface ManyLinks {
  paymentIds: readonly string[]
  owner: Owner
  /** Called after each one. */
  progress: (done: number) => void
}

/** Links payments by hand one after the other; if one fails, those linked before stay linked. */
export function useLinkPayments(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ paymentIds, owner, progress }: ManyLinks) => {
      for (const [index, paymentId] of paymentIds.entries()) {
        await link(siteId, paymentId, owner)
        progress(index + 1)
      }
    },
    onSettled: () => client.invalidateQueries(),
  })
}

async function link(siteId: string, paymentId: string, owner: Owner): Promise<PaymentData> {
  const place = { siteId, paymentId }
  const { payment } =
    owner === 'automatic'
      ? await request('DELETE /api/app/sites/:siteId/payments/:paymentId/link', place)
      : await request('PUT /api/app/sites/:siteId/payments/:paymentId/link', {
          ...place,
          // Without a visitor: to none.
          body: owner.visitorId === null ? {} : { visitorId: owner.visitorId },
        })
  return payment
}

/** Which providers report the same payments, and how many are not counted. */
export function useEqualPayments(siteId: string) {
  return useQuery({
    queryKey: ['payments', siteId, 'equal'],
    queryFn: ({ signal }) =>
      request('GET /api/app/sites/:siteId/payments/equal', { siteId, signal }),
  })
}

/** Dismisses the suggestion about two providers, or suggests them again. */
export function useDismissSuggestion(siteId: string) {
  return useChange(
    ['payments', siteId, 'equal'],
    (body: { providers: [string, string]; dismissed: boolean }) =>
      request('PUT /api/app/sites/:siteId/payments/equal/dismissed', { siteId, body }),
  )
}

/** The most that one request takes. */
const countedAtOnce = 200

/** Counts payments, whatever equals them, or lets the ledger decide again. */
export function useCountPayments(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({
      paymentIds,
      count,
    }: {
      paymentIds: readonly string[]
      count: boolean
    }) => {
      for (let from = 0; from < paymentIds.length; from += countedAtOnce) {
        const body = { paymentIds: paymentIds.slice(from, from + countedAtOnce), count }
        await request('PUT /api/app/sites/:siteId/payments/counted', { siteId, body })
      }
    },
    // The revenue of every report has changed.
    onSettled: () => client.invalidateQueries(),
  })
}

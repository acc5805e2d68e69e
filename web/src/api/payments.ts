import {
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { PaymentData } from '@tributary/contract/payment.ts'
import type { PaymentsQuery } from '@tributary/contract/payments.ts'
import { request } from './request.ts'

/** Which payments a list holds; what is absent filters nothing. */
export type PaymentFilters = {
  [Name in 'from' | 'status' | 'method' | 'cause' | 'provider']?: PaymentsQuery[Name] | undefined
}

const paymentKey = (siteId: string, paymentId: string) => ['payment', siteId, paymentId]

/** One payment with its receipt: its reports, and how its visitor was found. */
export function usePayment(siteId: string, paymentId: string) {
  return useQuery({
    queryKey: paymentKey(siteId, paymentId),
    queryFn: ({ signal }) =>
      request('GET /api/v1/payment', { siteId, query: { paymentId }, signal }),
    // Whose it is gets looked for within a minute of its recording.
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

/**
 * The visits that the payments of some pages are credited to, by payment id. Asked for apart: to find them takes
 * the engine 30 times as long as the list takes the ledger, which is there also while no engine is.
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

/** Money without a visitor since a day, by what would link it. */
export function useUnlinkedPayments(siteId: string, from: string) {
  return useQuery({
    queryKey: ['payments', siteId, 'unlinked', from],
    queryFn: ({ signal }) =>
      request('GET /api/v1/payments/unlinked', { siteId, query: { from }, signal }),
  })
}

/** A manual link: to a visitor, to none (null), or back to automatic. */
export type Owner = { visitorId: string | null } | 'automatic'

/** Links a payment by hand, or takes that back; the receipt that comes back is shown at once. */
export function useLinkPayment(siteId: string, paymentId: string) {
  const client = useQueryClient()
  const place = { siteId, paymentId }
  return useMutation({
    mutationFn: async (owner: Owner) => {
      const { payment } =
        owner === 'automatic'
          ? await request('DELETE /api/app/sites/:siteId/payments/:paymentId/link', place)
          : await request('PUT /api/app/sites/:siteId/payments/:paymentId/link', {
              ...place,
              // Without a visitor: to none.
              body: owner.visitorId === null ? {} : { visitorId: owner.visitorId },
            })
      return payment
    },
    onSuccess: (payment) => {
      client.setQueryData(paymentKey(siteId, paymentId), payment)
      // Credit has moved, so every list and report is asked again when it is looked at.
      void client.invalidateQueries()
    },
  })
}

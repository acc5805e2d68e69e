import { useQuery } from '@tanstack/react-query'
import { request } from '../client/request.ts'
import { ask, numberIn } from '../query.ts'

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

/** Whether the first visit has arrived; polls every other second until it has. */
export function useFirstVisit(siteId: string) {
  return useQuery({
    queryKey: ['first-visit', siteId],
    queryFn: async ({ signal }) =>
      numberIn(await askTotals(siteId, ['visitors'], signal), 'visitors') > 0,
    refetchInterval: ({ state }) => (state.data === true ? false : waitMs),
  })
}

/**
 * The last visitor at the first request, and the page they were on. It stays the same visitor while they look
 * around.
 */
export function useSeenVisitor(siteId: string, isAsked: boolean) {
  return useQuery({
    queryKey: ['seen-visitor', siteId],
    queryFn: async ({ signal }) => {
      const body = { dateRange: '30d' as const, limit: 1 }
      const { rows } = await request('POST /api/v1/visitors', { siteId, body, signal })
      const [visitor] = rows
      if (visitor === undefined) return null
      const query = { visitorId: visitor.visitorId }
      const { pageViews } = await request('GET /api/v1/visitor', { siteId, query, signal })
      const views = pageViews.filter(({ timestamp }) => timestamp >= visitor.firstSeenAt)
      const [first] = views.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1))
      return { ...visitor, page: first?.path }
    },
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
    // The visit was counted a moment ago; the list of visitors may follow.
    refetchInterval: ({ state }) => (state.data === null ? waitMs : false),
  })
}

export type SeenVisitor = NonNullable<ReturnType<typeof useSeenVisitor>['data']>

/** Whether the first payment has arrived, refunded or not; polls every other second until it has. */
export function useFirstPayment(siteId: string, isAsked: boolean) {
  return useQuery({
    queryKey: ['first-payment', siteId],
    queryFn: async ({ signal }) =>
      (await request('GET /api/v1/payments', { siteId, query: { limit: 1 }, signal })).payments
        .length > 0,
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data === true ? false : waitMs),
  })
}

async function askTotals(siteId: string, metrics: string[], signal: AbortSignal) {
  return (await ask(siteId, { metrics, dateRange: '12mo' }, signal)).totals
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  SubscriptionReport,
  SubscriptionReportInput,
} from '@tributary/contract/subscriptions.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import { request, tableCall } from '../client/request.ts'
import { scopeOf } from '../query.ts'

/** The parameters of a report on subscriptions. */
export interface SubscriptionState {
  range: ReportState['range']
  interval: SubscriptionReport['query']['interval']
  dimension: string
  /** A value of the dimension; null: customers without a visit; undefined: all. */
  only: string | null | undefined
}

/** MRR and its movements, in total and by a dimension. */
export function useSubscriptionReport(siteId: string, state: SubscriptionState) {
  const body = bodyOf(state)
  const askFor = (body: SubscriptionReportInput, signal: AbortSignal) =>
    request('POST /api/v1/subscriptions/report', { siteId, body, signal })
  return useQuery({
    queryKey: ['subscriptions', siteId, body],
    queryFn: ({ signal }) => askFor(body, signal),
    meta: { askFor },
    placeholderData: keepPreviousData,
  })
}

type Table = 'series' | 'rows' | 'trials' | 'cohorts' | 'cohortsByKey'

/** `useSubscriptionReport`'s question, as a request for one of its tables. */
export function subscriptionTable(siteId: string, state: SubscriptionState, table: Table) {
  return () =>
    tableCall('POST /api/v1/subscriptions/report', { siteId, body: bodyOf(state) }, table)
}

function bodyOf({ range, interval, dimension, only }: SubscriptionState): SubscriptionReportInput {
  const { dateRange } = scopeOf({ range, model: 'last', filters: [] })
  return {
    ...{ dateRange, interval, dimension },
    ...(typeof only === 'string' && { value: only }),
    ...(only === null && { unattributed: true }),
  }
}

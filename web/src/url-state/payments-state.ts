import { useNavigate, useSearch } from '@tanstack/react-router'
import type { PaymentsQuery } from '@tributary/contract/payments.ts'
import { todayIn } from './local-time.ts'
import type { SearchParams } from './search-params.ts'

/** The payments of a list; absent fields filter nothing. */
export type PaymentFilters = {
  [Name in 'from' | 'status' | 'method' | 'cause' | 'provider' | 'source' | 'search']?:
    | PaymentsQuery[Name]
    | undefined
}

/** The periods of the payments page, in days. The server reads 1,100 at most. */
export const periods = ['30', '90', '365', '1095'] as const
export type Period = (typeof periods)[number]

const defaultPeriod: Period = '90'
export const longestPeriod: Period = '1095'
const names = ['status', 'method', 'cause', 'provider', 'source', 'search'] as const

const views = ['all', 'unlinked', 'reconciliation'] as const
type PaymentsView = (typeof views)[number]

/** The state of the payments page. It is only stored in the address. */
export interface PaymentsState {
  view: PaymentsView
  period: Period
  filters: Pick<PaymentFilters, (typeof names)[number]>
}

/** A change of that; other filters stay as they are. */
export type ChangePayments = (change: Partial<PaymentsState>) => void

/** A change that removes all filters. */
export const noFilters: PaymentsState['filters'] = Object.fromEntries(
  names.map((name) => [name, undefined]),
)

/**
 * The state of the address and the function to change it; the back button undoes a change, but no typing. A change
 * is applied to the latest address, which may be ahead of what is rendered.
 */
export function usePaymentsState(): [PaymentsState, ChangePayments] {
  const params = useSearch({ strict: false }) as SearchParams
  const navigate = useNavigate()
  const change: ChangePayments = (changed) => {
    const search = (latest: SearchParams) => {
      const now = parsePaymentsState(latest)
      const filters = { ...now.filters, ...changed.filters }
      return writePaymentsState({ ...now, ...changed, filters })
    }
    const isTyping = Object.keys(changed.filters ?? {}).join() === 'search'
    navigate({ to: '.', search: search as never, replace: isTyping, resetScroll: false })
  }
  return [parsePaymentsState(params), change]
}

// The server knows the valid filters, and returns an error for others.
function parsePaymentsState(params: SearchParams): PaymentsState {
  return {
    view: views.find((view) => view === params.view) ?? 'all',
    period: periods.find((period) => period === params.days) ?? defaultPeriod,
    filters: Object.fromEntries(
      names.flatMap((name) => (typeof params[name] === 'string' ? [[name, params[name]]] : [])),
    ),
  }
}

/** The query of an address; defaults are left out. */
export function writePaymentsState({ view, period, filters }: PaymentsState): SearchParams {
  return {
    view: view === 'all' ? undefined : view,
    days: period === defaultPeriod ? undefined : period,
    ...filters,
  }
}

/** The first day of a period that ends today in a zone, as the server reads it: `2026-11-20`. */
export function firstDayOf(period: Period, timeZone: string): string {
  const first = new Date(`${todayIn(timeZone)}T00:00Z`)
  first.setUTCDate(first.getUTCDate() - Number(period) + 1)
  return first.toISOString().slice(0, 10)
}

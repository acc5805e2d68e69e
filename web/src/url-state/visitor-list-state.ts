import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SearchParams } from './search-params.ts'

export const visitorOrders = ['lastSeen', 'revenue'] as const
export type VisitorOrder = (typeof visitorOrders)[number]

/** The state of the visitor list other than the days and filters of every report. */
export interface VisitorListState {
  search: string
  order: VisitorOrder
}

/** The state of the address and the function to change it; typing does not fill the history. */
export function useVisitorListState(): [
  VisitorListState,
  (change: Partial<VisitorListState>) => void,
] {
  const params = useSearch({ strict: false }) as SearchParams
  const navigate = useNavigate()
  const change = (changed: Partial<VisitorListState>) => {
    const next = (now: SearchParams) => {
      const { search, order } = { ...parseVisitorListState(now), ...changed }
      return {
        ...now,
        q: search === '' ? undefined : search,
        sort: order === 'lastSeen' ? undefined : order,
      }
    }
    const replace = changed.search !== undefined
    navigate({ to: '.', search: next as never, replace, resetScroll: false })
  }
  return [parseVisitorListState(params), change]
}

function parseVisitorListState(params: SearchParams): VisitorListState {
  return {
    search: typeof params.q === 'string' ? params.q : '',
    order: params.sort === 'revenue' ? 'revenue' : 'lastSeen',
  }
}

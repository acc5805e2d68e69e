import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SearchParams } from './search-params.ts'

/** A page's own URL parameters other than range and filters, and the function to change them. */
export function useOwnParams(): [SearchParams, (change: SearchParams) => void] {
  const params = useSearch({ strict: false }) as SearchParams
  const navigate = useNavigate()
  const change = (changed: SearchParams) => {
    navigate({
      to: '.',
      search: ((now: SearchParams) => ({ ...now, ...changed })) as never,
      hash: true,
      resetScroll: false,
    })
  }
  return [params, change]
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SearchParams } from './search-params.ts'

/** What a page alone keeps in the address beside range and filters, and the one way to change it. */
export function useOwnParams(): [SearchParams, (change: SearchParams) => void] {
  const params = useSearch({ strict: false }) as SearchParams
  const navigate = useNavigate()
  const change = (changed: SearchParams) => {
    navigate({
      to: '.',
      search: { ...params, ...changed } as never,
      hash: true,
      resetScroll: false,
    })
  }
  return [params, change]
}

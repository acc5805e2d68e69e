import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Scope, scopeOf } from './query.ts'
import { request } from './request.ts'

/** The questions with their own endpoint, other than `/api/v1/query`. */
type QuestionName = 'funnel' | 'journeys' | 'cohorts' | 'models' | 'paths'

// Their answers change slowly and cost more than a panel's.
const refreshMs = 60_000

interface Asked {
  name: QuestionName
  scope: Pick<Scope, 'range' | 'filters'>
  /** The parameters other than range and filters; undefined while incomplete. */
  about: object | undefined
}

/** Asks such a question again while the page is looked at; what is shown stays until the next answer. */
export function useQuestion<Answer>(siteId: string, { name, scope, about }: Asked) {
  const { dateRange, filters } = scopeOf({ ...scope, model: 'last' })
  const body = { dateRange, filters, ...about }
  return useQuery({
    queryKey: ['question', siteId, name, body],
    queryFn: ({ signal }) =>
      request<Answer>(`/api/v1/${name}?siteId=${encodeURIComponent(siteId)}`, {
        method: 'POST',
        body,
        signal,
      }),
    enabled: about !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
}

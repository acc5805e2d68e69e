import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { type Scope, scopeOf } from './query.ts'

// Their answers change slowly and cost more than a panel's.
const refreshMs = 60_000

interface Asked<About, Answer> {
  /** Distinguishes the questions in the cache. */
  name: string
  scope: Pick<Scope, 'range' | 'filters'>
  /** The parameters other than range and filters; undefined while incomplete. */
  about: About | undefined
  ask: (call: {
    siteId: string
    body: About & Pick<ReturnType<typeof scopeOf>, 'dateRange' | 'filters'>
    signal: AbortSignal
  }) => Promise<Answer>
}

/**
 * Asks a question with its own endpoint, other than `/api/v1/query`, again while the page is looked at; what is shown
 * stays until the next answer.
 */
export function useQuestion<About extends object, Answer>(
  siteId: string,
  { name, scope, about, ask }: Asked<About, Answer>,
) {
  const { dateRange, filters } = scopeOf({ ...scope, model: 'last' })
  return useQuery({
    queryKey: ['question', siteId, name, { dateRange, filters, ...about }],
    queryFn:
      about === undefined
        ? skipToken
        : ({ signal }) => ask({ siteId, body: { dateRange, filters, ...about }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
}

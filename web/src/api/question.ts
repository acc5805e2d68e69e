import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { type Scope, scopeOf } from './query.ts'

// Their answers change slowly and cost more than a panel's.
const refreshMs = 60_000

type Body<About> = About & Pick<ReturnType<typeof scopeOf>, 'dateRange' | 'filters'>

interface Asked<About, Answer> {
  /** Distinguishes the questions in the cache. */
  name: string
  scope: Pick<Scope, 'range' | 'filters'>
  /** The parameters other than range and filters; undefined while incomplete. */
  about: About | undefined
  ask: (call: { siteId: string; body: Body<About>; signal: AbortSignal }) => Promise<Answer>
}

/**
 * Asks a question with its own endpoint, other than `/api/v1/query`, and repeats it while the page is visible; the
 * present answer stays until the next one.
 */
export function useQuestion<About extends object, Answer>(
  siteId: string,
  { name, scope, about, ask }: Asked<About, Answer>,
) {
  const { dateRange, filters } = scopeOf({ ...scope, model: 'last' })
  const askFor = (body: Body<About>, signal: AbortSignal) => ask({ siteId, body, signal })
  return useQuery({
    queryKey: ['question', siteId, name, { dateRange, filters, ...about }],
    queryFn:
      about === undefined
        ? skipToken
        : ({ signal }) => askFor({ dateRange, filters, ...about }, signal),
    // How to ask it for other days or with other filters: see `ahead.ts`.
    meta: { askFor },
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
}

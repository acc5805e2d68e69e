import { useQuery } from '@tanstack/react-query'
import type { QueryAnswer, QueryInput } from '@tributary/contract/query.ts'
import { keptAnswer } from './kept-answer.ts'
import { ask } from './query.ts'

// A page that is left open stays true without a reload; what is on screen changes only when it is in.
const refreshMs = 30_000

/**
 * Asks a question again and again while the page is looked at; what is shown stays until the next answer.
 * `keep` says what may stay, where that is more than what is alike.
 */
export function useReport<Shown>(
  siteId: string,
  body: QueryInput,
  show: (reply: QueryAnswer) => Shown,
  keep: (before: QueryAnswer | undefined) => QueryAnswer | undefined = keptAnswer(siteId, body),
) {
  return useQuery({
    queryKey: ['report', siteId, body],
    queryFn: ({ signal }) => ask(siteId, body, signal),
    select: show,
    placeholderData: keep,
    refetchInterval: refreshMs,
  })
}

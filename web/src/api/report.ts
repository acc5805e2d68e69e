import { useQuery } from '@tanstack/react-query'
import type { QueryAnswer, QueryInput } from '@tributary/contract/query.ts'
import { previousAnswer } from './client/previous-answer.ts'
import { withoutIdleModel } from './idle-model.ts'
import { ask } from './query.ts'

// An open page stays current without a reload; panels out of view only load when they are scrolled to.
const refreshMs = 30_000

interface Options {
  /** What may stay until the answer arrives, if that is more than an equal question's answer. */
  keep?: (before: QueryAnswer | undefined) => QueryAnswer | undefined
  isAsked?: boolean
}

/**
 * Repeats a question while the page is visible; the present answer stays until the next one. A change of the model
 * repeats only what depends on it.
 */
export function useReport<Shown>(
  siteId: string,
  body: QueryInput,
  show: (reply: QueryAnswer) => Shown,
  { keep = previousAnswer(siteId, body), isAsked = true }: Options = {},
) {
  return useQuery({
    queryKey: ['report', siteId, withoutIdleModel(body)],
    // With its model nevertheless: the questions of a page read money together if they have one.
    queryFn: ({ signal }) => ask(siteId, body, signal),
    meta: { askFor: (other: QueryInput, signal) => ask(siteId, other, signal), body },
    select: show,
    enabled: isAsked,
    placeholderData: keep,
    refetchInterval: refreshMs,
  })
}

import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { VisitorSummary } from '@tributary/contract/app/visitor-summary.ts'
import { personName } from '@tributary/contract/person-name.ts'
import { mostSummaries } from '@tributary/contract/summary-limits.ts'
import { request } from './client/request.ts'

const freshMs = 5 * 60_000

/** The details of a visitor besides the ID, null if the site has not seen them. */
export function useVisitorSummary(siteId: string, visitorId: string) {
  return useQuery(summaryQuery(siteId, visitorId))
}

const summaryQuery = (siteId: string, visitorId: string) =>
  queryOptions({
    queryKey: ['visitor-summary', siteId, visitorId],
    queryFn: () => askTogether(siteId, visitorId),
    staleTime: freshMs,
  })

/** The name of a visitor on every page: their identity if known, or else a name made from the ID. */
export function visitorName(
  visitorId: string,
  known: Pick<VisitorSummary, 'identity'> | null | undefined,
): string {
  return known?.identity ?? personName(visitorId)
}

/** The names of some visitors in places for plain text. */
export function useVisitorNames(siteId: string, visitorIds: readonly string[]) {
  const queries = [...new Set(visitorIds)].map((id) => summaryQuery(siteId, id))
  const answers = useQueries({ queries })
  const known = new Map(answers.map(({ data }) => [data?.visitorId, data]))
  return (visitorId: string) => visitorName(visitorId, known.get(visitorId))
}

type Batch = Map<string, PromiseWithResolvers<VisitorSummary | null>>

const waiting = new Map<string, Batch>()

/** Requests one visitor together with all others that are requested at the same time. */
function askTogether(siteId: string, visitorId: string): Promise<VisitorSummary | null> {
  let batch = waiting.get(siteId)
  if (batch === undefined) {
    batch = new Map()
    waiting.set(siteId, batch)
    setTimeout(() => {
      const whole = [...(waiting.get(siteId) ?? [])]
      waiting.delete(siteId)
      for (let from = 0; from < whole.length; from += mostSummaries) {
        void askBatch(siteId, new Map(whole.slice(from, from + mostSummaries)))
      }
    })
  }
  const asked = batch.get(visitorId) ?? Promise.withResolvers()
  batch.set(visitorId, asked)
  return asked.promise
}

async function askBatch(siteId: string, batch: Batch): Promise<void> {
  try {
    const body = { visitorIds: [...batch.keys()] }
    const name = 'POST /api/app/sites/:siteId/visitor-summaries'
    const { visitors } = await request(name, { siteId, body })
    const found = new Map(visitors.map((one) => [one.visitorId, one]))
    for (const [visitorId, { resolve }] of batch) resolve(found.get(visitorId) ?? null)
  } catch (error) {
    for (const { reject } of batch.values()) reject(error)
  }
}

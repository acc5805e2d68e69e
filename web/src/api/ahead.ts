import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Metric, QueryInput } from '@tributary/contract/query.ts'
import { createContext, use, useCallback } from 'react'
import { changedState, type ReportChange, type ReportState } from '../url-state/report-state.ts'
import { orderOf } from './breakdown.ts'
import { withoutIdleModel } from './idle-model.ts'
import { comparisonOf, scopeOf } from './query.ts'

/** Requests what the page will show after a change, as soon as the pointer is pressed on its control. */
export type AskAhead = (change: ReportChange) => void

export const AheadContext = createContext<AskAhead>(() => {})

export const useAhead = () => use(AheadContext)

/**
 * A tenth of a second lies between press and release of a button, and the rendering of the new page between the
 * release and its requests. The reports of the page are requested in the order in which they were first, the
 * headline before the panels.
 */
export function useAskAhead(siteId: string, state: ReportState): AskAhead {
  const client = useQueryClient()
  return useCallback(
    (change) => askAhead(client, siteId, { now: state, next: changedState(state, change) }),
    [client, siteId, state],
  )
}

interface Step {
  now: ReportState
  next: ReportState
}

function askAhead(client: QueryClient, siteId: string, { now, next }: Step): void {
  const order = next.order === now.order ? undefined : next.order
  const active = client.getQueryCache().findAll({ type: 'active' })
  for (const { queryKey, meta } of active) {
    if (queryKey[1] !== siteId || meta?.askFor === undefined) continue
    const askFor = meta.askFor as (body: QuestionBody, signal: AbortSignal) => Promise<unknown>
    const shown = (meta.body ?? queryKey.at(-1)) as QuestionBody
    const scoped = bodyAfter(shown, partsOf(now), partsOf(next))
    const body = (order && bodySorted(scoped ?? shown, order)) ?? scoped
    if (body === undefined) continue
    const about = meta.body === undefined ? body : withoutIdleModel(body)
    if (isSame(about, queryKey.at(-1))) continue
    const asked = {
      queryKey: [...queryKey.slice(0, -1), about],
      queryFn: ({ signal }: { signal: AbortSignal }) => askFor(body, signal),
      // The page's own request for it retries.
      retry: false,
    }
    if (meta.isPaged) void client.prefetchInfiniteQuery({ ...asked, initialPageParam: undefined })
    else void client.prefetchQuery(asked)
  }
}

const partNames = ['dateRange', 'filters', 'model', 'compare'] as const
type Parts = Pick<QueryInput, (typeof partNames)[number]>

/** A question in the last part of a query's key. */
type QuestionBody = Parts & Pick<QueryInput, 'orderBy'> & { metrics?: readonly Metric[] }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /**
       * Asks the same question with another body; `never`, as only the query's author knows its shape. The second
       * part of such a query's key is the site and the last its body.
       */
      askFor?: (body: never, signal: AbortSignal) => Promise<unknown>
      /** The complete body, if the key lacks a model that does not matter (`withoutIdleModel`). */
      body?: object
      /** The answer is the first of several pages. */
      isPaged?: boolean
    }
  }
}

function partsOf(state: ReportState): Parts {
  return { ...scopeOf(state), ...comparisonOf(state) }
}

/** The same question after the change; undefined if it stays the same, or has a scope of its own. */
function bodyAfter(body: QuestionBody, now: Parts, next: Parts): QuestionBody | undefined {
  const changed = partNames.filter((name) => !isSame(now[name], next[name]))
  const affected = changed.filter((name) => isSame(body[name], now[name]))
  const isOwn = changed.some((name) => name !== 'compare' && !affected.includes(name))
  if (affected.length === 0 || isOwn) return undefined
  const { ...after } = body
  for (const name of affected) {
    if (next[name] === undefined) delete after[name]
    else Object.assign(after, { [name]: next[name] })
  }
  return after
}

/**
 * The same rows sorted by another figure; undefined for questions of no panel, and for one that is sorted so already.
 */
function bodySorted(body: QuestionBody, by: Metric): QuestionBody | undefined {
  const { metrics = [], orderBy } = body
  const [[shown = undefined] = []] = orderBy ?? []
  const isPanel = shown !== undefined && isSame(orderBy, orderOf(shown as Metric, metrics))
  if (!isPanel || shown === by || !metrics.includes(by)) return undefined
  return { ...body, orderBy: orderOf(by, metrics) }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

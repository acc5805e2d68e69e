import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { QueryInput } from '@tributary/contract/query.ts'
import { createContext, use } from 'react'
import type { ReportState } from '../url-state/report-state.ts'
import { ask, comparisonOf, scopeOf } from './query.ts'

/** Requests what the page will show after a change, as soon as a pointer goes down on what changes it. */
export type AskAhead = (changed: Partial<ReportState>) => void

export const AheadContext = createContext<AskAhead>(() => {})

export const useAhead = () => use(AheadContext)

/**
 * Between press and release of a button lies a tenth of a second, and between the release and the requests of the new
 * page its drawing. The reports of the page are requested in the order in which they were first, the headline before
 * the panels.
 */
export function useAskAhead(siteId: string, state: ReportState): AskAhead {
  const client = useQueryClient()
  return (changed) => askAhead(client, siteId, { now: state, next: { ...state, ...changed } })
}

interface Step {
  now: ReportState
  next: ReportState
}

function askAhead(client: QueryClient, siteId: string, { now, next }: Step): void {
  const active = client.getQueryCache().findAll({ queryKey: ['report', siteId], type: 'active' })
  for (const { queryKey } of active) {
    const body = bodyAfter(queryKey[2] as QueryInput, partsOf(now), partsOf(next))
    if (body === undefined) continue
    void client.prefetchQuery({
      queryKey: ['report', siteId, body],
      queryFn: ({ signal }) => ask(siteId, body, signal),
      // The page's own request of it retries.
      retry: false,
    })
  }
}

const partNames = ['dateRange', 'filters', 'model', 'compare'] as const
type Parts = Pick<QueryInput, (typeof partNames)[number]>

function partsOf(state: ReportState): Parts {
  return { ...scopeOf(state), ...comparisonOf(state) }
}

/** The same question after the change; undefined where it stays as it is, or has a scope of its own. */
function bodyAfter(body: QueryInput, now: Parts, next: Parts): QueryInput | undefined {
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

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

import type { QueryAnswer, QueryInput } from '@tributary/contract/query.ts'
import type { ReportState } from '../url-state/report-state.ts'
import { request } from './request.ts'

/** What every report of a page has in common. */
export type Scope = Pick<ReportState, 'range' | 'filters' | 'model'>

/** Asks one question about a site. */
export function ask(siteId: string, body: QueryInput, signal: AbortSignal): Promise<QueryAnswer> {
  const path = `/api/v1/query?siteId=${encodeURIComponent(siteId)}`
  return request<QueryAnswer>(path, { method: 'POST', body, signal })
}

/** The part of a question that the address decides. */
export function scopeOf({ range, filters, model }: Scope) {
  return {
    dateRange: typeof range === 'string' ? range : ([range.from, range.to] as [string, string]),
    filters: filters.map(({ dimension, operator, value }): [string, string, string[]] => [
      operator,
      dimension,
      [value],
    ]),
    model,
  } satisfies Partial<QueryInput>
}

/** A count or an amount of a row. One that the answer does not hold is zero. */
export function numberIn(row: QueryAnswer['totals'] | undefined, name: string): number {
  const value = row?.[name]
  return typeof value === 'number' ? value : 0
}

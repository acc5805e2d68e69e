import type { ReportState } from '../url-state/report-state.ts'
import { request } from './request.ts'

/** What every report of a page has in common. */
export type Scope = Pick<ReportState, 'range' | 'filters' | 'model'>

/** One line of an answer: a value for each dimension and each metric that was asked for. */
export type Row = Record<string, string | number | null>

export interface QueryBody {
  metrics: readonly string[]
  dimensions?: readonly string[]
  dateRange: string | [string, string]
  filters?: [string, string, string[]][]
  model?: string
  compare?: string
  orderBy?: [string, 'asc' | 'desc'][]
  limit?: number
}

export interface QueryReply {
  rows: Row[]
  totals: Record<string, number>
  currency: string
}

/** Asks one question about a site. */
export function ask(siteId: string, body: QueryBody, signal: AbortSignal): Promise<QueryReply> {
  const path = `/api/v1/query?siteId=${encodeURIComponent(siteId)}`
  return request<QueryReply>(path, { method: 'POST', body, signal })
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
  }
}

/** A metric of a row as a number; one that is absent there is zero. */
export function numberIn(row: Row | Record<string, number> | undefined, name: string): number {
  const value = row?.[name]
  return typeof value === 'number' ? value : 0
}

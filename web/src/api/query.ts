import type { ReportState } from '../url-state/report-state.ts'
import { request } from './request.ts'

/** One line of an answer: dimensions as text, metrics as numbers, null where nothing divides. */
export type ReportRow = Record<string, string | number | null>

/** A question in the reports' language, as far as the dashboard speaks it. */
export interface Question {
  metrics: string[]
  dimensions?: string[]
  dateRange: string | [string, string]
  filters?: [string, string, string[]][]
  model?: string
  compare?: string
  orderBy?: [string, 'asc' | 'desc'][]
  limit?: number
}

/** What a question is answered with. */
export interface Answer {
  rows: ReportRow[]
  totals: ReportRow
  currency: string
  unconverted?: { currency: string; amount: number }[]
  comparison?: { totals: ReportRow }
  /** There when more rows follow. */
  cursor?: string
  nextCursor?: string
  query: { dateRange: [string, string]; timezone: string }
}

/** What every report of a page has in common. */
export type Scope = Pick<ReportState, 'range' | 'filters' | 'model'>

/** Asks one question about a site. */
export function ask(siteId: string, body: Question, signal: AbortSignal): Promise<Answer> {
  const path = `/api/v1/query?siteId=${encodeURIComponent(siteId)}`
  return request<Answer>(path, { method: 'POST', body, signal })
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
  } satisfies Partial<Question>
}

/** A count or an amount of a row. One that the answer does not hold is zero. */
export function numberIn(row: ReportRow | undefined, name: string): number {
  const value = row?.[name]
  return typeof value === 'number' ? value : 0
}

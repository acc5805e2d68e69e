import type { FilterInput, QueryAnswer, QueryInput } from '@tributary/contract/query.ts'
import { isReadWhole, valuesShownAs } from '../format/dimension-label.ts'
import type { Dimension } from '../url-state/dimension.ts'
import { filterInput } from '../url-state/filter.ts'
import type { ReportState } from '../url-state/report-state.ts'
import { request } from './client/request.ts'
import { shareAccessTo } from './site/share-access.ts'

/** The common part of every report of a page. */
export type Scope = Pick<ReportState, 'range' | 'filters' | 'model'>

/** Asks one question about a site. */
export function ask(siteId: string, body: QueryInput, signal: AbortSignal): Promise<QueryAnswer> {
  const shareAccess = shareAccessTo(siteId)
  return shareAccess === undefined
    ? request('POST /api/v1/query', { siteId, body, signal })
    : request('POST /api/share/query', { shareAccess, body, signal })
}

/** The part of a question that comes from the address. */
export function scopeOf({ range, filters, model }: Scope) {
  return {
    dateRange: typeof range === 'string' ? range : ([range.from, range.to] as [string, string]),
    filters: filters.map(filterInput),
    model,
  } satisfies Partial<QueryInput>
}

/** Narrows a question to values that contain a text, as they are stored or as they are displayed. */
export function searchOf(dimension: Dimension, text: string): FilterInput[] {
  if (text === '' || isReadWhole(dimension)) return []
  const holds: FilterInput = ['contains', dimension, [text]]
  const read = valuesShownAs(dimension, text)
  return [read.length === 0 ? holds : ['or', [holds, ['is', dimension, read]]]]
}

/** The comparison's part of the question, if there is one. */
export function comparisonOf({
  comparison,
}: Pick<ReportState, 'comparison'>): Pick<QueryInput, 'compare'> {
  if (comparison === 'none') return {}
  if (typeof comparison === 'string') return { compare: comparison }
  return { compare: [comparison.from, comparison.to] }
}

type Row = QueryAnswer['totals']

/** A count or an amount of a row; zero if the answer does not contain it. */
export function numberIn(row: Row | undefined, name: string): number {
  return figureIn(row, name) ?? 0
}

/** A figure of a row; null if the divisor is 0. */
export function figureIn(row: Row | undefined, name: string): number | null {
  const value = row?.[name]
  return typeof value === 'number' ? value : null
}

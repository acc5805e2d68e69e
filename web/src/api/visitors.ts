import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { VisitorsInput } from '@tributary/contract/questions/visitors.ts'
import type { ReportState } from '../url-state/report-state.ts'
import type { VisitorListState } from '../url-state/visitor-list-state.ts'
import { writeCsv } from './client/csv.ts'
import { request, tableCall } from './client/request.ts'
import { saveFile } from './client/save-file.ts'
import { scopeOf } from './query.ts'

export type ProfileOrder = 'newest' | 'oldest'

/** A person's profile, with the time line page by page. The first page has the figures. */
export function useProfile(siteId: string, visitorId: string, order: ProfileOrder) {
  return useInfiniteQuery({
    queryKey: ['profile', siteId, visitorId, order],
    queryFn: ({ signal, pageParam }) => {
      const query = { visitorId, order, cursor: pageParam }
      return request('GET /api/v1/visitors/profile', { siteId, query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** The whole time line, as a request for the table of it. */
export function timelineTable(siteId: string, visitorId: string, order: ProfileOrder) {
  return (cursor: string | undefined) => {
    const query = { visitorId, order, limit: 100, cursor }
    return tableCall('GET /api/v1/visitors/profile', { siteId, query })
  }
}

/** The page views of a visit beyond those in the profile; fetched on demand. */
export function useVisitPages(siteId: string, visit: { visitorId: string; sessionId: string }) {
  return useMutation({
    mutationFn: (cursor: string) =>
      request('GET /api/v1/visitors/profile/pages', { siteId, query: { ...visit, cursor } }),
  })
}

type Asked = Pick<ReportState, 'range' | 'filters'> & VisitorListState

/** The visitors of some days, one page after the other. */
export function useVisitorList(siteId: string, asked: Asked) {
  const body = bodyOf(asked)
  return useInfiniteQuery({
    queryKey: ['visitors', siteId, body],
    queryFn: ({ signal, pageParam }) =>
      askVisitors(
        siteId,
        { ...body, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      ),
    meta: {
      askFor: (other: VisitorsInput, signal) => askVisitors(siteId, other, signal),
      isPaged: true,
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
  })
}

/** The best paying visitors of a scope; only those who paid at all. */
export function usePayers(siteId: string, { range, filters }: Pick<Asked, 'range' | 'filters'>) {
  const askFor = (body: VisitorsInput, signal: AbortSignal) => askVisitors(siteId, body, signal)
  const body = bodyOf({ range, filters, search: '', order: 'revenue' }, shownPayers)
  return useQuery({
    queryKey: ['payers', siteId, body],
    queryFn: ({ signal }) => askFor(body, signal),
    meta: { askFor },
    select: ({ rows, currency }) => ({
      currency,
      payers: rows.filter(({ payments }) => payments > 0),
    }),
    placeholderData: keepPreviousData,
  })
}

const rowsInList = 50
const shownPayers = 7
const suggested = 6

/**
 * A few visitors that match a text: an id, an address, or a part of an id or a name. From the last 30 days at first;
 * if these are few, also from the last twelve months, which takes seconds on a large site.
 */
export function useVisitorSuggestions(siteId: string, text: string) {
  const recent = useSuggested(siteId, { text, range: '30d', isAsked: text !== '' })
  const isFew = isAnswered(recent) && (recent.data ?? []).length < suggested
  const all = useSuggested(siteId, { text, range: '12mo', isAsked: isFew })
  const { data, isPlaceholderData } = isFew && isAnswered(all) ? all : recent
  return {
    ...{ data, isPlaceholderData },
    isSuccess: isFew ? isAnswered(all) : recent.isSuccess,
    isFetching: recent.isFetching || all.isFetching,
    error: recent.error ?? all.error,
  }
}

interface Suggesting {
  text: string
  range: '30d' | '12mo'
  isAsked: boolean
}

function useSuggested(siteId: string, { text, range, isAsked }: Suggesting) {
  const asked: Asked = { range, filters: [], search: text, order: 'lastSeen' }
  return useQuery({
    queryKey: ['visitors', siteId, 'suggested', range, text],
    queryFn: ({ signal }) => askVisitors(siteId, bodyOf(asked, suggested), signal),
    select: ({ rows }) => rows,
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
}

/** Whether a query has the answer to the current question. */
const isAnswered = (query: { isSuccess: boolean; isPlaceholderData: boolean }): boolean =>
  query.isSuccess && !query.isPlaceholderData

const exportColumns = [
  'visitorId',
  'userIds',
  'firstSeenAt',
  'lastSeenAt',
  'sessions',
  'pageViews',
  'goals',
  'source',
  'country',
  'device',
  'browser',
  'os',
  'payments',
  'revenue',
] as const
const rowsAtOnce = 250
const mostPages = 80

/** Saves the list as CSV: all of it, up to 20,000 visitors. */
export async function saveVisitors(site: { id: string; name: string }, asked: Asked) {
  const lines: (string | number | null)[][] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const body = bodyOf(asked, rowsAtOnce)
    const answer = await askVisitors(site.id, cursor === undefined ? body : { ...body, cursor })
    for (const row of answer.rows) {
      lines.push(
        exportColumns.map((name) => (name === 'userIds' ? row.userIds.join(' ') : row[name])),
      )
    }
    cursor = answer.nextCursor
    if (cursor === undefined) break
  }
  saveFile(`${site.name}-visitors.csv`, writeCsv(exportColumns, lines))
}

function bodyOf({ range, filters, search, order }: Asked, limit = rowsInList): VisitorsInput {
  const { dateRange, filters: conditions } = scopeOf({ range, filters, model: 'last-non-direct' })
  const text = search.trim()
  return {
    ...{ dateRange, filters: conditions, orderBy: order, limit },
    ...(text !== '' && { search: text }),
  }
}

function askVisitors(siteId: string, body: VisitorsInput, signal?: AbortSignal) {
  return request('POST /api/v1/visitors', { siteId, body, signal })
}

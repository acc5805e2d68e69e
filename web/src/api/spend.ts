import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type {
  SpendDimension,
  SpendImport,
  SpendImportInput,
  SpendList,
  SpendReport,
  SpendRow,
  SpendRowInput,
} from '@tributary/contract/spend.ts'
import type { ReportState } from '../url-state/report-state.ts'
import { scopeOf } from './query.ts'
import { request } from './request.ts'

const key = (siteId: string) => ['spend', siteId]
const pathOf = (siteId: string, below = '') =>
  `/api/v1/spend${below}?siteId=${encodeURIComponent(siteId)}`

/** Ad spend and its results, by some dimensions. */
export function useSpendReport(
  siteId: string,
  { range, model }: Pick<ReportState, 'range' | 'model'>,
  dimensions: readonly SpendDimension[],
) {
  const body = reportBody({ range, model }, dimensions)
  return useQuery({
    queryKey: [...key(siteId), 'report', body],
    queryFn: ({ signal }) =>
      request<SpendReport>(pathOf(siteId, '/report'), { method: 'POST', body, signal }),
    placeholderData: keepPreviousData,
  })
}

function reportBody(
  { range, model }: Pick<ReportState, 'range' | 'model'>,
  dimensions: readonly SpendDimension[],
) {
  const { dateRange } = scopeOf({ range, model, filters: [] })
  return { dateRange, model, dimensions, limit: 1000 }
}

/** What `useSpendReport` asks, as a request for the table of it. */
export function spendReportTable(
  siteId: string,
  state: Pick<ReportState, 'range' | 'model'>,
  dimensions: readonly SpendDimension[],
) {
  return (cursor: string | undefined) => ({
    path: pathOf(siteId, '/report'),
    method: 'POST' as const,
    body: { ...reportBody(state, dimensions), ...(cursor !== undefined && { cursor }) },
  })
}

/** The rows of some days, as a request for the table of them. */
export function spendRowsTable(siteId: string, [from, to]: [string, string]) {
  return (cursor: string | undefined) => {
    const query = new URLSearchParams({ siteId, from, to, limit: '1000' })
    if (cursor !== undefined) query.set('cursor', cursor)
    return { path: `/api/v1/spend?${query}` }
  }
}

/** The rows as reported, of some days, the latest first. */
export function useSpendRows(siteId: string, days: [string, string] | undefined) {
  return useInfiniteQuery({
    queryKey: [...key(siteId), 'rows', days],
    enabled: days !== undefined,
    queryFn: ({ signal, pageParam }) => {
      const [from = '', to = ''] = days ?? []
      const query = new URLSearchParams({ siteId, from, to, limit: '20' })
      if (pageParam !== undefined) query.set('cursor', pageParam)
      return request<SpendList>(`/api/v1/spend?${query}`, { signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
  })
}

/** Keeps rows; of a row whose day or words are others now, the old one goes. */
export function useSaveSpend(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ rows, old }: { rows: SpendRowInput[]; old?: string | undefined }) => {
      if (old !== undefined) await remove(siteId, old)
      await request(pathOf(siteId), { method: 'PUT', body: { rows } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: key(siteId) }),
  })
}

/** Deletes a row; what is gone can be saved again. */
export function useDeleteSpend(siteId: string, tellGone: (rows: SpendRow[]) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (spendId: string) => remove(siteId, spendId),
    // Careful: given to mutate(), it is not called once the list is gone with its last row.
    onSuccess: ({ rows }) => tellGone(rows),
    onSettled: () => client.invalidateQueries({ queryKey: key(siteId) }),
  })
}

function remove(siteId: string, spendId: string) {
  const path = `${pathOf(siteId)}&spendId=${encodeURIComponent(spendId)}`
  return request<{ deleted: number; rows: SpendRow[] }>(path, { method: 'DELETE' })
}

/** Reads an export: first only looked at (`dryRun`), then kept. */
export function useImportSpend(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SpendImportInput) =>
      request<SpendImport>(pathOf(siteId, '/import'), { method: 'POST', body }),
    onSuccess: ({ saved }) => {
      if (saved > 0) void client.invalidateQueries({ queryKey: key(siteId) })
    },
  })
}

/** A stored row as an input, to report it again. */
export function toldAgain({ spendId: _, clicks, impressions, ...row }: SpendRow): SpendRowInput {
  return {
    ...row,
    ...(clicks !== null && { clicks }),
    ...(impressions !== null && { impressions }),
  }
}

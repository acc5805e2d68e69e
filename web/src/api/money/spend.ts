import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type {
  SpendDimension,
  SpendImportInput,
  SpendReportInput,
  SpendRow,
  SpendRowInput,
} from '@tributary/contract/spend.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import { request, tableCall } from '../client/request.ts'
import { scopeOf } from '../query.ts'

const key = (siteId: string) => ['spend', siteId]

/** The parameters of a report on ad spend. */
export interface SpendState extends Pick<ReportState, 'range' | 'model'> {
  /** The days whose revenue counts: all, or those with spend. */
  revenueDays: 'range' | 'spend'
}

/** Ad spend and its results, by some dimensions. */
export function useSpendReport(
  siteId: string,
  state: SpendState,
  dimensions: readonly SpendDimension[],
) {
  const body = reportBody(state, dimensions)
  const askFor = (body: SpendReportInput, signal: AbortSignal) =>
    request('POST /api/v1/spend/report', { siteId, body, signal })
  return useQuery({
    queryKey: [...key(siteId), 'report', body],
    queryFn: ({ signal }) => askFor(body, signal),
    meta: { askFor },
    placeholderData: keepPreviousData,
  })
}

function reportBody(
  { range, model, revenueDays }: SpendState,
  dimensions: readonly SpendDimension[],
): SpendReportInput {
  const { dateRange } = scopeOf({ range, model, filters: [] })
  return { dateRange, model, revenueDays, dimensions: [...dimensions], limit: 1000 }
}

/** `useSpendReport`'s question, as a request for its table. */
export function spendReportTable(
  siteId: string,
  state: SpendState,
  dimensions: readonly SpendDimension[],
) {
  return (cursor: string | undefined) => {
    const body = { ...reportBody(state, dimensions), ...(cursor !== undefined && { cursor }) }
    return tableCall('POST /api/v1/spend/report', { siteId, body })
  }
}

/** The rows of some days, as a request for the table of them. */
export function spendRowsTable(siteId: string, [from, to]: [string, string]) {
  return (cursor: string | undefined) =>
    tableCall('GET /api/v1/spend', { siteId, query: { from, to, limit: 1000, cursor } })
}

/** The rows as reported, of some days, the latest first. */
export function useSpendRows(siteId: string, days: [string, string] | undefined) {
  return useInfiniteQuery({
    queryKey: [...key(siteId), 'rows', days],
    enabled: days !== undefined,
    queryFn: ({ signal, pageParam }) => {
      const [from = '', to = ''] = days ?? []
      const query = { from, to, limit: 20, cursor: pageParam }
      return request('GET /api/v1/spend', { siteId, query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor,
  })
}

/** Stores rows; if a row's day or words have changed, the old one is deleted. */
export function useSaveSpend(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ rows, old }: { rows: SpendRowInput[]; old?: string | undefined }) => {
      if (old !== undefined) await remove(siteId, old)
      await request('PUT /api/v1/spend', { siteId, body: { rows } })
    },
    onSettled: () => client.invalidateQueries({ queryKey: key(siteId) }),
  })
}

/** Deletes a row, which can be restored. */
export function useDeleteSpend(siteId: string, onDeleted: (rows: SpendRow[]) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (spendId: string) => remove(siteId, spendId),
    // Careful: passed to mutate(), it is not called once the list is unmounted with its last row.
    onSuccess: ({ rows }) => onDeleted(rows),
    onSettled: () => client.invalidateQueries({ queryKey: key(siteId) }),
  })
}

function remove(siteId: string, spendId: string) {
  return request('DELETE /api/v1/spend', { siteId, query: { spendId } })
}

/** Reads an export: first as a preview (`dryRun`), then saved. */
export function useImportSpend(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SpendImportInput) => request('POST /api/v1/spend/import', { siteId, body }),
    onSuccess: ({ saved }) => {
      if (saved > 0) void client.invalidateQueries({ queryKey: key(siteId) })
    },
  })
}

/** A stored row as an input, to report it again. */
export function toRowInput({ spendId: _, clicks, impressions, ...row }: SpendRow): SpendRowInput {
  return {
    ...row,
    ...(clicks !== null && { clicks }),
    ...(impressions !== null && { impressions }),
  }
}

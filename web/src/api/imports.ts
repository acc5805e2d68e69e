import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportData, ImportFormatName } from '@tributary/contract/data-import.ts'
import { request } from './request.ts'

const pathOf = (siteId: string) => `/api/app/sites/${encodeURIComponent(siteId)}/imports`
const keyOf = (siteId: string) => ['sites', siteId, 'imports']

/**
 * The server waits half a minute for a piece, so pieces begin small and grow while the line is quick. The
 * largest is as `importPieceBytes` of the contract says, which would bring the schema library along.
 */
const [leastPieceBytes, firstPieceBytes, mostPieceBytes] = [
  128 * 1024,
  1024 * 1024,
  8 * 1024 * 1024,
]
const [quickMs, slowMs] = [2_000, 8_000]

const underWay = ['checking', 'running', 'undoing']

/** A site's imports, asked for again while one is under way. */
export function useImports(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }) =>
      (await request<{ imports: ImportData[] }>(pathOf(siteId), { signal })).imports,
    refetchInterval: ({ state }) =>
      state.data?.some((one) => underWay.includes(one.state)) ? 1000 : false,
  })
}

interface NewImport {
  format: ImportFormatName
  file: File
  /** Hears how much of the file has been sent, from 0 to 1. */
  onSent: (share: number) => void
}

/** Sends a file in pieces and has it looked through. */
export function useSendImport(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ format, file, onSent }: NewImport) => {
      const body = { format, fileName: file.name }
      const made = await request<{ import: ImportData }>(pathOf(siteId), { method: 'POST', body })
      const path = `${pathOf(siteId)}/${made.import.id}`
      let pieceBytes = firstPieceBytes
      for (let offset = 0; offset < file.size; ) {
        const bytes = file.slice(offset, offset + pieceBytes)
        const startMs = performance.now()
        await request(`${path}/content?offset=${offset}`, { method: 'PUT', bytes })
        const tookMs = performance.now() - startMs
        if (tookMs < quickMs) pieceBytes = Math.min(2 * pieceBytes, mostPieceBytes)
        if (tookMs > slowMs) pieceBytes = Math.max(pieceBytes / 2, leastPieceBytes)
        offset += bytes.size
        onSent(offset / file.size)
      }
      await request(`${path}/check`, { method: 'POST' })
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

/** Goes on with an import, takes it back or forgets it. Reports change with it. */
export function useImportStep(siteId: string, importId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (step: 'check' | 'start' | 'undo' | 'discard') => {
      const path = `${pathOf(siteId)}/${importId}`
      return step === 'discard'
        ? request(path, { method: 'DELETE' })
        : request(`${path}/${step}`, { method: 'POST' })
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['sites', siteId] }),
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportFormatName } from '@tributary/contract/data-import.ts'
import { request } from '../client/request.ts'

const keyOf = (siteId: string) => ['sites', siteId, 'imports']

/**
 * The server waits half a minute for a piece, so pieces begin small and grow while the connection is fast. The
 * largest equals `importPieceBytes` of the contract, which would load the schema library.
 */
const [leastPieceBytes, firstPieceBytes, mostPieceBytes] = [
  128 * 1024,
  1024 * 1024,
  8 * 1024 * 1024,
]
const [quickMs, slowMs] = [2_000, 8_000]

const underWay = ['checking', 'running', 'undoing']

/** A site's imports, polled while one is in progress. */
export function useImports(siteId: string) {
  return useQuery({
    queryKey: keyOf(siteId),
    queryFn: async ({ signal }) =>
      (await request('GET /api/app/sites/:siteId/imports', { siteId, signal })).imports,
    refetchInterval: ({ state }) =>
      state.data?.some((one) => underWay.includes(one.state)) ? 1000 : false,
  })
}

interface NewImport {
  format: ImportFormatName
  file: File
  /** Called with the part of the file that has been sent, from 0 to 1. */
  onSent: (share: number) => void
}

/** Sends a file in pieces and has it checked. */
export function useSendImport(siteId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ format, file, onSent }: NewImport) => {
      const body = { format, fileName: file.name }
      const made = await request('POST /api/app/sites/:siteId/imports', { siteId, body })
      const place = { siteId, importId: made.import.id }
      let pieceBytes = firstPieceBytes
      for (let offset = 0; offset < file.size; ) {
        const bytes = file.slice(offset, offset + pieceBytes)
        const startMs = performance.now()
        await request('PUT /api/app/sites/:siteId/imports/:importId/content', {
          ...place,
          query: { offset },
          bytes,
        })
        const tookMs = performance.now() - startMs
        if (tookMs < quickMs) pieceBytes = Math.min(2 * pieceBytes, mostPieceBytes)
        if (tookMs > slowMs) pieceBytes = Math.max(pieceBytes / 2, leastPieceBytes)
        offset += bytes.size
        onSent(offset / file.size)
      }
      await request('POST /api/app/sites/:siteId/imports/:importId/check', place)
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(siteId) }),
  })
}

/** Continues, undoes or deletes an import. Reports change with it. */
export function useImportStep(siteId: string, importId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (step: 'check' | 'start' | 'undo' | 'discard') => {
      const place = { siteId, importId }
      await (step === 'discard'
        ? request('DELETE /api/app/sites/:siteId/imports/:importId', place)
        : request(`POST /api/app/sites/:siteId/imports/:importId/${step}`, place))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['sites', siteId] }),
  })
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportData, ImportFormatName } from '@tributary/contract/data-import.ts'
import { request } from './request.ts'

const pathOf = (siteId: string) => `/api/app/sites/${encodeURIComponent(siteId)}/imports`
const keyOf = (siteId: string) => ['sites', siteId, 'imports']

/** As `importPieceBytes` of the contract says, which would bring the schema library along. */
const pieceBytes = 8 * 1024 * 1024

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
      for (let offset = 0; offset < file.size; offset += pieceBytes) {
        const bytes = file.slice(offset, offset + pieceBytes)
        await request(`${path}/content?offset=${offset}`, { method: 'PUT', bytes })
        onSent(Math.min(1, (offset + bytes.size) / file.size))
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

import type { ImportData, ImportFormatName, ImportReport } from '@tributary/contract/data-import.ts'
import type { ImportRow } from './rows/import-rows.ts'

/** An import as people see it. */
export function presentImport(row: ImportRow): ImportData {
  return {
    id: row.id,
    format: row.format as ImportFormatName,
    fileName: row.fileName,
    state: row.state,
    createdAt: new Date(row.createdMs).toISOString(),
    updatedAt: new Date(row.updatedMs).toISOString(),
    bytes: row.bytes,
    bytesRead: row.bytesRead,
    // The rows hold what `ReportBuilder` made.
    preview: row.preview as ImportReport | null,
    result: row.result as ImportReport | null,
    problem: row.problem,
  }
}

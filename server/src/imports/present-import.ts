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
    preview: readReport(row.preview),
    result: readReport(row.result),
    problem: row.problem,
  }
}

/** The rows contain what `ReportBuilder` made, possibly an older one without duplicates. */
function readReport(stored: unknown): ImportReport | null {
  if (stored === null) return null
  const report = stored as Omit<ImportReport, 'duplicates'> & Partial<ImportReport>
  return { ...report, duplicates: report.duplicates ?? { found: 0, new: 0, known: 0 } }
}

import type { Generated } from 'kysely'

/** The tables of imports, a part of the control store's `Database`. */
export interface ImportTables {
  imports: ImportsTable
  import_additions: ImportAdditionsTable
  imported_days: ImportedDaysTable
}

export type ImportState =
  /** The file is being sent. */
  | 'uploading'
  /** It is being checked, without storing anything. */
  | 'checking'
  /** The preview waits for confirmation. */
  | 'ready'
  | 'running'
  | 'done'
  | 'failed'
  | 'undoing'
  | 'undone'

export interface ImportsTable {
  /** `imp_` and 16 base62 characters. */
  id: string
  site_id: string
  format: string
  file_name: string
  state: ImportState
  created_ms: number
  updated_ms: number
  /** The size of the file, how much has been received, and how much has been read. */
  bytes: number
  bytes_read: number
  /** JSON: the result of the check. */
  preview: string | null
  /** JSON: what it has added. */
  result: string | null
  /** Why it failed, for the person who imports it. */
  problem: string | null
  /** The host name of the node that has the file; empty before its first piece. */
  node: Generated<string>
}

/** What an import added to the control store, so that undoing it can remove that. */
interface ImportAdditionsTable {
  import_id: string
  kind: 'fact' | 'identity' | 'link' | 'counted' | 'primary' | 'payment'
  key: string
}

/** A daily total of another tool: of all visits, or of one value of a dimension. */
interface ImportedDaysTable {
  site_id: string
  /** `total`, or the dimension of `value`. */
  dimension: string
  /** `2026-11-20`, in the other tool's time zone. */
  day: string
  value: string
  import_id: string
  visitors: number
  visits: number
  page_views: number
  bounces: number
  /** Duration of all visits together. */
  seconds: number
  /** How often a goal was reached; 0 for other dimensions. */
  events: number
}

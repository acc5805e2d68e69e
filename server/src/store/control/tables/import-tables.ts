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
  /** It is read without storing anything. */
  | 'checking'
  /** What it would add is known, and waits to be confirmed. */
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
  /** How long the file is, as far as it has come, and how far it has been read. */
  bytes: number
  bytes_read: number
  /** JSON: what was found when it was read through. */
  preview: string | null
  /** JSON: what it has added. */
  result: string | null
  /** Why it failed, for the person who reads it. */
  problem: string | null
  /** The host name of the node that has the file; empty before its first piece. */
  node: Generated<string>
}

/** What an import added to the control store, by which undoing it knows what to remove. */
interface ImportAdditionsTable {
  import_id: string
  kind: 'fact' | 'identity' | 'link' | 'counted' | 'primary' | 'payment'
  key: string
}

/** A day of a site as another tool added it up: of all, or of one value of a dimension. */
interface ImportedDaysTable {
  site_id: string
  /** `total`, or what `value` is a value of. */
  dimension: string
  /** `2026-11-20`, in whatever time zone the other tool had. */
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

import type { Kysely, Selectable, Updateable } from 'kysely'
import type { ImportState, ImportsTable } from '../../store/control/tables/import-tables.ts'
import type { Database } from '../../store/control/tables.ts'

/** An import as it is stored. Only the importer interprets `preview` and `result`. */
export interface ImportRow {
  id: string
  siteId: string
  format: string
  fileName: string
  state: ImportState
  createdMs: number
  updatedMs: number
  bytes: number
  bytesRead: number
  preview: unknown
  result: unknown
  problem: string | null
  /** The host name of the node that has the file; empty before its first piece. */
  node: string
}

/** Keeps a new import. */
export async function insertImport(db: Kysely<Database>, row: ImportRow): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      id: row.id,
      site_id: row.siteId,
      format: row.format,
      file_name: row.fileName,
      state: row.state,
      created_ms: row.createdMs,
      updated_ms: row.updatedMs,
      bytes: row.bytes,
      bytes_read: row.bytesRead,
      preview: jsonOf(row.preview),
      result: jsonOf(row.result),
      problem: row.problem,
      node: row.node,
    })
    .execute()
}

/** Changes fields of an import; `whileIn` lists the states in which that is allowed. Returns whether it changed. */
export async function changeImport(
  db: Kysely<Database>,
  id: string,
  changes: Partial<Omit<ImportRow, 'id' | 'siteId' | 'format' | 'createdMs'>>,
  whileIn?: readonly ImportState[],
): Promise<boolean> {
  const set: Updateable<ImportsTable> = {}
  if (changes.fileName !== undefined) set.file_name = changes.fileName
  if (changes.state !== undefined) set.state = changes.state
  if (changes.updatedMs !== undefined) set.updated_ms = changes.updatedMs
  if (changes.bytes !== undefined) set.bytes = changes.bytes
  if (changes.bytesRead !== undefined) set.bytes_read = changes.bytesRead
  if (changes.preview !== undefined) set.preview = jsonOf(changes.preview)
  if (changes.result !== undefined) set.result = jsonOf(changes.result)
  if (changes.problem !== undefined) set.problem = changes.problem
  if (changes.node !== undefined) set.node = changes.node
  const update = db.updateTable('imports').set(set).where('id', '=', id)
  const changed = await (whileIn === undefined
    ? update
    : update.where('state', 'in', whileIn)
  ).executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** One site's import. */
export async function findImport(
  db: Kysely<Database>,
  siteId: string,
  id: string,
): Promise<ImportRow | undefined> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toImport(row)
}

/** The site of an import, for callers who only have its id. */
export async function findSiteOfImport(
  db: Kysely<Database>,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('imports')
    .select('site_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.site_id
}

/** A site's imports, the latest first. */
export async function listImports(db: Kysely<Database>, siteId: string): Promise<ImportRow[]> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('created_ms', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(toImport)
}

/** Every site's imports in some states, the oldest first. */
export async function listImportsIn(
  db: Kysely<Database>,
  states: readonly ImportState[],
): Promise<ImportRow[]> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    .where('state', 'in', states)
    .orderBy('created_ms')
    .orderBy('id')
    .execute()
  return rows.map(toImport)
}

/** Deletes an import that added nothing. */
export async function deleteImport(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

function toImport(row: Selectable<ImportsTable>): ImportRow {
  return {
    id: row.id,
    siteId: row.site_id,
    format: row.format,
    fileName: row.file_name,
    state: row.state,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
    bytes: row.bytes,
    node: row.node,
    bytesRead: row.bytes_read,
    preview: row.preview === null ? null : JSON.parse(row.preview),
    result: row.result === null ? null : JSON.parse(row.result),
    problem: row.problem,
  }
}

function jsonOf(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

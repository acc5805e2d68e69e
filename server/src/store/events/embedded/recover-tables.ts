import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Session } from 'chdb'
import { dropRecords, findUnfinishedInserts, hasEmptyLog } from './deduplication-log.ts'

/** A table of ours and the folder of its parts. */
export interface TableFolder {
  name: string
  dir: string
}

/** Every MergeTree table of the default database. */
export function listTables(session: Session): TableFolder[] {
  const answer = session.query(
    `select name, data_paths[1] as dir from system.tables
     where database = 'default' and engine like '%MergeTree' order by name`,
    'JSONEachRow',
  )
  return answer
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TableFolder)
}

/** Parts with rows: a quarantined part leaves an empty one in its place for a while. */
function listActiveParts(session: Session, table: string): Set<string> {
  const answer = session.query(
    `select name from system.parts
     where database = 'default' and table = '${table}' and active and rows > 0`,
    'TSV',
  )
  return new Set(answer.split('\n').filter(Boolean))
}

const markerName = 'running'

/**
 * Repairs what a crash or a power cut left incomplete, so that everything unconfirmed can be sent again and then
 * exists exactly once. Returns the repairs, for the log. Only after an unclean end; the folder's lock must be held.
 */
export async function recoverTables(session: Session, dir: string): Promise<string[]> {
  const marker = join(dir, markerName)
  const done: string[] = []
  if (existsSync(marker)) {
    const unrecorded = readUnrecorded(marker)
    for (const table of listTables(session)) {
      done.push(...(await recoverTable(session, table, unrecorded?.includes(table.name) ?? true)))
    }
  }
  const text = JSON.stringify(listTablesWithoutRecords(session))
  // A restart on a full disk needs no space for data that is already there.
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== text) {
    writeFileSync(marker, text, { flush: true })
  }
  const handle = openSync(dir, 'r')
  fsyncSync(handle)
  closeSync(handle)
  return done
}

/**
 * Names of the tables that had rows without a record of any insert when the engine was opened, as after a restore:
 * there, such rows are no sign of an interrupted insert. Undefined when the marker does not contain them, because an
 * older version wrote it or it was cut short.
 */
function readUnrecorded(marker: string): string[] | undefined {
  try {
    return JSON.parse(readFileSync(marker, 'utf8'))
  } catch {
    return undefined
  }
}

/** Careful: the folder does not show it, as a quarantined part stays there for a while. */
function listTablesWithoutRecords(session: Session): string[] {
  return listTables(session)
    .filter(({ name, dir }) => hasEmptyLog(dir) && listActiveParts(session, name).size > 0)
    .map(({ name }) => name)
}

/** The folder was closed properly: the next start has nothing to recover. */
export function markClosed(dir: string): void {
  rmSync(join(dir, markerName), { force: true })
}

async function recoverTable(
  session: Session,
  table: TableFolder,
  mayLackRecords: boolean,
): Promise<string[]> {
  const { recordsWithoutPart, partsWithoutRecord, hasTornRecords } = findUnfinishedInserts(
    table.dir,
    mayLackRecords,
  )
  const done: string[] = []
  const active = listActiveParts(session, table.name)
  // Merged parts only remain to be removed; the engine does not list them as active.
  for (const part of partsWithoutRecord.filter((name) => active.has(name))) {
    // Detached, not deleted: the operator can attach it again.
    session.query(`alter table ${table.name} detach part '${part}'`)
    done.push(`${table.name}: set part ${part} aside, its insert was never confirmed`)
  }
  if (recordsWithoutPart.length > 0 || hasTornRecords) {
    // The log is read when a table is attached. A crash in between only attaches it at the start.
    session.query(`detach table ${table.name} sync`)
    try {
      await dropRecords(table.dir, recordsWithoutPart)
    } finally {
      session.query(`attach table ${table.name}`)
    }
    done.push(`${table.name}: forgot ${recordsWithoutPart.length} inserts that left no rows`)
  }
  return done
}

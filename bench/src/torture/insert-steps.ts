import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { journal, type Sign } from './disk/steps.ts'

/** The folder of a table of the embedded engine. */
const table = (name: string) => (dataDir: string) => [join(dataDir, 'events/db/data/default', name)]
const record = (name: string) => (dataDir: string) =>
  table(name)(dataDir).map((folder) => join(folder, 'deduplication_logs'))

/** Of one block. Table `sessions` adds rows up as they are inserted, which is level 1 already. */
const inPlace = /^\w+_(\d+)_\1_[01]$/

/**
 * Every step from an acknowledged hit to the row of its session, as seen from outside, in the order in which
 * the engine takes them.
 */
export const insertSteps = {
  'a line is in the journal': { folders: journal, name: /\.open$/ },
  'a segment is sealed': { folders: journal, name: /\.sealed$/, isThere: true },
  'rows of events are being written': { folders: table('events'), name: /^tmp_insert_/ },
  'an insert into events is recorded': { folders: record('events'), name: /\.txt$/ },
  'rows of events are in place': { folders: table('events'), name: inPlace, isThere: true },
  'rows of sessions are being written': { folders: table('sessions'), name: /^tmp_insert_/ },
  'an insert into sessions is recorded': { folders: record('sessions'), name: /\.txt$/ },
  'rows of sessions are in place': { folders: table('sessions'), name: inPlace, isThere: true },
  'a segment is removed': { folders: journal, name: /\.sealed$/, isThere: false },
} as const satisfies Record<string, Sign>

export type InsertStep = keyof typeof insertSteps

/** How far the inserts of an ended engine got. */
export interface InsertsLeft {
  /** Segments that are to be shipped, or shipped again. */
  sealed: number
  /** Inserts that the tables remember. */
  events: number
  sessions: number
}

export function insertsLeft(dataDir: string): InsertsLeft {
  const recorded = (name: string) =>
    record(name)(dataDir).flatMap((folder) =>
      namesIn(folder).flatMap(
        (file) => readFileSync(join(folder, file), 'utf8').match(/^1\t/gm) ?? [],
      ),
    ).length
  const [folder = ''] = journal(dataDir)
  return {
    sealed: namesIn(folder).filter((name) => name.endsWith('.sealed')).length,
    events: recorded('events'),
    sessions: recorded('sessions'),
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

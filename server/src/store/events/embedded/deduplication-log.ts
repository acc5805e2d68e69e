import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A data part by its folder's name, `202511_17_17_0` or, merged, `202511_1_17_2`. */
interface Part {
  name: string
  partition: string
  firstBlock: number
  lastBlock: number
}

/** What a crash left incomplete in one table. */
export interface UnfinishedInserts {
  /** Lines of the log whose part was never created, oldest first: their token must be accepted again. */
  recordsWithoutPart: string[]
  /** Lines that were never written to their end: see `dropRecords`. */
  hasTornRecords: boolean
  /** Parts that were not acknowledged and whose token is not on record: they will be sent again. */
  partsWithoutRecord: string[]
}

const folderName = 'deduplication_logs'

/**
 * Makes the record of the last inserts' tokens as durable as their rows. The engine syncs the part
 * and not this log: after a power cut the rows would be there and a repeat would double them.
 */
export async function syncDeduplicationLog(tableDir: string): Promise<void> {
  const dir = join(tableDir, folderName)
  const files = await readdir(dir).catch(() => [])
  for (const file of files) {
    const handle = await open(join(dir, file), 'r+')
    try {
      await handle.datasync()
    } finally {
      await handle.close()
    }
  }
}

/**
 * Careful: the engine first writes a token to its log and then moves the part into place. Killed
 * in between, it would take the repeat for done and drop rows that are nowhere; cut off from power
 * after it, it may lack the record and take the rows twice. Both are found by comparing the log
 * with the parts that are there. Without a single record nothing can be said of the parts of a table that
 * `mayLackRecords` because it was restored; in any other, they are of inserts that were not confirmed.
 */
export function findUnfinishedInserts(tableDir: string, mayLackRecords = true): UnfinishedInserts {
  const log = readLog(tableDir)
  const lines = log.filter(isWhole).map((line) => line.trimEnd())
  const hasTornRecords = lines.length < log.length
  if (lines.length === 0 && (mayLackRecords || !hasLog(tableDir))) {
    return { recordsWithoutPart: [], partsWithoutRecord: [], hasTornRecords }
  }
  const parts = partsIn(tableDir)
  const recorded = recordsIn(lines)
  const blocks = new Set(recorded.map(({ part }) => part.firstBlock))
  const lastConfirmed = lastBlockBeforeNewestInsert(recorded)
  return {
    hasTornRecords,
    // Careful: not only the newest. An insert has a record for each partition, up to a thousand.
    recordsWithoutPart: withoutPart(recorded, parts),
    // Careful: not by their level. Where rows were added up as they were inserted, what is new has level 1.
    partsWithoutRecord: parts
      .filter(({ firstBlock, lastBlock }) => firstBlock === lastBlock && firstBlock > lastConfirmed)
      .filter(({ firstBlock }) => !blocks.has(firstBlock))
      .map((part) => part.name),
  }
}

/** Of this many records of inserts, the newest, those whose part does not exist (yet). */
export function findNewestWithoutPart(tableDir: string, newest: number): string[] {
  const lines = readLog(tableDir).filter(isWhole)
  return withoutPart(
    recordsIn(lines.map((line) => line.trimEnd())).slice(-newest),
    partsIn(tableDir),
  )
}

interface InsertRecord {
  line: string
  part: Part
}

const withoutPart = (records: readonly InsertRecord[], parts: readonly Part[]) =>
  records.filter(({ part }) => !parts.some((other) => covers(other, part))).map(({ line }) => line)

/** What the log remembers: a token is added by a line that begins with 1 and forgotten by one with 2. */
function recordsIn(lines: readonly string[]): InsertRecord[] {
  const known = new Map<string, InsertRecord>()
  for (const line of lines) {
    const [operation, name = '', token = ''] = line.split('\t')
    const part = parsePart(name)
    known.delete(token)
    if (operation === '1' && part !== undefined) known.set(token, { line, part })
  }
  return [...known.values()]
}

/**
 * A full disk may refuse one record of an insert into several partitions and accept the next one, so a part of the
 * newest insert may lack its record though a later one exists. If there is a record of no other insert, what comes
 * before it may have been restored.
 */
function lastBlockBeforeNewestInsert(recorded: readonly InsertRecord[]): number {
  const newest = recorded.at(-1)
  const others = recorded.filter(({ line }) => newest && insertOf(line) !== insertOf(newest.line))
  return Math.max(...(others.length > 0 ? others : recorded).map(({ part }) => part.lastBlock))
}

/** A token is a partition and, the same for all of an insert's partitions, two numbers. */
const insertOf = (line: string) => line.split('_').slice(-2).join('_')

/**
 * Removes the tokens of inserts that never happened, and incomplete lines: the engine would append to such a line
 * and, at the next start, read no further, so that inserts after it were unknown though they had been confirmed. The
 * table must be detached meanwhile. The new text is not written next to the log: an unknown file name there keeps
 * the engine from opening the table.
 */
export async function dropRecords(tableDir: string, records: readonly string[]): Promise<void> {
  const dir = join(tableDir, folderName)
  const dropped = new Set(records)
  for (const file of await readdir(dir)) {
    const path = join(dir, file)
    const text = await readFile(path, 'utf8')
    const remaining = linesOf(text).filter((line) => isWhole(line) && !dropped.has(line.trimEnd()))
    if (remaining.join('') === text) continue
    const rewritten = join(tableDir, 'rewritten-log')
    await writeFile(rewritten, remaining.join(''), { flush: true })
    await rename(rewritten, path)
  }
}

/** Whether a table that can remember inserts remembers none. */
export function hasEmptyLog(tableDir: string): boolean {
  return hasLog(tableDir) && !readLog(tableDir).some(isWhole)
}

const hasLog = (tableDir: string) => existsSync(join(tableDir, folderName))

const partsIn = (tableDir: string) => readdirSync(tableDir, { withFileTypes: true }).flatMap(partOf)

function readLog(tableDir: string): string[] {
  const dir = join(tableDir, folderName)
  const numberOf = (file: string) => Number(/_(\d+)\.txt$/.exec(file)?.[1] ?? 0)
  let files: string[]
  try {
    files = readdirSync(dir)
      .filter((file) => file.endsWith('.txt'))
      .sort((a, b) => numberOf(a) - numberOf(b))
  } catch (error) {
    // A table without a deduplication window has no log.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return files.flatMap((file) => linesOf(readFileSync(join(dir, file), 'utf8')))
}

/** With their line ends, where they have one. */
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const isWhole = (line: string) => /^[12]\t[^\t\n]+\t[^\t\n]+\n$/.test(line)

function partOf(entry: Dirent): Part[] {
  const part = entry.isDirectory() ? parsePart(entry.name) : undefined
  return part === undefined ? [] : [part]
}

function parsePart(name: string): Part | undefined {
  const match = /^([^_]+)_(\d+)_(\d+)_(\d+)(?:_\d+)?$/.exec(name)
  if (match === null) return undefined
  const [, partition = '', first, last] = match
  return {
    name,
    partition,
    firstBlock: Number(first),
    lastBlock: Number(last),
  }
}

const covers = (part: Part, other: Part) =>
  part.partition === other.partition &&
  part.firstBlock <= other.firstBlock &&
  part.lastBlock >= other.lastBlock

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

/** What a crash left half done in one table. */
export interface UnfinishedInserts {
  /** Lines of the log whose part never came to be: their token must be accepted again. */
  recordsWithoutPart: string[]
  /** Lines that were never written to their end: see `dropRecords`. */
  hasTornRecords: boolean
  /** Parts that nobody was told of and whose token is not on record: they will be sent again. */
  partsWithoutRecord: string[]
}

const folderName = 'deduplication_logs'
/** Inserts run ten at a time at most, so only the newest records can be unfinished. */
const newestRecords = 32

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
  const forgotten = new Set(lines.filter((line) => line.startsWith('2\t')).map(tokenOf))
  const recorded = lines.flatMap((line) => {
    const part = line.startsWith('1\t') ? parsePart(line.split('\t')[1] ?? '') : undefined
    return part === undefined || forgotten.has(tokenOf(line)) ? [] : [{ line, part }]
  })
  const lastRecorded = Math.max(...recorded.map(({ part }) => part.lastBlock))
  return {
    hasTornRecords,
    recordsWithoutPart: recorded
      .slice(-newestRecords)
      .filter(({ part }) => !parts.some((other) => covers(other, part)))
      .map(({ line }) => line),
    // Careful: not by their level. Tables that add rows up as they are inserted give what is new level 1.
    partsWithoutRecord: parts
      .filter((part) => part.firstBlock === part.lastBlock && part.firstBlock > lastRecorded)
      .map((part) => part.name),
  }
}

/**
 * Forgets the tokens of inserts that never happened, and lines that were never ended: the engine would append
 * to such a line and, at the next start, read no further, so that inserts after it were unknown though they
 * had been confirmed. The table must be detached meanwhile. The new text is
 * not written beside the log: a name there that the engine does not know keeps it from opening the table.
 */
export async function dropRecords(tableDir: string, records: readonly string[]): Promise<void> {
  const dir = join(tableDir, folderName)
  for (const file of await readdir(dir)) {
    const path = join(dir, file)
    const text = await readFile(path, 'utf8')
    const kept = linesOf(text).filter((line) => isWhole(line) && !records.includes(line.trimEnd()))
    if (kept.join('') === text) continue
    const rewritten = join(tableDir, 'rewritten-log')
    await writeFile(rewritten, kept.join(''), { flush: true })
    await rename(rewritten, path)
  }
}

/** Whether a table that remembers inserts has rows and remembers none. */
export function hasUnrecordedRows(tableDir: string): boolean {
  return hasLog(tableDir) && !readLog(tableDir).some(isWhole) && partsIn(tableDir).length > 0
}

const hasLog = (tableDir: string) => existsSync(join(tableDir, folderName))

const partsIn = (tableDir: string) => readdirSync(tableDir, { withFileTypes: true }).flatMap(partOf)

const tokenOf = (line: string) => line.split('\t')[2]

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

import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { mutex } from '../../concurrency/mutex.ts'
import { syncDirectory } from './directory.ts'

/** Why a line could not be shipped. */
export interface DeadLetter {
  reason: string
  /** The segment it lay in. */
  segment: string
  line: Buffer
}

/** The file of lines that can be neither stored nor discarded: one file a day, for a person to inspect. */
export interface DeadLetters {
  /** Durable when it resolves. A crash may make a letter appear twice, never vanish. */
  add(entries: readonly DeadLetter[]): Promise<void>
  /**
   * Removes the entries with an unwanted line; they are gone for good when it resolves. Returns how many. Damaged
   * lines are passed unchanged.
   */
  remove(isUnwanted: (line: Buffer) => boolean): Promise<number>
  /**
   * Removes some entries, the oldest first, once `put` has them on disk elsewhere. After a crash in between they are
   * in both places. Returns how many.
   */
  reclaim(
    isWanted: (letter: DeadLetter) => boolean,
    put: (entries: readonly DeadLetter[]) => Promise<void>,
  ): Promise<number>
  /** How many were added since this process started. */
  count(): number
  /** How many there are. */
  stored(): number
}

/** Opens the folder of dead letters, creating it if necessary. */
export async function openDeadLetters(directory: string): Promise<DeadLetters> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await syncDirectory(dirname(directory))
  let count = 0
  let stored = await countDeadLetters(directory)
  // Nothing may be added to a file that is being rewritten.
  const inTurn = mutex()
  return {
    count: () => count,
    stored: () => stored,
    add: (entries) =>
      inTurn(async () => {
        if (entries.length === 0) return
        await addDeadLetters(directory, entries)
        count += entries.length
        stored += entries.length
      }),
    remove: (isUnwanted) =>
      inTurn(async () => {
        const removed = await removeDeadLetters(directory, ({ line }) => isUnwanted(line))
        stored -= removed
        return removed
      }),
    reclaim: (isWanted, put) =>
      inTurn(async () => {
        const taken: DeadLetter[] = []
        await eachFile(directory, async (_file, entries) => {
          taken.push(...entries.map(letterOf).filter(isWanted))
        })
        taken.splice(mostAtOnce)
        if (taken.length === 0) return 0
        await put(taken)
        const names = new Set(taken.map(({ segment }) => segment))
        const removed = await removeDeadLetters(
          directory,
          (letter) => isWanted(letter) && names.has(letter.segment),
        )
        stored -= removed
        return removed
      }),
  }
}

/** How many dead letters are retried together; each is a separate file and insert. */
const mostAtOnce = 1_000

/** The number of entries in a folder; 0 if it does not exist. */
export async function countDeadLetters(
  directory: string,
  isMeant: (letter: DeadLetter) => boolean = () => true,
): Promise<number> {
  let count = 0
  const look = async (_file: string, entries: string[]) => {
    count += entries.map(letterOf).filter(isMeant).length
  }
  // An unreadable file must not prevent a start; it counts as a dead letter.
  await eachFile(directory, look, () => count++)
  return count
}

/** The entries of each file by its name, for a copy. One that is just being added may be missing. */
export async function deadLetterFiles(directory: string): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>()
  await eachFile(directory, async (file, entries) => {
    files.set(basename(file), entries.filter(isWhole))
  })
  return files
}

/** A letter is an object on a line; the end of one that is being written is missing. */
function isWhole(letter: string): boolean {
  return letter.endsWith('}')
}

async function addDeadLetters(directory: string, entries: readonly DeadLetter[]): Promise<void> {
  const at = new Date().toISOString()
  const file = join(directory, `${at.slice(0, 10)}.jsonl`)
  await write(file, 'a', entries.map((letter) => written(at, letter)).join(''))
  await syncDirectory(directory)
}

async function removeDeadLetters(
  directory: string,
  isUnwanted: (letter: DeadLetter) => boolean,
): Promise<number> {
  let removed = 0
  await eachFile(directory, async (file, entries) => {
    const remaining = entries.filter((letter) => !isUnwanted(letterOf(letter)))
    if (remaining.length === entries.length) return
    await write(`${file}.new`, 'w', remaining.map((letter) => `${letter}\n`).join(''))
    await rename(`${file}.new`, file)
    removed += entries.length - remaining.length
  })
  await syncDirectory(directory)
  return removed
}

/** The entries of each day as they are written, the oldest day first. */
async function eachFile(
  directory: string,
  look: (file: string, entries: string[]) => Promise<void>,
  skip?: (file: string) => void,
): Promise<void> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((name) => name.endsWith('.jsonl')).sort()) {
    const file = join(directory, name)
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EIO' || skip === undefined) throw error
      skip(file)
    })
    if (text !== undefined) await look(file, text.split('\n').filter(Boolean))
  }
}

async function write(file: string, flags: 'a' | 'w', text: string): Promise<void> {
  const handle = await open(file, flags, 0o600)
  try {
    await handle.appendFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

interface WrittenLetter {
  reason?: string
  segment?: string
  line?: string
  base64?: string
}

/** A dead letter as it was written; one that a crash interrupted is a line without a reason. */
function letterOf(letter: string): DeadLetter {
  try {
    const { reason = '', segment = '', line = '', base64 } = JSON.parse(letter) as WrittenLetter
    const bytes = base64 === undefined ? Buffer.from(line) : Buffer.from(base64, 'base64')
    return { reason, segment, line: bytes }
  } catch {
    return { reason: '', segment: '', line: Buffer.from(letter) }
  }
}

/** The line as text if that preserves every byte, else as base64. */
function written(at: string, { reason, segment, line }: DeadLetter): string {
  const text = line.toString('utf8')
  const body = Buffer.from(text).equals(line) ? { line: text } : { base64: line.toString('base64') }
  return `${JSON.stringify({ at, reason, segment, ...body })}\n`
}

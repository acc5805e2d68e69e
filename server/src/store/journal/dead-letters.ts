import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDirectory } from './directory.ts'

/** Why a line could not go on its way. */
export interface DeadLetter {
  reason: string
  /** The segment it lay in. */
  segment: string
  line: Buffer
}

/** Where lines end that can be neither stored nor thrown away: one file a day, for a person to look at. */
export interface DeadLetters {
  /** Durable when it resolves. A crash may make a letter appear twice, never vanish. */
  add(letters: readonly DeadLetter[]): Promise<void>
  /**
   * Takes out the letters whose line is one of these, for good when it resolves. Answers how many.
   * Damaged lines are asked about as they are.
   */
  remove(isUnwanted: (line: Buffer) => boolean): Promise<number>
  /** How many were added since this process started. */
  count(): number
}

/** Opens the folder of dead letters, making it if need be. */
export async function openDeadLetters(directory: string): Promise<DeadLetters> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await syncDirectory(dirname(directory))
  let count = 0
  let last: Promise<unknown> = Promise.resolve()
  // A file that is being rewritten must not be added to.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
  return {
    count: () => count,
    add: (letters) =>
      inTurn(async () => {
        if (letters.length === 0) return
        await addLetters(directory, letters)
        count += letters.length
      }),
    remove: (isUnwanted) => inTurn(() => removeLetters(directory, isUnwanted)),
  }
}

async function addLetters(directory: string, letters: readonly DeadLetter[]): Promise<void> {
  const at = new Date().toISOString()
  const file = join(directory, `${at.slice(0, 10)}.jsonl`)
  await write(file, 'a', letters.map((letter) => written(at, letter)).join(''))
  await syncDirectory(directory)
}

async function removeLetters(
  directory: string,
  isUnwanted: (line: Buffer) => boolean,
): Promise<number> {
  let removed = 0
  for (const name of (await readdir(directory)).filter((name) => name.endsWith('.jsonl'))) {
    const file = join(directory, name)
    const letters = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
    const kept = letters.filter((letter) => !isUnwanted(lineOf(letter)))
    if (kept.length === letters.length) continue
    await write(`${file}.new`, 'w', kept.map((letter) => `${letter}\n`).join(''))
    await rename(`${file}.new`, file)
    removed += letters.length - kept.length
  }
  await syncDirectory(directory)
  return removed
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

/** The line of a letter; of a letter that a crash cut short, the letter itself. */
function lineOf(letter: string): Buffer {
  try {
    const { line, base64 } = JSON.parse(letter) as { line?: string; base64?: string }
    return base64 === undefined ? Buffer.from(line ?? '') : Buffer.from(base64, 'base64')
  } catch {
    return Buffer.from(letter)
  }
}

/** The line as text where that keeps every byte, else as base64. */
function written(at: string, { reason, segment, line }: DeadLetter): string {
  const text = line.toString('utf8')
  const body = Buffer.from(text).equals(line) ? { line: text } : { base64: line.toString('base64') }
  return `${JSON.stringify({ at, reason, segment, ...body })}\n`
}

import { mkdir, open } from 'node:fs/promises'
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
  /** How many were added since this process started. */
  count(): number
}

/** Opens the folder of dead letters, making it if need be. */
export async function openDeadLetters(directory: string): Promise<DeadLetters> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await syncDirectory(dirname(directory))
  let count = 0
  return {
    count: () => count,
    async add(letters) {
      if (letters.length === 0) return
      const at = new Date().toISOString()
      const handle = await open(join(directory, `${at.slice(0, 10)}.jsonl`), 'a', 0o600)
      try {
        await handle.appendFile(letters.map((letter) => written(at, letter)).join(''))
        await handle.sync()
      } finally {
        await handle.close()
      }
      await syncDirectory(directory)
      count += letters.length
    },
  }
}

/** The line as text where that keeps every byte, else as base64. */
function written(at: string, { reason, segment, line }: DeadLetter): string {
  const text = line.toString('utf8')
  const body = Buffer.from(text).equals(line) ? { line: text } : { base64: line.toString('base64') }
  return `${JSON.stringify({ at, reason, segment, ...body })}\n`
}

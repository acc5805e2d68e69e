import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { deadLetterFiles } from '../store/journal/dead-letters.ts'
import { copyFolder, type FileSink } from './copy-files.ts'
import type { Manifest } from './manifest.ts'

/** Their folder, in a data folder and in a backup alike. */
const deadLettersPath = 'journal/dead-letters'

/** Lines that the engine rejected, by file. */
export type RejectedLines = ReadonlyMap<string, readonly string[]>

/** Reads the dead letters of a data folder. */
export function readDeadLetters(dataDir: string): Promise<RejectedLines> {
  return deadLetterFiles(join(dataDir, deadLettersPath))
}

/** Whether dead letters were removed since: for a retry, or by an erasure. */
export function areSomeGone(before: RejectedLines, after: RejectedLines): boolean {
  const remaining = new Set([...after.values()].flat())
  return [...before.values()].flat().some((letter) => !remaining.has(letter))
}

export async function backUpDeadLetters(rejected: RejectedLines, sink: FileSink): Promise<void> {
  for (const [name, lines] of rejected) {
    if (lines.length > 0) await sink.write(`${deadLettersPath}/${name}`, textOf(lines))
  }
}

async function* textOf(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield `${line}\n`
}

/** Restores dead letters; the first start removes visitors erased since. */
export async function restoreDeadLetters(
  { files }: Manifest,
  { folder, dataDir }: { folder: string; dataDir: string },
): Promise<void> {
  if (!files.some(({ path }) => path.startsWith(`${deadLettersPath}/`))) return
  const to = join(dataDir, deadLettersPath)
  await mkdir(to, { recursive: true, mode: 0o700 })
  await copyFolder(join(folder, deadLettersPath), to)
}

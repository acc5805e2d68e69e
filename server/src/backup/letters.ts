import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { letterFiles } from '../store/journal/dead-letters.ts'
import { copyFolder, type FileSink } from './copy-files.ts'
import type { Manifest } from './manifest.ts'

/** Where they lie, in a data folder and in a backup alike. */
const lettersPath = 'journal/dead-letters'

/** What the engine did not take, by file. */
export type Letters = ReadonlyMap<string, readonly string[]>

/** Reads the events of a data folder that were set aside. */
export function readLetters(dataDir: string): Promise<Letters> {
  return letterFiles(join(dataDir, lettersPath))
}

/** Whether letters were taken away since: to be tried again, or because somebody was erased. */
export function areSomeGone(before: Letters, after: Letters): boolean {
  const kept = new Set([...after.values()].flat())
  return [...before.values()].flat().some((letter) => !kept.has(letter))
}

export async function backUpLetters(letters: Letters, sink: FileSink): Promise<void> {
  for (const [name, lines] of letters) {
    if (lines.length > 0) await sink.write(`${lettersPath}/${name}`, textOf(lines))
  }
}

async function* textOf(lines: readonly string[]): AsyncGenerator<string> {
  for (const line of lines) yield `${line}\n`
}

/** Puts back what was set aside; the first start takes out whoever was erased since. */
export async function restoreLetters(
  { files }: Manifest,
  { folder, dataDir }: { folder: string; dataDir: string },
): Promise<void> {
  if (!files.some(({ path }) => path.startsWith(`${lettersPath}/`))) return
  const to = join(dataDir, lettersPath)
  await mkdir(to, { recursive: true, mode: 0o700 })
  await copyFolder(join(folder, lettersPath), to)
}

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const keptIn = fileURLToPath(new URL('../../../.setup/', import.meta.url))

/**
 * A folder that dozens of test files want and that takes a second to make: made by the first, used by
 * all. `make` creates it at the given path. Returns where it is stored, to be copied.
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const kept = `${keptIn}${name}`
  if (existsSync(kept)) return kept
  mkdirSync(keptIn, { recursive: true })
  const own = `${kept}-${process.pid}`
  await make(own)
  try {
    renameSync(own, kept)
  } catch (error) {
    // Another test file was quicker.
    if (!existsSync(kept)) throw error
    await rm(own, { recursive: true, force: true })
  }
  return kept
}

/** Copies with owners and times, which Postgres wants to be its own. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}

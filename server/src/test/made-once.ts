import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const cacheDir = fileURLToPath(new URL('../../../.setup/', import.meta.url))

/**
 * A folder that dozens of test files need and that takes a second to make: made by the first, used by all. `make`
 * creates it at the given path. Returns where it is stored, to be copied.
 */
export async function madeOnce(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const path = `${cacheDir}${name}`
  if (existsSync(path)) return path
  mkdirSync(cacheDir, { recursive: true })
  const own = `${path}-${process.pid}`
  await make(own)
  try {
    renameSync(own, path)
  } catch (error) {
    // Another test file was first.
    if (!existsSync(path)) throw error
    await rm(own, { recursive: true, force: true })
  }
  return path
}

/** Copies with owners and times, because Postgres requires files of its own. */
export function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}

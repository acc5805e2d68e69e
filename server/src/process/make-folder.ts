import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder for this user alone, with those above it. Node's own `recursive` never returns where an existing
 * folder claims that it does not exist, as `/proc` does.
 */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(dir).isDirectory()) return
    if (code !== 'ENOENT' || existsSync(dirname(dir))) throw error
    makeFolder(dirname(dir))
    makeFolder(dir)
  }
}

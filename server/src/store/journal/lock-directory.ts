import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Keeps a second process off a folder. Throws when another one has it; returns the release function. The
 * lock is the operating system's, taken through SQLite because Node has no call of its own for it,
 * so it ends with the process however that ends.
 */
export function lockDirectory(directory: string): () => void {
  const lock = new DatabaseSync(join(directory, 'lock'), { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock.close()
    throw new Error(`another process is using ${directory}`, { cause })
  }
  return () => lock.close()
}

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { StartRefused } from '../../errors.ts'

const tryEveryMs = 50

/**
 * Locks a folder against other processes. Rejects when another one still holds it after `waitMs`; returns the release
 * function. The lock is the operating system's, taken through SQLite because Node has no call for it, so it ends with
 * the process, however that ends.
 */
export async function lockDirectory(directory: string, waitMs: number): Promise<() => void> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const lock = new DatabaseSync(join(directory, 'lock'), { timeout: 0 })
    try {
      lock.exec('pragma locking_mode = exclusive; begin exclusive')
      return () => lock.close()
    } catch (cause) {
      lock.close()
      if (performance.now() >= deadline) {
        throw new StartRefused(
          `Cannot open ${directory}: another process uses it, or it cannot be written. Stop the other server, or give the folder to the user that Tributary runs as.`,
          { cause },
        )
      }
    }
    await setTimeout(tryEveryMs)
  }
}

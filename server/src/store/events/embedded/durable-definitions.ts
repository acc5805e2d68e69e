import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Makes tables that were just created or altered survive a power cut. The engine writes their definitions but does
 * not sync them: a cut right after CREATE loses the table, and with it every part that was synced into it. Parts
 * need nothing here, their inserts sync them.
 */
export async function syncDefinitions(dir: string): Promise<void> {
  await syncTree(join(dir, 'metadata'), Number.POSITIVE_INFINITY)
  // store/<3 characters>/<table>/: the table's folder, its format file and mutations, not its parts.
  await syncTree(join(dir, 'store'), 2)
  await syncTree(join(dir, 'data'), 1)
  await sync(dir)
}

async function syncTree(dir: string, depth: number): Promise<void> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(absent)
  if (entries === undefined) return
  for (const entry of entries) {
    const path = join(dir, entry.name)
    if (entry.isFile()) await sync(path)
    else if (entry.isDirectory() && depth > 0) await syncTree(path, depth - 1)
  }
  await sync(dir)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path).catch(absent)
  if (handle === undefined) return
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Merges add and remove files meanwhile; a file that is gone needs no sync. */
function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  return undefined
}

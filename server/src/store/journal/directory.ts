import { open } from 'node:fs/promises'

/** Makes creations, renames and removals in a folder survive a power cut: syncing the files does not. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

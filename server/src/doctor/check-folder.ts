import { randomUUID } from 'node:crypto'
import { open, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { makeFolder } from '../process/make-folder.ts'

/** Whether a file in the data folder can be written through to the disk, read back and removed. */
export async function checkFolder({ dataDir }: Config): Promise<string> {
  makeFolder(dataDir)
  const file = join(dataDir, `doctor-${randomUUID()}`)
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile('tributary')
      await handle.sync()
    } finally {
      await handle.close()
    }
    if ((await readFile(file, 'utf8')) !== 'tributary') {
      throw new Error(`${dataDir} returns other content than was written`)
    }
  } finally {
    await rm(file, { force: true })
  }
  return `${dataDir} is writable`
}

const leastFreeBytes = 1024 ** 3

/** Whether there is enough space for the engine to rewrite its parts, which needs more than the data itself. */
export async function checkSpace({ dataDir }: Config): Promise<string> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const text = `${(free / 1024 ** 3).toFixed(1)} GiB free`
  if (free < leastFreeBytes) throw new Error(`${text}; at least 1 GiB is needed`)
  return text
}

/** Whether the secret is set, or stored where only its owner can read it. */
export async function checkSecret({ dataDir, isSecretInFile }: Config): Promise<string> {
  if (!isSecretInFile) return 'set by SECRET'
  const file = join(dataDir, 'secret')
  const othersMayRead = ((await stat(file)).mode & 0o077) !== 0
  if (othersMayRead) throw new Error(`others can read ${file}; run chmod 600 on it`)
  return `stored in ${file}`
}

import { createHash } from 'node:crypto'
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDirectory } from '../store/journal/directory.ts'
import type { BackedUpFile } from './manifest.ts'
import { readPieces } from './read-pieces.ts'

/** Writes files into a new backup and records them. */
export interface FileSink {
  copy(from: string, path: string): Promise<void>
  write(path: string, pieces: AsyncIterable<string>): Promise<void>
  files: BackedUpFile[]
}

export function fileSink(folder: string): FileSink {
  const files: BackedUpFile[] = []
  const put = async (path: string, pieces: AsyncIterable<string | Buffer>) => {
    files.push({ path, ...(await writeFile(join(folder, path), pieces)) })
  }
  return {
    files,
    copy: (from, path) => put(path, readPieces(from)),
    write: put,
  }
}

/** Copies a folder with everything in it, on disk when it resolves. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await inParallel(await filesOf(from), (path) =>
    writeFile(join(to, path), readPieces(join(from, path))),
  )
  await syncFolders(to)
}

/** The files below a folder, as relative paths. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

/** Makes the directory entries below a folder survive a power cut. */
export async function syncFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const below = entries.filter((entry) => entry.isDirectory())
  const folders = below.map((entry) => join(entry.parentPath, entry.name))
  for (const one of [...folders.reverse(), folder, dirname(folder)]) await syncDirectory(one)
}

/** Most of a small file's time is waiting for the disk, so some are written at the same time. */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

/** Writes a new file, its contents on disk when it resolves; returns its size and checksum. */
export async function writeFile(
  file: string,
  pieces: AsyncIterable<string | Buffer>,
): Promise<{ bytes: number; sha256: string }> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of pieces) {
      const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece
      hash.update(buffer)
      bytes += buffer.length
      await handle.appendFile(buffer)
    }
    await handle.sync()
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await handle.close()
  }
}

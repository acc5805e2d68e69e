import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../errors.ts'

/** The largest file that may be uploaded, compressed or not. */
export const largestUploadBytes = 20 * 1024 ** 3
/** Disk space that must stay free for everything else. */
const reservedBytes = 1024 ** 3
const reservedShare = 0.1

/** The folder of uploaded files until they were imported. Every file is named after its import. */
export class UploadFolder {
  #folder: string
  #writing = new Set<string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  path(importId: string): string {
    return join(this.#folder, importId)
  }

  /** How many bytes of a file are stored; 0 if there are none. */
  async size(importId: string): Promise<number> {
    return sizeOf(this.path(importId))
  }

  /**
   * Appends a piece; on disk when it resolves. The received part of an interrupted piece stays, and the next one
   * continues from there. Returns the size so far.
   */
  async append(importId: string, offset: number, piece: Readable): Promise<number> {
    if (this.#writing.has(importId)) {
      throw new AppError(
        'conflict',
        'Another piece of this file is being sent; wait for its answer',
      )
    }
    this.#writing.add(importId)
    try {
      return await this.#append(importId, offset, piece)
    } finally {
      this.#writing.delete(importId)
    }
  }

  async #append(importId: string, offset: number, piece: Readable): Promise<number> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = this.path(importId)
    const size = await sizeOf(path)
    if (offset !== size) {
      throw new AppError(
        'conflict',
        `The file has ${size} bytes so far; send what follows with offset=${size}`,
      )
    }
    await this.#requireRoom()
    let left = largestUploadBytes - size
    const limit = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        left -= chunk.length
        if (left < 0) done(tooLarge())
        else done(null, chunk)
      },
    })
    await pipeline(piece, limit, createWriteStream(path, { flags: 'a', mode: 0o600 }))
    const handle = await open(path, 'r+')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    return sizeOf(path)
  }

  /** Removes a file that is no longer needed. */
  async remove(importId: string): Promise<void> {
    await rm(this.path(importId), { force: true })
  }

  /** Removes the files of all imports that `findNeeded` does not name, which is called once the files are listed. */
  async keepOnly(findNeeded: () => Promise<ReadonlySet<string>>): Promise<void> {
    const names = (await readdir(this.#folder).catch(nothingThere)) ?? []
    if (names.length === 0) return
    const importIds = await findNeeded()
    for (const name of names) if (!importIds.has(name)) await this.remove(name)
  }

  async #requireRoom(): Promise<void> {
    const { bavail, blocks, bsize } = await statfs(this.#folder)
    if (bavail * bsize > Math.min(reservedBytes, reservedShare * blocks * bsize)) return
    throw new AppError(
      'unavailable',
      'The disk is nearly full. Free some space, or send the file compressed with gzip.',
      { retryAfterSeconds: 60 },
    )
  }
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(nothingThere)
  return found?.size ?? 0
}

function nothingThere(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}

function tooLarge(): AppError {
  const gigabytes = largestUploadBytes / 1024 ** 3
  return new AppError(
    'too-large',
    `A file may have ${gigabytes} GB. Pack it with gzip, or send it in parts: what is there already is not added again.`,
  )
}

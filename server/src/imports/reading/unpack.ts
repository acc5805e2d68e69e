import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough, type Readable, type Transform } from 'node:stream'
import { createGunzip, createInflateRaw } from 'node:zlib'
import { openPromise } from 'yauzl'
import { AppError } from '../../errors.ts'
import { listZip } from '../../zip.ts'
import type { SourceFile } from '../import-item.ts'

/** How much one upload may contain when unpacked, to stop zip bombs. */
export interface UnpackLimits {
  /** A multiple of the size of the upload, … */
  ratio: number
  /** … but this much is always allowed. */
  freeBytes: number
}

export const unpackLimits: UnpackLimits = { ratio: 200, freeBytes: 64 * 1024 * 1024 }

/**
 * The files in an upload: itself, the content of a gzip file, or the files of a zip archive. Nothing is unpacked to
 * the disk; reading stops beyond what an honest file can contain.
 */
export async function openUpload(
  path: string,
  name: string,
  limits: UnpackLimits = unpackLimits,
): Promise<SourceFile[]> {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const { buffer: head } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    const budget = { left: Math.max(limits.freeBytes, size * limits.ratio) }
    if (head.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) {
      return [{ name: '', open: () => unpacked(createReadStream(path), createGunzip(), budget) }]
    }
    if (head.equals(Buffer.from('PK\x03\x04', 'latin1'))) {
      const entries = await listZip(openPromise(path, { autoClose: false }))
      return entries.map((entry) => ({
        name: entry.name,
        open: () => {
          const { start, bytes } = entry
          const packed =
            bytes === 0
              ? createReadStream('/dev/null')
              : createReadStream(path, { start, end: start + bytes - 1 })
          return unpacked(packed, entry.isPacked ? createInflateRaw() : new PassThrough(), budget)
        },
      }))
    }
    return [{ name: isArchiveName(name) ? '' : name, open: () => createReadStream(path) }]
  } finally {
    await handle.close()
  }
}

const isArchiveName = (name: string) => /\.(zip|gz)$/i.test(name)

async function* unpacked(
  packed: Readable,
  unpack: Transform,
  budget: { left: number },
): AsyncGenerator<Buffer> {
  packed.once('error', (error) => unpack.destroy(error))
  packed.pipe(unpack)
  try {
    for await (const chunk of unpack as AsyncIterable<Buffer>) {
      budget.left -= chunk.length
      if (budget.left < 0) {
        throw new AppError(
          'invalid',
          'The file unpacks to far more than a tool’s export does. Send it unpacked if it is what it should be.',
        )
      }
      yield chunk
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid', 'The file is damaged: it cannot be unpacked to its end', {
      cause,
    })
  } finally {
    packed.destroy()
    unpack.destroy()
  }
}

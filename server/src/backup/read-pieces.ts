import { open } from 'node:fs/promises'

/**
 * A file's bytes, each piece valid until the next is read. A stream would allocate a buffer of this size for every
 * read, and a backup is some thousand small files: collecting that garbage took half of its processor time.
 */
export async function* readPieces(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.allocUnsafe(Math.min(Math.max(size, 4096), 1024 * 1024))
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

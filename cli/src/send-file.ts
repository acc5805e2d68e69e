import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { importPieceBytes } from '@tributary/contract/data-import.ts'
import { AppError } from '@tributary/server/errors.ts'
import type { ImportSteps } from '@tributary/server/operator/import-endpoint.ts'
import type { Site } from '@tributary/server/site.ts'
import { type RetryOptions, withRetries } from './with-retries.ts'

interface Sending extends Pick<RetryOptions, 'report' | 'pausesMs'> {
  imports: Pick<ImportSteps, 'get' | 'write'>
  site: Site
}

/**
 * Uploads a file to the imports, piece by piece, each on disk before the next; after an interruption, only what is
 * missing.
 */
export async function sendFile(
  { imports, site, ...options }: Sending,
  id: string,
  file: FileHandle,
): Promise<void> {
  const { size } = await file.stat()
  const piece = Buffer.alloc(Math.min(importPieceBytes, size))
  let sent = 0
  const sendRest = async () => {
    sent = (await imports.get(site, id)).bytes
    while (sent < size) {
      // Read before it is sent, so that an error of the disk is not taken for one of the connection.
      const { buffer, bytesRead } = await file.read(piece, { position: sent })
      if (bytesRead === 0) throw new AppError('conflict', 'The file became shorter meanwhile')
      const body = Readable.from(buffer.subarray(0, bytesRead))
      sent = (await imports.write(site, id, sent, body)).bytes
    }
  }
  await withRetries(sendRest, { ...options, progress: () => sent })
}

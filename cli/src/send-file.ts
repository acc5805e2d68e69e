import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
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
  file: string,
): Promise<void> {
  const { size } = await stat(file).catch((cause: unknown) => {
    throw new AppError('invalid', `${file} cannot be read`, { cause })
  })
  let sent = 0
  const sendRest = async () => {
    sent = (await imports.get(site, id)).bytes
    while (sent < size) {
      const end = Math.min(sent + importPieceBytes, size) - 1
      const piece = createReadStream(file, { start: sent, end })
      sent = (await imports.write(site, id, sent, piece)).bytes
    }
  }
  await withRetries(sendRest, { ...options, progress: () => sent })
}

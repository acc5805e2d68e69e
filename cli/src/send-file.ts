import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { importPieceBytes } from '@tributary/contract/data-import.ts'
import { AppError } from '@tributary/server/errors.ts'
import type { ImportSteps } from '@tributary/server/operator/import-door.ts'
import type { Site } from '@tributary/server/sites/site.ts'

/** Sends a file to the imports, piece by piece, each on disk before the next. */
export async function sendFile(
  { imports, site }: { imports: ImportSteps; site: Site },
  id: string,
  file: string,
): Promise<void> {
  const { size } = await stat(file).catch((cause: unknown) => {
    throw new AppError('invalid', `${file} cannot be read`, { cause })
  })
  for (let start = 0; start < size; start += importPieceBytes) {
    const end = Math.min(start + importPieceBytes, size) - 1
    await imports.write(site, id, start, createReadStream(file, { start, end }))
  }
}

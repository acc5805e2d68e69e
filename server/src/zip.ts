import type { Entry, ZipFile } from 'yauzl'
import { AppError } from './errors.ts'

/** A file in an archive: where its bytes are and whether they are deflated. */
export interface ZipEntry {
  name: string
  start: number
  bytes: number
  isPacked: boolean
  /** CRC-32 of the bytes once unpacked. */
  checksum: number
}

/** No tool's export has more files; an archive of a million empty ones must not keep us busy. */
const mostEntries = 1_000
const longestName = 1_000

/**
 * The files of an archive, folders left out; closes it. Refuses encrypted files and other compression than deflate.
 */
export async function listZip(opening: Promise<ZipFile>): Promise<ZipEntry[]> {
  const zip = await opening.catch(refuseDamaged)
  try {
    if (zip.entryCount > mostEntries) {
      throw new AppError('invalid', `The archive must have at most ${mostEntries} files`)
    }
    const entries: ZipEntry[] = []
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('/')) entries.push(await placeOf(zip, entry))
    }
    return entries
  } catch (error) {
    return refuseDamaged(error)
  } finally {
    zip.close()
  }
}

async function placeOf(zip: ZipFile, entry: Entry): Promise<ZipEntry> {
  const { fileName, compressedSize: bytes, compressionMethod, crc32: checksum } = entry
  if (fileName.length > longestName) throw damaged()
  if (entry.isEncrypted()) throw new AppError('invalid', `${fileName} in the archive is encrypted`)
  if (!entry.canDecodeFileData()) {
    throw new AppError(
      'invalid',
      `${fileName} cannot be read from the archive. Unpack it and send the file alone.`,
    )
  }
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  // Only the last part of the path: its folder in the archive does not matter.
  const name = fileName.replace(/^.*\//, '')
  return { name, start, bytes, isPacked: compressionMethod === 8, checksum }
}

/** yauzl's errors about the contents of an archive have no code; those of the disk have. */
function refuseDamaged(error: unknown): never {
  if (error instanceof AppError || (error as NodeJS.ErrnoException).code !== undefined) throw error
  throw damaged(error)
}

function damaged(cause?: unknown): AppError {
  const message = 'The archive is damaged or was cut off. Download it again.'
  return new AppError('invalid', message, { cause })
}

import { crc32, inflateRawSync } from 'node:zlib'
import { UnreadableRates } from './unreadable-rates.ts'

/** The ECB's whole history as XML has about 9 MB. */
export const maxRateBytes = 24 * 1024 * 1024

/** The only file in a zip archive, checked against its checksum and never larger than `maxRateBytes`. */
export function unzipOne(archive: Buffer): Buffer {
  try {
    return readOnlyEntry(archive)
  } catch (err) {
    if (err instanceof UnreadableRates) throw err
    // Offsets outside of the archive, or what cannot be inflated.
    throw new UnreadableRates('it is not a zip archive of one file', { cause: err })
  }
}

// Offsets as PKWARE's APPNOTE.TXT gives them, sections 4.3.7, 4.3.12 and 4.3.16.
function readOnlyEntry(archive: Buffer): Buffer {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const directory = archive.readUInt32LE(end + 16)
  if (end < 0 || archive.readUInt16LE(end + 10) !== 1 || !isAt(archive, directory, 'PK\x01\x02'))
    throw new UnreadableRates('it is not a zip archive of one file')
  const [method, checksum] = [
    archive.readUInt16LE(directory + 10),
    archive.readUInt32LE(directory + 16),
  ]
  const local = archive.readUInt32LE(directory + 42)
  if (!isAt(archive, local, 'PK\x03\x04') || (method !== 0 && method !== 8))
    throw new UnreadableRates('it is a zip archive of an unknown kind')
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const packed = archive.subarray(start, start + archive.readUInt32LE(directory + 20))
  const bytes = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: maxRateBytes })
  if (crc32(bytes) !== checksum) throw new UnreadableRates('it is a damaged zip archive')
  return bytes
}

function isAt(archive: Buffer, offset: number, signature: string): boolean {
  return archive.toString('latin1', offset, offset + 4) === signature
}

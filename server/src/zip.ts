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

/** Reads an archive's bytes from one offset up to another; fewer where it ends before. */
export type ReadBytes = (from: number, to: number) => Promise<Buffer>

/** No tool's export has more files; an archive of a million empty ones must not keep us busy. */
const mostEntries = 1_000
const mostDirectoryBytes = 1024 * 1024
const endBytes = 22
/** The comment at the end of an archive may be so long. */
const longestComment = 65_535

/**
 * The files of a zip archive, folders left out, by its central directory (APPNOTE.TXT 4.3). Refuses what
 * is encrypted, packed by anything but deflate, or larger than 4 GB: no tool exports those.
 */
export async function listZip(read: ReadBytes, size: number): Promise<ZipEntry[]> {
  const tail = await read(Math.max(0, size - endBytes - longestComment), size)
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end === -1 || end + endBytes > tail.length) throw damaged()
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const offset = tail.readUInt32LE(end + 16)
  if (count > mostEntries || length > mostDirectoryBytes) {
    throw new AppError('invalid', `The archive must have at most ${mostEntries} files`)
  }
  if (offset + length > size) throw damaged()
  const directory = await read(offset, offset + length)
  const entries: ZipEntry[] = []
  for (let at = 0, index = 0; index < count; index++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const nameBytes = directory.readUInt16LE(at + 28)
    const next =
      at + 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes)
    if (!name.endsWith('/')) entries.push(await entryAt(read, size, name, directory.subarray(at)))
    at = next
  }
  return entries
}

async function entryAt(
  read: ReadBytes,
  size: number,
  name: string,
  record: Buffer,
): Promise<ZipEntry> {
  const flags = record.readUInt16LE(8)
  const method = record.readUInt16LE(10)
  const bytes = record.readUInt32LE(20)
  const header = record.readUInt32LE(42)
  if ((flags & 1) === 1) throw new AppError('invalid', `${name} in the archive is encrypted`)
  if ((method !== 0 && method !== 8) || bytes === 0xffffffff || header === 0xffffffff) {
    throw new AppError(
      'invalid',
      `${name} cannot be read from the archive. Unpack it and send the file alone.`,
    )
  }
  const local = await read(header, header + 30)
  if (local.length < 30 || local.readUInt32LE(0) !== 0x04034b50) throw damaged()
  const start = header + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  if (start + bytes > size) throw damaged()
  // Only the last part of the path: where it lay in the archive says nothing.
  const fileName = name.replace(/^.*[\\/]/, '')
  return { name: fileName, start, bytes, isPacked: method === 8, checksum: record.readUInt32LE(16) }
}

function damaged(): AppError {
  return new AppError('invalid', 'The archive is damaged or was cut off. Download it again.')
}

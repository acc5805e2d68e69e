import { type FileHandle, open, readFile } from 'node:fs/promises'
import { AppError } from '@tributary/server/errors.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
}

/** Opens a file that a person named. Throws `invalid`, with the reason, if it cannot be read. */
export async function openToRead(path: string): Promise<FileHandle> {
  const file = await open(path).catch((cause) => refuse(path, cause))
  const found = await file.stat()
  if (found.isFile()) return file
  await file.close()
  // The size of a pipe is not known in advance, and nothing can be read from it twice.
  throw unreadable(path, found.isDirectory() ? 'it is a folder' : 'it is no regular file')
}

/** All of such a file, of any kind. */
export async function readWhole(path: string): Promise<Buffer> {
  return readFile(path).catch((cause) => refuse(path, cause))
}

function refuse(path: string, cause: NodeJS.ErrnoException): never {
  throw unreadable(path, reasons[cause.code ?? ''] ?? cause.message, cause)
}

const unreadable = (path: string, reason: string, cause?: unknown) =>
  new AppError('invalid', `${path || 'The empty name'} cannot be read: ${reason}`, { cause })

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { AppError } from '@tributary/server/errors.ts'
import { linesOf } from '@tributary/server/imports/reading/lines.ts'

/** How far an export that was cut off is whole, and from where it continues. */
export interface LastCheckpoint {
  bytes: number
  cursor: string
}

/** The last checkpoint in the beginning of an export; undefined if the file does not exist yet. */
export async function findLastCheckpoint(file: string): Promise<LastCheckpoint | undefined> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined) return undefined
  let bytes = 0
  let last: LastCheckpoint | undefined
  let isWhole = false
  const lines = found.isFile() ? linesOf(createReadStream(file)) : []
  for await (const { text } of lines) {
    bytes += Buffer.byteLength(text) + 1
    if (text.startsWith('{"type":"checkpoint"') && text.endsWith('}') && bytes <= found.size) {
      last = { bytes, cursor: (JSON.parse(text) as { cursor: string }).cursor }
    }
    isWhole = text === '{"type":"end"}'
  }
  if (isWhole) throw new AppError('conflict', `${file} is a whole export already; name another`)
  if (last === undefined) {
    throw new AppError('conflict', `${file} is there and no beginning of an export; name another`)
  }
  return last
}

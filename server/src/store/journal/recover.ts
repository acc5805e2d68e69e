import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { DeadLetters } from './dead-letters.ts'
import { syncDirectory } from './directory.ts'
import { scanLines } from './scan-lines.ts'
import {
  openFile,
  parseOpenName,
  parseSealedName,
  type Segment,
  segmentFile,
  segmentWith,
} from './segment.ts'
import { quarantineFile, readAgain, unreadable } from './unreadable.ts'
import { writeSegment } from './write-segment.ts'

/**
 * Repairs a folder after any end of the previous process: returns the segments that still have to be shipped. Every
 * acknowledged line is in one of them. A torn tail is cut off; lines that were damaged on disk become dead letters.
 */
export async function recoverSegments(
  directory: string,
  deadLetters: DeadLetters,
  logger: Logger,
): Promise<Segment[]> {
  const names = await readdir(directory)
  const sealed = names.map(parseSealedName).filter((segment) => segment !== undefined)
  const recovered: Segment[] = []
  for (const segment of sealed) {
    // A segment is removed before any of its pieces is shipped: while it exists, they do not count.
    const unfinished = sealed.some((other) => segment.id.startsWith(`${other.id}.`))
    if (unfinished) await rm(segmentFile(directory, segment))
    else recovered.push(segment)
  }
  for (const name of names.filter((name) => name.endsWith('.sealed.tmp')))
    await rm(join(directory, name))
  for (const id of names.map(parseOpenName).filter((id) => id !== undefined)) {
    // Damage was found, the clean copy got its name, and the crash came before the removal.
    if (recovered.some((segment) => segment.id === id)) await rm(openFile(directory, id))
    else recovered.push(...(await recoverOrQuarantine(directory, id, { deadLetters, logger })))
  }
  await syncDirectory(directory)
  return recovered
}

interface Reports {
  deadLetters: DeadLetters
  logger: Logger
}

/** Segments that were unreadable before and can be read now. */
export function recoverUnreadable(directory: string, to: Reports): Promise<Segment[]> {
  return readAgain(directory, to.deadLetters, (id) => recoverOrQuarantine(directory, id, to))
}

/** An unreadable file must not keep the server from starting. It is retried. */
async function recoverOrQuarantine(directory: string, id: string, to: Reports): Promise<Segment[]> {
  try {
    return await recoverOpen(directory, id, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error
    to.logger.error({ err: error, segment: id }, 'journal segment cannot be read')
    const reason = `${unreadable}EIO`
    await to.deadLetters.add([{ reason, segment: id, line: Buffer.alloc(0) }])
    await quarantineFile(openFile(directory, id))
    return []
  }
}

/** Seals the rest of a segment that was being written; returns one segment or none. */
async function recoverOpen(directory: string, id: string, to: Reports): Promise<Segment[]> {
  const file = openFile(directory, id)
  const bytes = await readFile(file)
  const { whole, damaged, tornBytes } = scanLines(bytes)
  const reason = 'damaged on disk'
  await to.deadLetters.add(damaged.map((line) => ({ reason, segment: id, line })))
  if (damaged.length > 0) {
    to.logger.error({ segment: id, lines: damaged.length }, 'journal lines were damaged on disk')
  }
  if (tornBytes > 0) to.logger.warn({ segment: id, tornBytes }, 'cut the torn tail of the journal')
  if (whole.length === 0) {
    await rm(file)
    return []
  }
  const contents = Buffer.concat(whole)
  const segment = segmentWith(id, contents)
  if (contents.equals(bytes.subarray(0, contents.length))) {
    await syncFile(file)
    await rename(file, segmentFile(directory, segment))
  } else {
    await writeSegment(directory, segment, contents)
    await rm(file)
  }
  return [segment]
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

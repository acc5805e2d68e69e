import { rename, rm } from 'node:fs/promises'
import type { Logger } from 'pino'
import { syncDirectory } from './directory.ts'
import type { Journal } from './journal.ts'
import { readSegment } from './read-segment.ts'
import { type Segment, segmentFile } from './segment.ts'
import { countLines, splitSegment } from './split-segment.ts'

/** What an insert's error says about its rows. */
export interface Refusal {
  reason: string
  /** The row that was named, counted from 1. */
  row: number | undefined
}

/** Where segments go. */
export interface Destination {
  /** Resolves when the lines are durable there. A repeated token must change nothing. */
  insert(lines: Buffer, token: string): Promise<void>
  /** Nothing when the insert is worth trying again as it is. */
  refusalOf(error: unknown): Refusal | undefined
}

/**
 * Ships the oldest segment of the backlog and answers how many lines arrived. Afterwards it has left
 * the backlog, or smaller pieces of it have taken its place. Rejects when it must be tried again.
 */
export async function shipFirstSegment(
  journal: Journal,
  destination: Destination,
  logger: Logger,
): Promise<number> {
  const segment = journal.backlog.first()
  if (segment === undefined) return 0
  const lines = await readable(journal, segment, logger)
  const count = countLines(lines)
  try {
    if (count > 0) await destination.insert(lines, segment.name)
  } catch (error) {
    const refusal = destination.refusalOf(error)
    if (refusal === undefined) throw error
    if (count > 1) {
      const suspect = refusal.row
      const pieces = await splitSegment(journal.directory, segment, { lines, suspect })
      journal.backlog.replaceFirst(...pieces)
      return 0
    }
    const reason = `refused by the engine: ${refusal.reason}`
    logger.error({ segment: segment.name, reason }, 'an event was set aside')
    await journal.deadLetters.add([{ reason, segment: segment.name, line: lines }])
    await letGo(journal, segment)
    return 0
  }
  await letGo(journal, segment)
  return count
}

async function letGo(journal: Journal, segment: Segment): Promise<void> {
  await rm(segmentFile(journal.directory, segment), { force: true })
  journal.backlog.replaceFirst()
  await syncDirectory(journal.directory)
}

/** The segment's whole lines; whatever is lost or damaged is reported and never holds up the rest. */
async function readable(journal: Journal, segment: Segment, logger: Logger): Promise<Buffer> {
  try {
    const { lines, damaged } = await readSegment(journal.directory, segment)
    if (damaged.length > 0) {
      logger.error(
        { segment: segment.name, damaged: damaged.length },
        'journal segment was damaged',
      )
      await journal.deadLetters.add(damaged)
    }
    return lines
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'EIO' && code !== 'ENOENT') throw error
    logger.error({ err: error, segment: segment.name }, 'journal segment cannot be read')
    const reason = `cannot be read: ${code}; kept beside the journal as .unreadable`
    await journal.deadLetters.add([{ reason, segment: segment.name, line: Buffer.alloc(0) }])
    const file = segmentFile(journal.directory, segment)
    if (code === 'EIO') await rename(file, `${file}.unreadable`)
    return Buffer.alloc(0)
  }
}

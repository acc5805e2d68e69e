import { unlink } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { DeadLetter } from './dead-letters.ts'
import { syncDirectory } from './directory.ts'
import type { Journal } from './journal.ts'
import { reasonFor } from './quarantine.ts'
import { readSegment } from './read-segment.ts'
import { type Segment, segmentFile } from './segment.ts'
import { countLines, splitSegment } from './split-segment.ts'
import { quarantineFile, unreadable } from './unreadable.ts'

/** The destination understood an insert and rejected it. */
export interface Refusal {
  reason: string
  /** The reported row, counted from 1. */
  row: number | undefined
  /** Whether the rows are known to be at fault; otherwise the cause is unknown and may be temporary. */
  isOfRows: boolean
}

/** Where segments go. */
export interface Destination {
  /** Resolves when the lines are durable there. A repeated token must change nothing. */
  insert(lines: Buffer, token: string): Promise<void>
  /** Whether the engine is unreachable. */
  isAway(error: unknown): boolean
  /** Whether it accepts inserts at all just now, tested with one without lines. */
  takesInserts(): Promise<boolean>
  /** Undefined if the insert is worth retrying unchanged. */
  refusalOf(error: unknown): Refusal | undefined
}

/** Decides how often an unexplained refusal is retried. */
export interface Patience {
  /** Called when the destination rejected a segment once more; true when the segment itself is the reason. */
  isOver(segment: Segment): Promise<boolean>
  /** Called when the disk failed once more to read a segment; true when the others are to continue without it. */
  isDiskOver(segment: Segment): boolean
}

/**
 * Ships the oldest segment of the backlog and returns how many lines arrived. The segment has then left the backlog,
 * or was replaced by smaller pieces. Rejects when it must be retried.
 */
export async function shipFirstSegment(
  journal: Journal,
  to: { destination: Destination; patience: Patience; logger: Logger },
): Promise<number> {
  const { destination, patience, logger } = to
  const segment = journal.backlog.first()
  if (segment === undefined) return 0
  const { lines, damaged } = await readable(journal, segment, to)
  const count = countLines(lines)
  try {
    if (count > 0) await destination.insert(lines, segment.name)
    await finish(journal, segment, damaged)
    return count
  } catch (error) {
    const refusal = destination.refusalOf(error)
    if (refusal === undefined) throw error
    if (!refusal.isOfRows && !(await patience.isOver(segment))) throw error
    if (count > 1) {
      await journal.deadLetters.add(damaged)
      const suspect = refusal.isOfRows ? refusal.row : undefined
      const pieces = await splitSegment(journal.directory, segment, { lines, suspect })
      journal.backlog.replace(segment, ...pieces)
      return 0
    }
    const reason = reasonFor(refusal)
    logger.error({ segment: segment.name, reason }, 'quarantined an event')
    const refused = { reason, segment: segment.name, line: lines }
    await finish(journal, segment, [...damaged, refused])
    return 0
  }
}

/** Lost lines are recorded only now: a retried segment would record them again. */
async function finish(journal: Journal, segment: Segment, lost: DeadLetter[]): Promise<void> {
  await journal.deadLetters.add(lost)
  // Not `rm`, which checks the file without leaving the event loop free.
  await unlink(segmentFile(journal.directory, segment)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  journal.backlog.replace(segment)
  await syncDirectory(journal.directory)
}

/** The segment's intact lines; whatever is lost or damaged is reported and never delays the rest. */
async function readable(
  journal: Journal,
  segment: Segment,
  { patience, logger }: { patience: Patience; logger: Logger },
): Promise<{ lines: Buffer; damaged: DeadLetter[] }> {
  try {
    const read = await readSegment(journal.directory, segment)
    if (read.damaged.length > 0) {
      logger.error({ segment: segment.name, lines: read.damaged.length }, 'journal lines damaged')
    }
    return read
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'EIO' && code !== 'ENOENT') throw error
    if (code === 'EIO' && !patience.isDiskOver(segment)) throw error
    logger.error({ err: error, segment: segment.name }, 'journal segment cannot be read')
    if (code === 'EIO') await quarantineFile(segmentFile(journal.directory, segment))
    const reason = `${unreadable}${code}`
    return {
      lines: Buffer.alloc(0),
      damaged: [{ reason, segment: segment.name, line: Buffer.alloc(0) }],
    }
  }
}

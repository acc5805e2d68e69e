import type { Logger } from 'pino'
import type { DeadLetter } from './dead-letters.ts'
import type { Journal } from './journal.ts'
import { recoverUnreadable } from './recover.ts'
import { parseSealedName, type Segment } from './segment.ts'
import { writeSegment } from './write-segment.ts'

const known = 'refused by the engine: '
const unexplained = 'not taken by the engine for now: '

/** Why an event was quarantined, as stored with its dead letter. */
export function reasonFor(refusal: { reason: string; isOfRows: boolean }): string {
  return `${refusal.isOfRows ? known : unexplained}${refusal.reason}`
}

/** Whether a dead letter is an event that the engine rejected for an unknown reason. */
export function isUnexplained({ reason }: Pick<DeadLetter, 'reason'>): boolean {
  return reason.startsWith(unexplained)
}

/**
 * Ships rejected events again, each under the name that it was rejected under: if the engine has it by now, or a
 * crash repeats this, it still counts once. Lines that were damaged on disk stay where they are. Returns how many.
 */
export function tryAgain(journal: Journal, which: 'unexplained' | 'all'): Promise<number> {
  const isWanted = (letter: DeadLetter) =>
    (isUnexplained(letter) || (which === 'all' && letter.reason.startsWith(known))) &&
    parseSealedName(letter.segment)?.bytes === letter.line.length
  return journal.deadLetters.reclaim(isWanted, async (deadLetters) => {
    const segments = new Map<string, Segment>()
    for (const { segment: name, line } of deadLetters) {
      const segment = parseSealedName(name)
      if (segment === undefined || segments.has(name)) continue
      await writeSegment(journal.directory, segment, line)
      segments.set(name, segment)
    }
    journal.backlog.putBack([...segments.values()])
  })
}

/** Ships segments that were unreadable before and can be read now. */
export async function readUnreadable(journal: Journal, logger: Logger): Promise<void> {
  const { directory, deadLetters, backlog } = journal
  const segments = await recoverUnreadable(directory, { deadLetters, logger })
  if (segments.length === 0) return
  logger.warn({ segments: segments.length }, 'journal segments can be read again')
  backlog.putBack(segments)
}

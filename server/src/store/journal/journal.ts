import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { AppError } from '../../errors.ts'
import { Backlog } from './backlog.ts'
import { type DeadLetters, openDeadLetters } from './dead-letters.ts'
import { syncDirectory } from './directory.ts'
import { GroupCommit } from './group-commit.ts'
import { defaultJournalLimits, type JournalLimits } from './limits.ts'
import { lockDirectory } from './lock-directory.ts'
import { recoverSegments } from './recover.ts'
import type { Subject } from './subjects.ts'

/** Append-only files of lines that were accepted and may not be in the engine yet. */
export interface Journal {
  /**
   * Resolves when the lines are on disk, with the id of their segment; several calls share one sync. Each line is
   * made by `withCheck`, and there is at least one. Rejects with `unavailable` and a time to retry after; then
   * nothing was acknowledged. `subjects` are those of all lines; without them `mayHold` is true for everybody until
   * these lines are shipped.
   */
  append(lines: readonly string[], subjects?: readonly Subject[]): Promise<string>
  /** Closes the open segment: everything acknowledged before the call is in the backlog. */
  seal(): Promise<void>
  /** The bytes that are acknowledged and in no sealed segment yet. */
  unsealedBytes(): number
  /** Whether any unsealed line may be about this visitor, or about the site if no visitor is given. */
  mayHoldUnsealed(siteId: string, visitorId?: string): boolean
  /**
   * Whether any line that was acknowledged and not shipped may be about this visitor, or about the site if no
   * visitor is given.
   */
  mayHold(siteId: string, visitorId?: string): boolean
  readonly directory: string
  readonly backlog: Backlog
  readonly deadLetters: DeadLetters
  stats(): JournalStats
  /** Whether the last write took longer than a busy event loop explains. */
  isDiskSlow(): boolean
  /** Finishes pending appends, seals them and releases the folder. */
  close(): Promise<void>
}

export interface JournalStats {
  appended: number
  refused: number
  backlogBytes: number
  /** When the oldest line that is not shipped was written, milliseconds since 1970 UTC. */
  oldestMs: number | undefined
}

export interface JournalOptions {
  directory: string
  logger: Logger
  limits?: Partial<JournalLimits>
  /** How long to wait for another process to release the folder; not at all by default. */
  lockWaitMs?: number | undefined
}

/** Opens a folder, recovers what the last process left in it, and locks it against other processes. */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { directory, logger, lockWaitMs = 0 } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await syncDirectory(dirname(directory))
  const unlock = await lockDirectory(directory, lockWaitMs)
  try {
    const deadLetters = await openDeadLetters(join(directory, 'dead-letters'))
    const backlog = new Backlog(await recoverSegments(directory, deadLetters, logger))
    const limits = { ...defaultJournalLimits, ...options.limits }
    const commit = new GroupCommit({ directory, backlog, limits, logger })
    return journalOf({ directory, backlog, deadLetters, commit, unlock })
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * A write and its sync take two turns of the event loop, too: with 512 hits of 100 µs in each and 40 % of a
 * core that is 260 ms.
 */
const slowWriteMs = 500

interface Parts {
  directory: string
  backlog: Backlog
  deadLetters: DeadLetters
  commit: GroupCommit
  unlock: () => void
}

function journalOf({ directory, backlog, deadLetters, commit, unlock }: Parts): Journal {
  let closing: Promise<void> | undefined
  return {
    directory,
    backlog,
    deadLetters,
    append(lines, subjects) {
      if (closing) return Promise.reject(new AppError('unavailable', 'The server is stopping'))
      return commit.append(lines, subjects)
    },
    seal: () => commit.seal(),
    mayHoldUnsealed: (siteId, visitorId) => commit.mayHold(siteId, visitorId),
    mayHold: (siteId, visitorId) =>
      commit.mayHold(siteId, visitorId) || backlog.mayHold(siteId, visitorId),
    unsealedBytes: () => commit.unsealedBytes,
    isDiskSlow: () => commit.lastWriteMs > slowWriteMs,
    stats: () => ({
      appended: commit.appended,
      refused: commit.refused,
      backlogBytes: backlog.bytes + commit.unsealedBytes,
      oldestMs: backlog.oldestMs() ?? commit.oldestMs(),
    }),
    close() {
      closing ??= commit.finish().finally(unlock)
      return closing
    },
  }
}

import type { Logger } from 'pino'
import { hourMs } from '../../time/durations.ts'
import { type Journal, openJournal } from '../journal/journal.ts'
import type { JournalLimits } from '../journal/limits.ts'
import { readUnreadable, tryAgain } from '../journal/quarantine.ts'
import { baseId, begunMs } from '../journal/segment.ts'
import type { Destination, Refusal } from '../journal/ship-segment.ts'
import { Shipper } from '../journal/shipper.ts'
import type { Subject } from '../journal/subjects.ts'
import { storedText } from '../stored-text.ts'
import { dropErasedLines, type ErasedPast, isErasedLine } from './drop-erased-lines.ts'
import type { Engine } from './engine.ts'
import { EngineError, EngineUnavailable } from './engine-errors.ts'
import { isOfSitePast, type SitePast } from './erase-site.ts'
import { isOfPast } from './erase-visitor.ts'
import type { StoredEvent } from './event.ts'
import { eventLine } from './event-line.ts'
import { readWhole } from './sessions/read-whole.ts'
import { inTurn } from './sessions/turns.ts'
import { takesInserts } from './takes-inserts.ts'
import { Unshipped } from './unshipped.ts'

/** Stores events: on this node's disk first, in the engine soon after. */
export interface EventStore {
  /**
   * Durable when it resolves. Rejects with `unavailable` when nothing more can be stored just now. Events of an
   * erased past are left out.
   */
  append(events: readonly StoredEvent[]): Promise<void>
  /** Adds a listener that receives the events of each append, once they are durable. */
  onAppended(listener: (events: readonly StoredEvent[]) => void): void
  /**
   * Resolves when everything that this node acknowledged before the call is in the engine. Concurrent calls share one
   * flush; with nothing new it is free. Rejects with `unavailable` when the engine is down.
   */
  flush(): Promise<void>
  /**
   * Flushes only if something about one site, or one of its visitors, is still on its way to the engine: a flush is
   * an insert, and an insert takes time.
   */
  flushOf(siteId: string, visitorId?: string): Promise<void>
  /**
   * Reads the engine without waiting for an insert: `read` receives the acknowledged events about a site, or one of
   * its visitors, that are not in the engine, which does not get them before the read is done. More than can be
   * added to the engine's answer is inserted first.
   *
   * Careful: a flush within `read` would wait for the read itself.
   */
  readWithUnshipped<Answer>(
    about: { siteId: string; visitorId?: string },
    read: (unshipped: readonly StoredEvent[]) => Promise<Answer>,
  ): Promise<Answer>
  /** Reads the engine while no session of some sites is missing because it is being rebuilt: see `readWhole`. */
  readWhole<Answer>(siteIds: readonly string[], read: () => Promise<Answer>): Promise<Answer>
  /** Removes erased pasts from the dead letters; returns how many were removed. */
  eraseDeadLetters(pasts: readonly ErasedPast[]): Promise<number>
  /**
   * Ships rejected events again: all of them, or those rejected for an unknown reason. Returns how many, a thousand
   * at most; those that are rejected again are quarantined again.
   */
  retryDeadLetters(which: 'unexplained' | 'all'): Promise<number>
  stats(): EventStoreStats
  /** Whether the journal's last write took longer than a busy event loop explains. */
  isDiskSlow(): boolean
  /** Finishes pending appends and releases the folder. Unshipped segments are shipped at the next start. */
  close(): Promise<void>
}

/** Figures for the metrics page; counts are since this process started. */
export interface EventStoreStats {
  /** Lines acknowledged, and lines the engine has confirmed. */
  appended: number
  shipped: number
  /** Appends that were refused because the disk, the backlog or the queue was full. */
  refused: number
  /** Rows that the engine refused and lines that were damaged on disk; stored in the dead-letter file. */
  deadLetters: number
  /** How many there are now, whichever process quarantined them. */
  quarantined: number
  /** Acknowledged but not yet in the engine. */
  backlogBytes: number
  /** Age of the oldest line that is not in the engine yet; 0 when there is none. */
  oldestUnshippedMs: number
}

export interface EventStoreOptions {
  /** The journal's folder, which is created if missing. */
  dir: string
  engine: Engine
  logger: Logger
  limits?: Partial<JournalLimits>
  /** Erased pasts, which must not reach the engine even if the journal still, or again, has them. */
  erasures?: Erasures
  /** How long to wait for another process to release the folder. */
  lockWaitMs?: number
  /** How long an event may wait for others before it is shipped without a read. */
  shipEveryMs?: number
  /** The interval while only few lines wait; `shipEveryMs` by default. */
  shipFewEveryMs?: number | undefined
  /** How often unreadable segments are retried. */
  readAgainEveryMs?: number
  /** How long a flush waits while the engine fails. */
  flushPatienceMs?: number
}

/** The erased visitors and sites, as far as events need them. */
export interface Erasures {
  /** Until when a visitor's past is erased. */
  erasedMs(siteId: string, visitorId: string): number | undefined
  /** The latest erasure of a site as a whole. */
  ofSite(siteId: string): SitePast | undefined
  since(ms: number): readonly ErasedPast[]
}

/** Hits in progress may make a segment look newer than an erasure. */
const overlapMs = 60_000
/** Events with an unknown error may succeed later. */
const retryEveryMs = hourMs

/** Opens the journal, recovers its contents and begins to ship. The schema must be in place. */
export async function openEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { dir, logger, limits, erasures, lockWaitMs } = options
  const journal = await openJournal({
    ...{ directory: dir, logger, lockWaitMs },
    ...(limits && { limits }),
  })
  const unshipped = new Unshipped()
  const shipper = new Shipper({
    journal,
    logger,
    destination: destinationOf(options, unshipped),
    intervalMs: options.shipEveryMs,
    fewIntervalMs: options.shipFewEveryMs,
    patienceMs: options.flushPatienceMs,
  })
  const endRetries = beginRetries(journal, options)
  let closing: Promise<void> | undefined
  const listeners: ((events: readonly StoredEvent[]) => void)[] = []
  return {
    append: async (events) => {
      const remaining = withoutErased(events, erasures)
      if (remaining.length === 0) return
      const segmentId = await journal.append(remaining.map(eventLine), remaining.map(subjectOf))
      unshipped.add(segmentId, remaining)
      for (const listener of listeners) listener(remaining)
    },
    onAppended: (listener) => {
      listeners.push(listener)
    },
    eraseDeadLetters: (pasts) =>
      journal.deadLetters.remove((line) => pasts.some((past) => isErasedLine(line, past))),
    retryDeadLetters: (which) => tryAgain(journal, which),
    flush: () => shipper.flush(),
    async flushOf(siteId, visitorId) {
      if (journal.mayHoldUnsealed(siteId, visitorId)) await shipper.flush()
      else if (journal.backlog.mayHold(siteId, visitorId)) await shipper.shipSealed()
    },
    async readWithUnshipped({ siteId, visitorId }, read) {
      const isBeforeInsert = (segmentId: string) => unshipped.has(segmentId)
      const isBeingInserted = () => journal.backlog.mayHold(siteId, visitorId, isBeforeInsert)
      // Twice: the insert of earlier unshipped events may have begun meanwhile.
      for (let round = 0; round < 2 && isBeingInserted(); round++) await shipper.shipSealed()
      const events = journal.mayHold(siteId, visitorId) ? unshipped.of(siteId, visitorId) : []
      if (events === undefined) {
        await shipper.flush()
        return read([])
      }
      return unshipped.during(() => read(withoutErased(events, erasures)))
    },
    readWhole: (siteIds, read) => readWhole(options.engine, siteIds, read),
    isDiskSlow: () => journal.isDiskSlow(),
    stats() {
      const { appended, refused, backlogBytes, oldestMs } = journal.stats()
      return {
        appended,
        refused,
        shipped: shipper.shipped,
        deadLetters: journal.deadLetters.count(),
        quarantined: journal.deadLetters.stored(),
        backlogBytes,
        oldestUnshippedMs: oldestMs === undefined ? 0 : Math.max(0, Date.now() - oldestMs),
      }
    },
    close() {
      endRetries()
      closing ??= shipper.stop().then(() => journal.close())
      return closing
    },
  }
}

/** Retries now, and regularly, what was quarantined for a reason that may be temporary; returns how to stop. */
function beginRetries(
  journal: Journal,
  { logger, readAgainEveryMs = 60_000 }: Pick<EventStoreOptions, 'logger' | 'readAgainEveryMs'>,
): () => void {
  const retry = () => {
    tryAgain(journal, 'unexplained').catch((error: unknown) =>
      logger.error({ err: error }, 'quarantined events could not be retried'),
    )
  }
  const readAgain = () => {
    readUnreadable(journal, logger).catch((error: unknown) =>
      logger.error({ err: error }, 'segments that could not be read could not be tried again'),
    )
  }
  retry()
  readAgain()
  const timers = [setInterval(readAgain, readAgainEveryMs), setInterval(retry, retryEveryMs)]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

function subjectOf({ siteId, visitorId }: StoredEvent): Subject {
  return { siteId, visitorId: storedText(visitorId) }
}

function withoutErased(events: readonly StoredEvent[], erasures?: Erasures) {
  return erasures ? events.filter((event) => !isErased(erasures, event)) : events
}

function isErased(erasures: Erasures, event: StoredEvent): boolean {
  const ofSite = erasures.ofSite(event.siteId)
  if (ofSite !== undefined && isOfSitePast(ofSite, event.receivedMs)) return true
  const erasedMs = erasures.erasedMs(event.siteId, event.visitorId)
  return erasedMs !== undefined && isOfPast(erasedMs, event)
}

function destinationOf({ engine, erasures }: EventStoreOptions, unshipped: Unshipped): Destination {
  return {
    insert: async (lines, deduplicationToken) => {
      const begun = begunMs(deduplicationToken)
      // Later lines of an erased past were left out when they were appended. A segment begun by a clock that has been
      // set back since may be older than all erasures.
      const sinceMs = begun > Date.now() ? 0 : begun - overlapMs
      const remaining = erasures ? dropErasedLines(lines, erasures.since(sinceMs)) : lines
      await inTurn(engine, async () => {
        await unshipped.insertBegins(baseId(deduplicationToken))
        if (remaining.length === 0) return
        await engine.insertLines('events', remaining, { deduplicationToken })
      })
    },
    takesInserts: () => takesInserts(engine, 'events'),
    isAway: (error) => error instanceof EngineUnavailable && error.code === undefined,
    refusalOf,
  }
}

/** Careful: the engine reads a whole insert before it stores any of it, so a refusal stored nothing. */
function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof EngineError)) return undefined
  const row = /\(at row (\d+)\)/.exec(error.message)?.[1]
  return {
    reason: error.message,
    row: row === undefined ? undefined : Number(row),
    isOfRows: error.rowsRefused,
  }
}

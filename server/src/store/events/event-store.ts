import type { StoredEvent } from './event.ts'

/** The way in for events: kept on this node's disk first, in the engine soon after. */
export interface EventStore {
  /** Durable when it resolves. Rejects with `unavailable` when nothing more can be kept just now. */
  append(events: readonly StoredEvent[]): Promise<void>
  /**
   * Everything this node acknowledged before the call is in the engine when it resolves. Concurrent
   * calls share one; with nothing new it is free. Rejects with `unavailable` when the engine is down.
   */
  flush(): Promise<void>
  stats(): EventStoreStats
  /** Finishes what was handed in and lets go of the folder. What is not shipped is shipped next time. */
  close(): Promise<void>
}

/** Figures for the metrics page; counts are since this process started. */
export interface EventStoreStats {
  /** Lines acknowledged, and lines the engine has confirmed. */
  appended: number
  shipped: number
  /** Appends that were refused because the disk, the backlog or the queue was full. */
  refused: number
  /** Rows that the engine refused and lines that were damaged on disk; kept in the dead-letter file. */
  deadLetters: number
  /** Acknowledged but not yet in the engine. */
  backlogBytes: number
  /** Age of the oldest line that is not yet in the engine; 0 when there is none. */
  oldestUnshippedMs: number
}

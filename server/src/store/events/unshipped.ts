import { storedText } from '../stored-text.ts'
import type { StoredEvent } from './event.ts'

/** Many more than a read handles, and a megabyte or two. Beyond, a read has them inserted first. */
const mostEvents = 1_000

/**
 * The events of segments whose insert has not begun, so that a read can add them to the engine's answer instead of
 * waiting for an insert. During a read, an event is never both here and in the engine.
 */
export class Unshipped {
  /** By the segment's id; without the events if there were too many. */
  #bySegment = new Map<string, StoredEvent[] | undefined>()
  #count = 0
  #reads = new Set<Promise<unknown>>()

  /** Adds events that are durable in this segment. */
  add(segmentId: string, events: readonly StoredEvent[]): void {
    const before = this.#bySegment.get(segmentId)
    const wereTooMany = before === undefined && this.#bySegment.has(segmentId)
    if (wereTooMany) return
    if (this.#count + events.length > mostEvents) {
      this.#count -= before?.length ?? 0
      this.#bySegment.set(segmentId, undefined)
      return
    }
    this.#count += events.length
    if (before === undefined) this.#bySegment.set(segmentId, [...events])
    else before.push(...events)
  }

  /** Whether the insert of a segment has not begun. */
  has(segmentId: string): boolean {
    return this.#bySegment.has(segmentId)
  }

  /** The events about one site, or one of its visitors; undefined when there are too many to hold. */
  of(siteId: string, visitorId?: string): StoredEvent[] | undefined {
    const found: StoredEvent[] = []
    for (const events of this.#bySegment.values()) {
      if (events === undefined) return undefined
      for (const event of events) {
        if (event.siteId !== siteId) continue
        if (visitorId === undefined || storedText(event.visitorId) === visitorId) found.push(event)
      }
    }
    return found
  }

  /** Reads the engine while no insert of these events begins. */
  during<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    const reading = read().finally(() => this.#reads.delete(reading))
    this.#reads.add(reading)
    return reading
  }

  /** Removes a segment that is about to be inserted, after waiting for reads in progress. */
  async insertBegins(segmentId: string): Promise<void> {
    this.#count -= this.#bySegment.get(segmentId)?.length ?? 0
    this.#bySegment.delete(segmentId)
    await Promise.allSettled(this.#reads)
  }
}

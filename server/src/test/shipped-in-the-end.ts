import { expect } from 'vitest'
import type { EventStore } from '../store/events/event-store.ts'

/** A flush gives up after some seconds; starting an engine takes longer on a busy machine. */
export function shippedInTheEnd(store: Pick<EventStore, 'flush'>): Promise<void> {
  const flush = () =>
    store.flush().then(
      () => 'shipped',
      (error: Error) => error.message,
    )
  return expect.poll(flush).toBe('shipped')
}

import type { Engine } from '../store/events/engine.ts'
import type { StoredEvent } from '../store/events/event.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { batchEventsAt } from './queries/batch-events-at.ts'

/**
 * The items of one site's batch that an interrupted attempt did not store, given the start of that attempt, at which
 * they were received. Equal items are counted, not merged.
 */
export async function notYetStored(
  { engine, events }: { engine: Engine; events: Pick<EventStore, 'flush'> },
  batch: readonly StoredEvent[],
): Promise<StoredEvent[]> {
  const [first] = batch
  if (first === undefined) return []
  await events.flush()
  const times = batch.map(({ timestampMs }) => timestampMs)
  const found = await batchEventsAt(engine, {
    site: first.siteId,
    visitors: [...new Set(batch.map(({ visitorId }) => visitorId))],
    firstMs: Math.min(...times),
    lastMs: Math.max(...times),
    receivedMs: first.receivedMs,
  })
  const stored = new Map(found.map((row) => [identity(row), row.events]))
  return batch.filter((event) => {
    const left = stored.get(identity(event)) ?? 0
    stored.set(identity(event), left - 1)
    return left <= 0
  })
}

type Distinct = Pick<StoredEvent, 'visitorId' | 'timestampMs' | 'path' | 'name'> & { kind: string }

function identity({ visitorId, timestampMs, kind, path, name }: Distinct): string {
  return JSON.stringify([visitorId, timestampMs, kind, path, name])
}

import { setTimeout } from 'node:timers/promises'
import { AppError } from '../errors.ts'
import type { Engine } from '../store/events/engine.ts'
import type { StoredEvent } from '../store/events/event.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { knownEvents } from './queries/known-events.ts'

/**
 * The events of one site that the engine does not have yet, among the given ones. Events are compared by what
 * happened, to whom and when, so their origin does not matter. With `repeatsCount`, two equal events are two;
 * otherwise one of them is a repeat.
 */
export async function unknownEvents(
  engine: Engine,
  events: readonly StoredEvent[],
  repeatsCount: boolean,
): Promise<StoredEvent[]> {
  const [first] = events
  if (first === undefined) return []
  const times = [...new Set(events.map(({ timestampMs }) => timestampMs))]
  const found = await knownEvents(
    engine,
    {
      site: first.siteId,
      visitors: [...new Set(events.map(({ visitorId }) => visitorId))],
      times,
      days: [...new Set(times.map((ms) => new Date(ms).toISOString().slice(0, 10)))],
    },
    { timeoutMs: 60_000 },
  )
  const known = new Map(found.map((row) => [nameOf(row), row.events]))
  return events.filter((event) => {
    const name = nameOf(event)
    const left = known.get(name) ?? 0
    known.set(name, repeatsCount ? left - 1 : 1)
    return left <= 0
  })
}

type Distinct = Pick<
  StoredEvent,
  'visitorId' | 'timestampMs' | 'path' | 'name' | 'value' | 'engagedMs'
> & { kind: string }

function nameOf(event: Distinct): string {
  const { visitorId, timestampMs, kind, path, name, value, engagedMs } = event
  return JSON.stringify([visitorId, timestampMs, kind, path, name, value, engagedMs])
}

/** How long an import waits for space in the journal, which collection needs too. */
const patience = 60

/** Stores events of visitors: on disk when it resolves. Waits while there is no space. */
export async function appendPatiently(
  events: Pick<EventStore, 'append'>,
  lines: readonly StoredEvent[],
  shouldStop: () => boolean,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await events.append(lines)
      return
    } catch (error) {
      const isBusy = error instanceof AppError && error.kind === 'unavailable'
      if (!isBusy || attempt >= patience || shouldStop()) throw error
      await setTimeout((error.retryAfterSeconds ?? 1) * 1000, undefined, { ref: false })
    }
  }
}

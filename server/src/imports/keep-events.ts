import type { Engine } from '../store/events/engine.ts'
import type { StoredEvent } from '../store/events/event.ts'
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

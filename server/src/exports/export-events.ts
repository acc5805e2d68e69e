import type { Engine } from '../store/events/engine.ts'
import { daysToExport, type EventColumns, eventsToExport } from './queries/events-to-export.ts'

/** A portion of events, and the position to continue after them. */
export interface EventPortion {
  day: string
  events: EventColumns
  /** Set when all the day's visitors up to a hash have been exported. */
  doneTo?: bigint
}

export interface EventPlace {
  day: string
  /** All visitors up to this hash have been exported. */
  hash: bigint
}

/**
 * The approximate number of events between two checkpoints; at most twice as many are in memory at once. With
 * 10,000, the engine took 258 MB instead of 203, too much for a server with 512 MB; with 2,000, an export takes a
 * third longer.
 */
const portionEvents = 4_000
const mostAtOnce = 8_000

const lastHash = 2n ** 64n - 1n
const queryTimeoutMs = 60_000

/**
 * A site's events of some UTC days, by day, visitor and time. Has one portion in memory at a time, however many hits
 * a day or a visitor has.
 */
export async function* exportEvents(
  engine: Engine,
  { site, from, to }: { site: string; from: string; to: string },
  after?: EventPlace,
): AsyncGenerator<EventPortion> {
  const firstDay = after?.day ?? from
  const days = await daysToExport(engine, { site, firstDay, lastDay: to })
  for (const { day, events } of days) {
    let from = after?.day === day ? after.hash + 1n : 0n
    const width = lastHash / BigInt(Math.ceil(events / portionEvents))
    while (from <= lastHash) {
      const to = from + width >= lastHash - 1n ? lastHash : from + width
      yield* exportRange(engine, { site, day, from, to })
      from = to + 1n
    }
  }
}

async function* exportRange(
  engine: Engine,
  { site, day, from, to }: { site: string; day: string; from: bigint; to: bigint },
): AsyncGenerator<EventPortion> {
  let after = { afterHash: '0', afterMs: 0, afterTie: '0' }
  for (;;) {
    const events = await eventsToExport(
      engine,
      { site, day, fromHash: String(from), toHash: String(to), ...after, most: mostAtOnce },
      { timeoutMs: queryTimeoutMs },
    )
    const last = events.timestampMs.length - 1
    if (last + 1 < mostAtOnce) {
      yield { day, events, doneTo: to }
      return
    }
    yield { day, events }
    after = {
      afterHash: events.visitorHash[last] as string,
      afterMs: events.timestampMs[last] as number,
      afterTie: events.tie[last] as string,
    }
  }
}

import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anEvent } from '../../../test/an-event.ts'
import { startTestEngine, type TestEngine } from '../../../test/engine.ts'
import { canFailCalls, failCalls } from '../../../test/fail-calls.ts'
import { inLongForm } from '../../../test/long-form.ts'
import { connectEngine, type Engine } from '../engine.ts'
import { EngineUnavailable } from '../engine-errors.ts'
import { eventLine } from '../event-line.ts'

let test: TestEngine

beforeEach(async () => {
  test = await startTestEngine({ withTables: true })
})

afterEach(() => test.remove())

/** One page view in each of this many months, in one insert. */
function insert(
  token: string,
  { months = 1, into = test.engine }: { months?: number; into?: Engine } = {},
): Promise<void> {
  const lines = Array.from({ length: months }, (_, month) =>
    eventLine(anEvent({ sessionId: `in-${month}`, timestampMs: Date.UTC(2020, month, 15, 12) })),
  )
  return into.insertLines('events', Buffer.from(lines.join('')), { deduplicationToken: token })
}

/** How many page views both tables count. */
async function counted(): Promise<{ events: number; sessions: number }> {
  const [found] = await test.engine.query<{ events: number; sessions: number }>(
    `select toFloat64((select count() from events)) as events,
       toFloat64((select sum(pageviews) from sessions)) as sessions`,
  )
  return found as { events: number; sessions: number }
}

async function folderOf(table: 'events' | 'sessions'): Promise<string> {
  return realpath(join(test.dataDir, 'events/db/data/default', table))
}

const recordsOf = async (table: 'events' | 'sessions') =>
  join(await folderOf(table), 'deduplication_logs/deduplication_log_1.txt')

const tables = inLongForm<readonly ('events' | 'sessions')[]>(['events', 'sessions'], ['sessions'])

describe.skipIf(!canFailCalls)('with strace: an insert into events and sessions', () => {
  it.each(tables)(
    'counts once where its record in %s could not be written, once and then again',
    async (table) => {
      for (let time = 0; time < 2; time++) {
        const { url, pid } = await test.current()
        await failCalls(pid, 'write', { files: [await recordsOf(table)] })
        const direct = connectEngine(url)
        await expect(insert('one', { into: direct })).rejects.toThrow(EngineUnavailable)
        await direct.close()
        await vi.waitFor(() => expect(test.pid).not.toBe(pid), 60_000)
      }
      await insert('one')
      expect(await counted()).toEqual({ events: 1, sessions: 1 })
    },
  )

  it.each(tables)(
    'counts once where only the first of its records in %s could not be written',
    async (table) => {
      await insert('one')
      const before = test.pid
      await failCalls(test.pid, 'write', { files: [await recordsOf(table)], times: 1 })
      await insert('two', { months: 3 })
      expect(test.pid).not.toBe(before)
      expect(await counted()).toEqual({ events: 4, sessions: 4 })
    },
  )
})

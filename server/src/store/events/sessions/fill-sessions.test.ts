import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { removeImported } from '../../../imports/queries/remove-import.ts'
import { anEvent } from '../../../test/an-event.ts'
import { silent, startTestEngine, type TestEngine } from '../../../test/engine.ts'
import { describeInLongForm, itInLongForm } from '../../../test/long-form.ts'
import { expectSessionsAgree } from '../../../test/sessions-agree.ts'
import { dayMs, minuteMs } from '../../../time/durations.ts'
import { EngineUnavailable, memoryExceeded } from '../engine-errors.ts'
import type { StoredEvent } from '../event.ts'
import { eventLine } from '../event-line.ts'
import { openEventStore } from '../event-store.ts'
import { migrateEvents } from '../migrate.ts'
import { fillAtStart } from './fill-at-start.ts'
import { fillProgress, fillSessions, joinImportedSessions } from './fill-sessions.ts'
import { mergeSessions } from './merge-sessions.ts'
import { rebuildSessions } from './rebuild-sessions.ts'

const midnight = Date.UTC(2026, 10, 1)
const schema = fileURLToPath(new URL('../schema/', import.meta.url))
const oldTables = [
  '2026-11-20-1-events',
  '2026-11-20-2-sessions',
  '2026-11-20-3-payment-entries',
  '2026-11-21-imports',
]

const supersededTables = ['session_days', 'session_builds']

let test: TestEngine
const made: TestEngine[] = []
afterAll(() => Promise.all(made.map((engine) => engine.remove())))

/** An engine as an earlier version left it. */
async function oldEngine(): Promise<TestEngine> {
  const engine = await startTestEngine()
  made.push(engine)
  const dir = await mkdtemp(join(tmpdir(), 'tributary-old-schema-'))
  for (const name of oldTables) await cp(join(schema, `${name}.sql`), join(dir, `${name}.sql`))
  await migrateEvents(engine.engine, dir)
  await rm(dir, { recursive: true })
  return engine
}

async function insert(events: readonly StoredEvent[]) {
  const lines = Buffer.from(events.map(eventLine).join(''))
  await test.engine.insertLines('events', lines, { deduplicationToken: randomUUID() })
}

const view = (visitorId: string, timestampMs: number) =>
  anEvent({ visitorId, timestampMs, sessionId: 's' })

describeInLongForm('a folder from before there was a table of sessions', () => {
  beforeEach(async () => {
    test = await oldEngine()
    // Across the end of a month, on one day only, and the same id twice with hours between.
    await insert([view('ana', midnight - 10 * minuteMs), view('ana', midnight + 10 * minuteMs)])
    await insert([view('ana', midnight + 60 * minuteMs), view('ben', midnight - 40 * dayMs)])
    await insert([view('cid', midnight - 90 * minuteMs), view('cid', midnight + 90 * minuteMs)])
  })

  it('has its sessions afterwards, those across midnight as one, with hits coming in meanwhile', async () => {
    await migrateEvents(test.engine)
    await insert([view('dan', midnight + minuteMs), view('ben', midnight - 40 * dayMs + minuteMs)])
    const months: number[] = []
    const isDone = await fillSessions(test.engine, { onMonth: ({ filled }) => months.push(filled) })
    expect([isDone, months]).toEqual([true, [1, 2, 3]])
    await expectSessionsAgree(test.engine)
    const found = await test.engine.query(`
      select visitor_id as visitor, session_day, sum(n) as pageviews
      from (select visitor_id, visitor_hash, session_hash, session_day, count() as n from events group by all)
      group by all order by visitor, session_day`)
    expect(found).toEqual([
      { visitor: 'ana', session_day: '2026-10-31', pageviews: '3' },
      { visitor: 'ben', session_day: '2026-09-22', pageviews: '2' },
      { visitor: 'cid', session_day: '2026-10-31', pageviews: '1' },
      { visitor: 'cid', session_day: '2026-11-01', pageviews: '1' },
      { visitor: 'dan', session_day: '2026-11-01', pageviews: '1' },
    ])
  })

  it('continues where it was stopped, adds nothing twice, and is not looked at again', async () => {
    await migrateEvents(test.engine)
    for (let steps = 1; ; steps++) {
      let left = steps
      if (await fillSessions(test.engine, { shouldStop: () => left-- <= 0 })) break
      // The state after a crash between the blocks of an insert: some rows of a day, and again.
      await test.engine.command(
        `insert into sessions select * from sessions limit 1 settings insert_deduplication_token = '${randomUUID()}'`,
      )
    }
    await fillSessions(test.engine)
    const { months, filled } = await fillProgress(test.engine)
    expect(filled).toBe(months)
  })
})

itInLongForm(
  'a start during which the engine lacks memory leaves the sessions of an older folder to the job',
  async () => {
    test = await oldEngine()
    await insert([view('ana', midnight), view('ben', midnight)])
    await migrateEvents(test.engine)
    let isShort = true
    const command: typeof test.engine.command = async (sql, params) => {
      if (isShort && sql.startsWith('insert into sessions')) {
        throw new EngineUnavailable(memoryExceeded, new Error('memory limit exceeded'))
      }
      await test.engine.command(sql, params)
    }
    const engine = { ...test.engine, command }
    await fillAtStart(engine, silent)
    expect(await fillProgress(engine)).toEqual({ months: 1, filled: 0 })
    isShort = false
    expect(await fillSessions(engine)).toBe(true)
    await expectSessionsAgree(test.engine)
  },
)

itInLongForm(
  'the tables of an earlier version go, also when the engine is killed meanwhile, and the fill needs none',
  async () => {
    test = await oldEngine()
    await insert([view('ana', midnight), view('ben', midnight + minuteMs)])
    for (const table of supersededTables) {
      const row = Buffer.from('{"site_id":"site-1","day":"2026-11-01"}\n')
      await test.engine.insertLines(table, row, { deduplicationToken: 'old' })
    }
    const dir = await mkdtemp(join(tmpdir(), 'tributary-schema-before-'))
    await cp(schema, dir, { recursive: true })
    await rm(join(dir, '2026-11-22-superseded-session-tables.sql'))
    await migrateEvents(test.engine, dir)
    await rm(dir, { recursive: true })
    for (const waitMs of [0, 15, 40]) {
      const migrating = migrateEvents(test.engine).catch(() => 'cut short')
      await delay(waitMs)
      const { pid } = await test.current()
      process.kill(pid, 'SIGKILL')
      await migrating
      while ((await test.current()).pid === pid) await delay(5)
    }
    await migrateEvents(test.engine)
    const tables = await test.engine.query<{ name: string }>('show tables')
    expect(tables.filter(({ name }) => supersededTables.includes(name))).toEqual([])
    expect(await fillSessions(test.engine)).toBe(true)
    await expectSessionsAgree(test.engine)
  },
)

describe('rows of sessions', () => {
  beforeEach(async () => {
    test = await startTestEngine({ withTables: true })
    made.push(test)
    await insert(['ana', 'ben', 'cid'].map((visitor) => view(visitor, midnight)))
  })
  const all = { where: "site_id = 'site-1'", params: {} }

  it('that are doubled, missing or without a visitor are repaired, and others are left alone', async () => {
    expect(await rebuildSessions(test.engine, all)).toBe(false)
    await test.engine.command(
      "insert into sessions select * from sessions limit 1 settings insert_deduplication_token = 'x'",
    )
    expect(await rebuildSessions(test.engine, all)).toBe(true)
    await expectSessionsAgree(test.engine)
    await test.engine.command("alter table events delete where visitor_id = 'ana'")
    await test.engine.command("alter table sessions delete where visitor_hash = sipHash64('ben')")
    expect(await rebuildSessions(test.engine, all)).toBe(true)
    await expectSessionsAgree(test.engine)
    expect(await rebuildSessions(test.engine, all)).toBe(false)
  })

  itInLongForm('are right when hits arrive while they are rebuilt', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'tributary-journal-'))
    const events = await openEventStore({ dir, engine: test.engine, logger: silent })
    let isDone = false
    const hits = async () => {
      for (let n = 0; !isDone; n++) {
        await events.append([view('ana', midnight + n * minuteMs)])
        await events.flush()
      }
    }
    const rebuilds = async () => {
      for (let n = 0; n < 5; n++) {
        await test.engine.command(
          "alter table sessions delete where visitor_hash = sipHash64('ben')",
        )
        await rebuildSessions(test.engine, all)
      }
      isDone = true
    }
    await Promise.all([hits(), rebuilds()])
    await events.close()
    await rm(dir, { recursive: true })
    await expectSessionsAgree(test.engine)
  })

  it('of an import are one across midnight, whatever came first, and go with it', async () => {
    const imported = (at: number) => ({ ...view('dan', at), importId: 'imp-1' })
    await insert([imported(midnight + 5 * minuteMs)])
    await insert([imported(midnight - 5 * minuteMs), imported(midnight + 300 * minuteMs)])
    const given = { site: 'site-1', importId: 'imp-1' }
    const range = { firstDay: '2026-10-31', lastDay: '2026-11-01' }
    await joinImportedSessions(test.engine, { ...given, ...range })
    const rows = () =>
      test.engine.query<object>(
        "select session_day, pageviews from sessions final where import_id = 'imp-1'",
      )
    expect(await rows()).toEqual([{ session_day: '2026-10-31', pageviews: '3' }])
    await expectSessionsAgree(test.engine)
    await removeImported(test.engine, given)
    expect(await rows()).toEqual([])
    await expectSessionsAgree(test.engine)
  })

  it('become one part a week when it is over or many came at once, and say the same', async () => {
    const now = midnight + 21 * dayMs
    const merge = () => mergeSessions(test.engine, { nowMs: now, shouldStop: () => false })
    for (const days of [0, 7, 7, 21, 21]) await insert([view('ana', midnight + days * dayMs)])
    await merge()
    const parts = await test.engine.query(
      `select partition, count() as parts, min(level) > 0 as isMerged from system.parts
       where table = 'sessions' and active group by partition order by partition`,
    )
    expect(parts).toEqual([
      { partition: '2026-10-26', parts: '1', isMerged: 1 },
      { partition: '2026-11-02', parts: '1', isMerged: 1 },
      { partition: '2026-11-16', parts: '1', isMerged: 1 },
    ])
    await expectSessionsAgree(test.engine)
    expect(await merge()).toBe(0)
    // If only a few arrived after many, the week is not rewritten.
    await insert(Array.from({ length: 40 }, (_, at) => view(`visitor-${at}`, now)))
    expect(await merge()).toBe(1)
    await insert([view('ben', now)])
    expect(await merge()).toBe(0)
    await expectSessionsAgree(test.engine)
  })
})

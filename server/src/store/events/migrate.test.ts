import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import type { Engine } from './engine.ts'
import { migrateEvents, NewerSchema, splitStatements } from './migrate.ts'

let test: TestEngine
let dir: string

const tables = async () => {
  const found = await test.engine.query<{ name: string }>('show tables')
  return found.map((row) => row.name)
}

const file = (name: string, sql: string) => writeFile(join(dir, `${name}.sql`), sql)
const table = (name: string) =>
  `create table if not exists ${name} (a UInt8) engine = MergeTree order by a`

beforeAll(async () => {
  test = await startTestEngine()
})

beforeEach(async () => {
  for (const name of await tables()) await test.engine.command(`drop table ${name} sync`)
  dir = await mkdtemp(join(tmpdir(), 'tributary-schema-'))
  return () => rm(dir, { recursive: true })
})

afterAll(() => test.remove())

describe('the product’s own schema', () => {
  it('is made once, and a second run changes nothing', async () => {
    await migrateEvents(test.engine)
    const made = await tables()
    // Without tables of an earlier version that are dropped again.
    expect(made).toEqual([
      'events',
      'events_to_sessions',
      'payer_sessions',
      'payers',
      'payment_entries',
      'schema_migrations',
      'session_fills',
      'sessions',
      'sessions_to_payer_sessions',
    ])
    await migrateEvents(test.engine)
    expect(await tables()).toEqual(made)
  })

  it('is created again only on a cluster, where another node may lack what this one has', async () => {
    await migrateEvents(test.engine)
    const sent: string[] = []
    const watched: Engine = {
      ...test.engine,
      command: (sql, params) => {
        sent.push(...(/create .+? if not exists \w+/.exec(sql) ?? [sql]))
        return test.engine.command(sql, params)
      },
    }
    await migrateEvents(watched)
    expect(sent).toEqual([])
    await test.engine.command(table('events_local'))
    await migrateEvents(watched)
    expect(sent).toEqual([
      'create table if not exists schema_migrations',
      'create materialized view if not exists events_to_sessions',
      'create materialized view if not exists sessions_to_payer_sessions',
    ])
  })

  it('takes an event as the journal writes it and answers it whole', async () => {
    await migrateEvents(test.engine)
    const event = {
      site_id: 'trb_site_1',
      timestamp: '2026-11-20T09:00:00.123Z',
      received_at: '2026-11-20T09:00:01Z',
      kind: 'goal',
      origin: 'browser',
      visitor_id: 'v-1',
      session_id: 's-1',
      host: 'shop.example.com',
      path: '/pricing',
      query: 'plan=pro',
      title: 'Prices “today” 😀',
      name: 'signup',
      value: 0,
      properties: '{"plan":"pro"}',
      touch: 'source',
      source: 'google',
      country: 'DE',
      screen_width: 1440,
    }
    const line = Buffer.from(`${JSON.stringify(event)}\n`)
    await test.engine.insertLines('events', line, { deduplicationToken: 'event' })
    const [found] = await test.engine.query('select * from events')
    expect(found).toMatchObject({
      ...event,
      timestamp: '2026-11-20 09:00:00.123',
      received_at: '2026-11-20 09:00:01',
    })
  })
})

describe('migrations', () => {
  it('run in the order of their numbers, each once', async () => {
    await file('2026-11-20-9-b', 'create table b (a UInt8) engine = MergeTree order by a')
    await file('2026-11-20-10-c', 'rename table b to c')
    await migrateEvents(test.engine, dir)
    await file('2026-11-21-1-d', `-- why\n${table('d')};\n${table('e')}`)
    await migrateEvents(test.engine, dir)
    expect(await tables()).toEqual(['c', 'd', 'e', 'schema_migrations'])
  })

  it('continue where one failed or was cut short', async () => {
    await file('2026-11-20-1-a', `${table('a')};\nalter table a add column oops NoSuchType`)
    await expect(migrateEvents(test.engine, dir)).rejects.toMatchObject({ code: 50 })
    expect(await tables()).toContain('a')
    await file('2026-11-20-1-a', `${table('a')};\nalter table a add column if not exists b UInt8`)
    await migrateEvents(test.engine, dir)
    expect(await test.engine.query('select name from schema_migrations')).toHaveLength(1)
  })

  it('are recorded once when two nodes start together', async () => {
    await file('2026-11-20-1-a', table('a'))
    await Promise.all([migrateEvents(test.engine, dir), migrateEvents(test.engine, dir)])
    expect(await test.engine.query('select name from schema_migrations')).toHaveLength(1)
  })

  it('refuse tables of a newer version', async () => {
    await file('2026-11-20-1-a', table('a'))
    await file('2027-01-01-1-later', table('later'))
    await migrateEvents(test.engine, dir)
    await rm(join(dir, '2027-01-01-1-later.sql'))
    await expect(migrateEvents(test.engine, dir)).rejects.toThrow(NewerSchema)
    await expect(migrateEvents(test.engine, dir)).rejects.toThrow(/2027-01-01-1-later/)
  })
})

it('splits a file at semicolons that end a line, not at those in comments or texts', () => {
  expect(splitStatements("-- a; b\nselect ';' ;\n\nselect 2; \n-- end\n")).toEqual([
    "-- a; b\nselect ';' ",
    '\n\nselect 2',
  ])
})

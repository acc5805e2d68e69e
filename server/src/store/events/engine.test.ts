import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { connectEngine, type Engine } from './engine.ts'
import { EngineError, EngineUnavailable } from './engine-errors.ts'

let test: TestEngine
let engine: Engine

const table = (name: string) => `
  create table ${name} (a UInt32, text String, at DateTime64(3, 'UTC'))
  engine = MergeTree partition by toYYYYMM(at) order by a
  settings non_replicated_deduplication_window = 100, fsync_after_insert = 1, fsync_part_directory = 1`

const count = async (name: string) => {
  const [row] = await engine.query<{ n: string }>(`select count() as n from ${name}`)
  return Number(row?.n)
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

/** A request as any ClickHouse client may send it. */
const post = (search: Record<string, string>, body: string | Buffer, headers = {}) => {
  const { origin, username, password } = new URL(test.url)
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  return fetch(`${origin}/?${new URLSearchParams(search)}`, {
    method: 'POST',
    body,
    headers: { authorization: `Basic ${credentials}`, ...headers },
  })
}

beforeAll(async () => {
  test = await startTestEngine()
  engine = connectEngine(test.url)
  await engine.command(table('t'))
})

afterAll(async () => {
  await engine.close()
  await test.remove()
})

describe('query', () => {
  it('answers a ping and its version', async () => {
    expect(await engine.ping()).toBe(true)
    const rows = await engine.query('select version() as version')
    expect(rows).toEqual([{ version: test.version }])
  })

  it('binds parameters of every kind', async () => {
    const [row] = await engine.query(
      `select {s:String} as s, {i:Int64} as i, {f:Float64} as f, {b:Bool} as b, {n:Nullable(String)} as n,
              {l:Array(String)} as l, {u:Array(UInt64)} as u, {d:Date} as d`,
      {
        s: 'plain',
        i: -5,
        f: 0.25,
        b: true,
        n: null,
        l: ["it's", 'a\\b', '[x]', 'ü😀'],
        u: [1, 2],
        d: '2026-03-08',
      },
    )
    expect(row).toEqual({
      s: 'plain',
      i: '-5',
      f: 0.25,
      b: true,
      n: null,
      l: ["it's", 'a\\b', '[x]', 'ü😀'],
      u: ['1', '2'],
      d: '2026-03-08',
    })
  })

  it.each([
    "'; drop table t; --",
    "x' OR 1=1 --",
    "\\'; drop table t; --",
    '\\',
    '\\N',
    'NULL',
    'a\nb\tc\rd\u0000e',
    "x'27', param_other = x'00",
    '$$ heredoc $$',
    '{s:String}',
    '',
    '\u{1F600} \u202E',
    "'".repeat(5000),
  ])('returns text that looks like SQL unchanged: %j', async (text) => {
    const rows = await engine.query('select {s:String} as s, {l:Array(String)} as l', {
      s: text,
      l: [text],
    })
    expect(rows).toEqual([{ s: text, l: [text] }])
    expect(await count('t')).toBeGreaterThanOrEqual(0)
  })

  it('answers by columns, those of no rows too', async () => {
    const sql = "select number as n, ['a', 'b'] as texts, toBool(number = 1) as one from numbers"
    const list = ['a', 'b']
    expect(await engine.queryColumns(`${sql}(2)`)).toEqual({
      n: { type: 'UInt64', cells: ['0', '1'] },
      texts: { type: 'Array(String)', cells: [list, list] },
      one: { type: 'Bool', cells: [false, true] },
    })
    expect(await engine.queryColumns(`${sql}(0)`)).toMatchObject({
      n: { cells: [] },
      texts: { type: 'Array(String)', cells: [] },
    })
  })

  it('refuses to bind what no statement can mean', async () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, new Date(0), {}, [{}]]) {
      const failure = await failureOf(engine.query('select {x:String} as x', { x: value }))
      expect(failure).toHaveProperty('cause', expect.any(TypeError))
    }
  })

  it('asks the database that the URL names', async () => {
    const ofSystem = connectEngine(`${test.url}/system`)
    expect(await ofSystem.query('select dummy from one')).toEqual([{ dummy: 0 }])
    await ofSystem.close()
    expect(await failureOf(engine.query('select dummy from one'))).toMatchObject({ code: 60 })
  })

  it('keeps every digit of a 64-bit integer', async () => {
    const rows = await engine.query(
      'select toUInt64(9007199254740993) as big, {i:UInt64} as bound',
      {
        i: 18446744073709551615n,
      },
    )
    expect(rows).toEqual([{ big: '9007199254740993', bound: '18446744073709551615' }])
  })

  it('carries neither parameters nor settings over to the next question', async () => {
    await engine.query('select {leak:String} as x', { leak: 'mine' })
    const missing = await failureOf(engine.query('select {leak:String} as x'))
    expect(missing).toMatchObject({ code: 456 })
    await post({ max_threads: '1', max_block_size: '7', default_format: 'JSONEachRow' }, 'select 1')
    const [row] = await engine.query("select getSetting('max_block_size') as n")
    expect(row).not.toEqual({ n: '7' })
    await post({}, 'set max_block_size = 7')
    expect(await engine.query("select getSetting('max_block_size') as n")).toEqual([row])
  })

  it('may not write', async () => {
    const write = await failureOf(engine.query("insert into t values (1, '', now())"))
    expect(write).toMatchObject({ code: 164 })
  })

  it('answers in parallel: a slow query with parameters delays no other', async () => {
    // It would take days, and ends when it is cancelled.
    const slow = failureOf(
      engine.query('select sum(number) as n from numbers({n:UInt64}) settings max_threads = 1', {
        n: 10 ** 15,
      }),
    )
    const isSlow = `startsWith(query, 'SELECT sum(number)')`
    const running = () => engine.query(`select 1 from system.processes where ${isSlow}`)
    await expect.poll(async () => (await running()).length).toBe(1)
    const quick = Array.from({ length: 20 }, (_, i) =>
      engine.query<{ i: number }>('select {i:UInt32} as i', { i }),
    )
    const rows = await Promise.all(quick)
    expect(rows.map(([row]) => row?.i)).toEqual(Array.from({ length: 20 }, (_, i) => i))
    expect(await running()).toHaveLength(1)
    await engine.command(`kill query where ${isSlow} async`)
    expect(await slow).toMatchObject({ code: 394 })
  })
})

describe('failures', () => {
  it.each([
    [62, 'select from where'],
    [60, 'select * from no_such_table'],
    [47, 'select no_such_column from t'],
    [456, 'select {missing:String}'],
  ])('reports ClickHouse %i as a refusal', async (code, sql) => {
    const error = await failureOf(engine.query(sql))
    expect(error).toBeInstanceOf(EngineError)
    expect(error).toMatchObject({ code, rowsRefused: false })
  })

  it('ends a question that takes too long, as a matter of waiting', async () => {
    const error = await failureOf(
      engine.query(
        'select sleepEachRow(0.1) from numbers(100) settings max_block_size = 1',
        {},
        {
          timeoutMs: 500,
        },
      ),
    )
    expect(error).toBeInstanceOf(EngineUnavailable)
    expect(error).toMatchObject({ code: 159, kind: 'unavailable', unreachable: false })
  })

  it('says what broke off an answer by columns that was half written', async () => {
    const broken = 'select number, throwIf(number = 900000) as bad from numbers(1000000)'
    const failure = await failureOf(engine.queryColumns(broken))
    expect(failure).toBeInstanceOf(EngineError)
    expect(failure).toMatchObject({ code: 395 })
    const slow =
      'select number, sleepEachRow(0.05) as late from numbers(100) settings max_block_size = 5'
    const late = await failureOf(engine.queryColumns(slow, {}, { timeoutMs: 400 }))
    expect(late).toMatchObject({ kind: 'unavailable', code: 159 })
  })

  it('gives the rows of a question that broke off to none that comes after it', async () => {
    const brokenOff = `select number as x, throwIf(number = 90) as bad from numbers(100)
      settings max_block_size = 10`
    const late =
      'select number as x, sleepEachRow(0.02) as bad from numbers(100) settings max_block_size = 5'
    const failures = [
      engine.query(brokenOff),
      engine.query(late, {}, { timeoutMs: 400 }),
      engine.queryColumns(brokenOff),
    ]
    for (const failure of await Promise.all(failures.map(failureOf))) {
      expect(failure).toHaveProperty('code')
    }
    const next = Array.from({ length: 6 }, () => engine.query('select 1 as x'))
    expect(await Promise.all(next)).toEqual(Array(6).fill([{ x: 1 }]))
    expect(await engine.queryColumns('select 1 as x')).toEqual({ x: { type: 'UInt8', cells: [1] } })
  })

  it('ends a question that no one waits for any more', async () => {
    const left = new AbortController()
    const endless = 'select count() from numbers(1000000000000) where sipHash64(number) = 1'
    const failure = failureOf(engine.query(endless, {}, { signal: left.signal }))
    const others = `select count() as n from system.processes where query not like '%processes%'`
    const running = async () => Number((await engine.query<{ n: string }>(others))[0]?.n)
    await expect.poll(running).toBe(1)
    const reason = new Error('the reader has left')
    left.abort(reason)
    expect(await failure).toBe(reason)
    // Well before its time limit of 30 seconds.
    await expect.poll(running, { timeout: 15_000 }).toBe(0)
    expect(await engine.query('select 1 as x')).toEqual([{ x: 1 }])
  })

  it('reports that the engine is unreachable', async () => {
    const unreachable = connectEngine('http://127.0.0.1:1')
    expect(await failureOf(unreachable.query('select 1'))).toMatchObject({ unreachable: true })
    expect(await unreachable.ping()).toBe(false)
    await unreachable.close()
  })

  it('answers only requests with the secret', async () => {
    const { origin } = new URL(test.url)
    const stranger = connectEngine(origin)
    expect(await failureOf(stranger.query('select 1'))).toMatchObject({ code: 516 })
    await stranger.close()
  })

  it.each([
    "select * from file('/etc/passwd', LineAsString)",
    "select file('/etc/passwd')",
    "select * from url('http://127.0.0.1:1/', CSV, 'a String')",
    "select * from remote('127.0.0.1', system.one)",
    "select * from sqlite('/tmp/x', 'y')",
    "select * from executable('ls', CSV, 'a String')",
    "select 1 into outfile '/tmp/tributary-test-outfile'",
  ])('refuses statements that read files or networks: %s', async (sql) => {
    const answer = await post({}, sql)
    expect(answer.ok).toBe(false)
    expect(await answer.text()).toMatch(/ACCESS_DENIED|UNSUPPORTED_METHOD/)
  })
})

describe('insertLines', () => {
  const line = (a: number, more = {}) =>
    `${JSON.stringify({ a, text: `t${a}`, at: '2026-11-20T10:00:00.250Z', ...more })}\n`

  it('accepts journal lines as they are, unknown fields and ISO times included', async () => {
    await engine.command(table('lines'))
    const lines = Buffer.from(line(1, { unknown: { deep: [1] } }) + line(2))
    await engine.insertLines('lines', lines, { deduplicationToken: 'one' })
    expect(await engine.query('select a, at from lines order by a')).toEqual([
      { a: 1, at: '2026-11-20 10:00:00.250' },
      { a: 2, at: '2026-11-20 10:00:00.250' },
    ])
  })

  it('takes a stream', async () => {
    await engine.command(table('streamed'))
    const parts = Array.from({ length: 50 }, (_, i) => Buffer.from(line(i)))
    await engine.insertLines('streamed', Readable.from(parts, { objectMode: false }), {
      deduplicationToken: 'stream',
    })
    expect(await count('streamed')).toBe(50)
  })

  it('does nothing when a token is repeated, over several months too', async () => {
    await engine.command(table('repeated'))
    const months = ['2025-01-05', '2025-02-05', '2026-11-05']
    const lines = Buffer.from(months.map((at, i) => line(i, { at: `${at}T00:00:00Z` })).join(''))
    for (let i = 0; i < 3; i++) {
      await engine.insertLines('repeated', lines, { deduplicationToken: 'months' })
    }
    expect(await count('repeated')).toBe(3)
    await engine.insertLines('repeated', lines, { deduplicationToken: 'other' })
    expect(await count('repeated')).toBe(6)
  })

  it.each([
    ['a word for a number', '{"a":"many"}\n'],
    ['no JSON', 'hello\n'],
    ['a torn line', '{"a":1,"te'],
    ['a time that is none', '{"a":1,"at":"yesterday-ish"}\n'],
    ['a number out of bounds', '{"a":{}}\n'],
  ])('tells rows that cannot be read from an engine that cannot answer: %s', async (_, lines) => {
    const error = await failureOf(
      engine.insertLines('t', Buffer.from(lines), { deduplicationToken: lines }),
    )
    expect(error).toBeInstanceOf(EngineError)
    expect(error).toMatchObject({ rowsRefused: true })
  })

  it('takes a compressed body', async () => {
    await engine.command(table('packed'))
    const answer = await post(
      { query: 'INSERT INTO packed FORMAT JSONEachRow', date_time_input_format: 'best_effort' },
      gzipSync(line(1) + line(2)),
      { 'content-encoding': 'gzip' },
    )
    expect(await answer.text()).toBe('')
    expect(await count('packed')).toBe(2)
  })
})

import { appendFile, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestEngine, type TestEngine } from '../../../test/engine.ts'
import { itInLongForm } from '../../../test/long-form.ts'

let test: TestEngine
let tableDir: string

const insert = (a: number, token: string) =>
  test.engine.insertLines('t', Buffer.from(`{"a":${a}}\n`), { deduplicationToken: token })

const rows = async () => {
  const found = await test.engine.query<{ a: number }>('select a from t order by a')
  return found.map((row) => row.a)
}

/** Kills the child, changes its files as a crash may leave them, starts a new one. */
async function crash(leave: () => Promise<void>): Promise<void> {
  const { dataDir } = test
  const marker = join(dataDir, 'events/db/running')
  await test.stop()
  await appendFile(marker, '')
  await leave()
  test = await startTestEngine({ dataDir })
}

const logFile = () => join(tableDir, 'deduplication_logs/deduplication_log_1.txt')

beforeEach(async () => {
  test = await startTestEngine()
  await test.engine.command(`create table t (a UInt32) engine = MergeTree order by a
    settings non_replicated_deduplication_window = 100, fsync_after_insert = 1, fsync_part_directory = 1`)
  await insert(1, 'one')
  const [table] = await test.engine.query<{ dir: string }>(
    "select data_paths[1] as dir from system.tables where name = 't'",
  )
  tableDir = table?.dir ?? ''
})

afterEach(() => test.remove())

it('takes an insert again that was killed between its record and its rows', async () => {
  await insert(2, 'two')
  await crash(() => rm(join(tableDir, 'all_2_2_0'), { recursive: true }))
  expect(await rows()).toEqual([1])
  await insert(1, 'one')
  await insert(2, 'two')
  await insert(2, 'two')
  expect(await rows()).toEqual([1, 2])
})

it('quarantines rows whose record a power cut lost, so that the repeat does not double them', async () => {
  await insert(2, 'two')
  await crash(async () => {
    const [first] = (await readFile(logFile(), 'utf8')).split('\n')
    await rm(logFile())
    await appendFile(logFile(), `${first}\n`)
  })
  expect(await rows()).toEqual([1])
  expect(await readdir(join(tableDir, 'detached'))).toEqual(['all_2_2_0'])
  await insert(1, 'one')
  await insert(2, 'two')
  expect(await rows()).toEqual([1, 2])
})

itInLongForm('quarantines such rows also in aggregating tables such as sessions', async () => {
  await test.engine.command(`create table sums (a UInt32, n SimpleAggregateFunction(sum, UInt64))
    engine = AggregatingMergeTree order by a
    settings non_replicated_deduplication_window = 100, fsync_after_insert = 1, fsync_part_directory = 1`)
  const add = (token: string) =>
    test.engine.insertLines('sums', Buffer.from('{"a":1,"n":1}\n'), { deduplicationToken: token })
  const sum = () => test.engine.query('select sum(n) as n from sums')
  await add('one')
  await add('two')
  const log = join(test.dataDir, 'events/db/data/default/sums/deduplication_logs')
  await crash(async () => {
    const file = join(log, 'deduplication_log_1.txt')
    const [first] = (await readFile(file, 'utf8')).split('\n')
    await rm(file)
    await appendFile(file, `${first}\n`)
  })
  await add('one')
  await add('two')
  expect(await sum()).toEqual([{ n: '2' }])
})

itInLongForm('leaves merged and mutated parts and their records alone', async () => {
  await insert(2, 'two')
  await test.engine.command('optimize table t final')
  await insert(3, 'three')
  await test.engine.command('alter table t delete where a = 3')
  await crash(async () => undefined)
  expect(await rows()).toEqual([1, 2])
  await insert(1, 'one')
  await insert(2, 'two')
  expect(await rows()).toEqual([1, 2])
})

itInLongForm(
  'starts though a part without a record was merged into another before the power went',
  async () => {
    await insert(2, 'two')
    await test.engine.command('optimize table t final')
    await crash(async () => {
      const [first] = (await readFile(logFile(), 'utf8')).split('\n')
      await rm(logFile())
      await appendFile(logFile(), `${first}\n`)
    })
    expect(await rows()).toEqual([1, 2])
  },
)

it('survives a record that was torn in the middle', async () => {
  await crash(() => appendFile(logFile(), '1\tall_'))
  await insert(1, 'one')
  await insert(5, 'five')
  expect(await rows()).toEqual([1, 5])
})

itInLongForm(
  'keeps what was confirmed after a record that was torn, over another crash',
  async () => {
    await crash(() => appendFile(logFile(), '1\tall_9_9_0\tto'))
    await insert(2, 'two')
    await crash(async () => undefined)
    expect(await rows()).toEqual([1, 2])
    await insert(2, 'two')
    expect(await rows()).toEqual([1, 2])
  },
)

it('starts with a broken part, which is quarantined', async () => {
  await insert(2, 'two')
  await crash(() => rename(join(tableDir, 'all_2_2_0/data.bin'), join(tableDir, 'lost')))
  expect(await rows()).toEqual([1])
})

itInLongForm(
  'leaves restored rows alone, which have no record, when the first insert after them was recorded',
  async () => {
    await test.engine.command('create table restored as t')
    await test.engine.command('alter table restored attach partition tuple() from t')
    await crash(async () => undefined)
    await test.engine.insertLines('restored', Buffer.from('{"a":2}\n'), {
      deduplicationToken: 'two',
    })
    await crash(async () => undefined)
    await crash(async () => undefined)
    const found = await test.engine.query('select a from restored order by a')
    expect(found).toEqual([{ a: 1 }, { a: 2 }])
  },
)

itInLongForm(
  'takes an insert again that a full disk broke, however many partitions it spans',
  async () => {
    await test.engine.command(`create table parted (a UInt32) engine = MergeTree partition by a order by a
    settings non_replicated_deduplication_window = 100, fsync_after_insert = 1, fsync_part_directory = 1`)
    const lines = Array.from({ length: 50 }, (_, a) => `{"a":${a}}\n`).join('')
    const insertAll = () =>
      test.engine.insertLines('parted', Buffer.from(lines), { deduplicationToken: 'all' })
    const counted = () => test.engine.query('select count() as n from parted')
    await insertAll()
    const folder = join(test.dataDir, 'events/db/data/default/parted')
    // What chDB leaves of an insert whose files it could not write: the record, and parts of empty files.
    await crash(async () => {
      for (const part of await readdir(folder)) {
        if (/^\d+_\d+_\d+_0$/.test(part)) await truncate(join(folder, part, 'checksums.txt'))
      }
    })
    expect(await counted()).toEqual([{ n: '0' }])
    await insertAll()
    expect(await counted()).toEqual([{ n: '50' }])
  },
)

itInLongForm('starts with a mutation of which only the beginning was written', async () => {
  const unfinished = 'format version: 1\ncreate time: 2026'
  await crash(() => writeFile(join(tableDir, 'mutation_7.txt'), unfinished))
  await test.engine.command('alter table t delete where a = 1')
  expect(await rows()).toEqual([])
  expect(await readdir(tableDir)).not.toContain('mutation_7.txt')
})

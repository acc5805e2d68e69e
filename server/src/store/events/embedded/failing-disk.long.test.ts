import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestEngine, type TestEngine } from '../../../test/engine.ts'
import { canFailCalls, failCalls } from '../../../test/fail-calls.ts'
import { EngineUnavailable } from '../engine-errors.ts'

let test: TestEngine
let tableDir: string

const insert = (a: number) =>
  test.engine.insertLines('t', Buffer.from(`{"a":${a}}\n`), { deduplicationToken: `token ${a}` })

const rows = async () => {
  const found = await test.engine.query<{ a: number }>('select a from t order by a')
  return found.map((row) => row.a)
}

async function makeTable(): Promise<void> {
  await test.engine.command(`create table t (a UInt32) engine = MergeTree order by a
    settings non_replicated_deduplication_window = 100, fsync_after_insert = 1, fsync_part_directory = 1`)
  const [table] = await test.engine.query<{ dir: string }>(
    "select data_paths[1] as dir from system.tables where name = 't'",
  )
  tableDir = table?.dir ?? ''
}

beforeEach(async () => {
  test = await startTestEngine()
  await makeTable()
  await insert(1)
})

afterEach(() => test.remove())

/** Until the running engine ends, such calls fail with ENOSPC on the given file of the table. */
const fail = (calls: string, file?: string) =>
  failCalls(test.pid, calls, { files: file === undefined ? [] : [join(tableDir, file)] })

describe.skipIf(!canFailCalls)('with strace: a disk without room under the engine', () => {
  it.each(['data.bin', 'checksums.txt', 'columns.txt'])(
    'loses no row of an insert whose %s could not be written, and confirms nothing of it before',
    async (file) => {
      const before = test.pid
      await fail('write', `tmp_insert_all_2_2_0/${file}`)
      await insert(2)
      expect(test.pid).not.toBe(before)
      expect(await rows()).toEqual([1, 2])
      await insert(2)
      expect(await rows()).toEqual([1, 2])
    },
  )

  it('loses and doubles no row of an insert whose record could not be written', async () => {
    await fail('write', 'deduplication_logs/deduplication_log_1.txt')
    await insert(2)
    process.kill(test.pid as number, 'SIGKILL')
    expect(await rows()).toEqual([1, 2])
    await insert(2)
    expect(await rows()).toEqual([1, 2])
  })

  it("doubles no row of a table's first insert, whose record could not be written", async () => {
    await test.engine.command('drop table t sync')
    await makeTable()
    await fail('write', 'deduplication_logs/deduplication_log_1.txt')
    await insert(2)
    expect(await rows()).toEqual([2])
  })

  it('takes an insert again whose rows could not be moved into place', async () => {
    await fail('rename,renameat,renameat2', 'tmp_insert_all_2_2_0/')
    await insert(2)
    await insert(2)
    expect(await rows()).toEqual([1, 2])
  })

  it.each(['data.bin', 'checksums.txt'])(
    'keeps the rows of parts whose merge could not write %s',
    async (file) => {
      const before = test.pid
      await insert(2)
      await fail('write', `tmp_merge_all_1_2_1/${file}`)
      await expect(test.engine.command('optimize table t final')).rejects.toThrow()
      await vi.waitFor(() => expect(test.pid).not.toBe(before), 60_000)
      expect(await rows()).toEqual([1, 2])
    },
  )

  it('keeps the rows of parts that a merge in the background could not write', async () => {
    const before = test.pid
    await test.engine.command('system stop merges t')
    for (const a of [2, 3, 4, 5, 6]) await insert(a)
    await fail('write', 'tmp_merge_all_1_6_1/data.bin')
    // Starts merges and concerns no files: nothing waits for the merge, which may fail before the answer.
    const started = test.engine.command('system start merges t')
    await started.catch((error) => expect(error).toBeInstanceOf(EngineUnavailable))
    await vi.waitFor(() => expect(test.pid).not.toBe(before), 60_000)
    expect(await rows()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('is a reason to come back where a folder cannot be made', async () => {
    await fail('mkdir,mkdirat')
    await expect(insert(2)).rejects.toThrow(EngineUnavailable)
  })
})

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { threadFiles } from '../../../thread-files.ts'
import { type ControlStore, controlFile, openControlStore } from '../control-store.ts'
import type { Database } from '../tables.ts'

const child = fileURLToPath(
  new URL('../../../test/processes/control-store-child.ts', import.meta.url),
)
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-sqlite-'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function add(db: Kysely<Database>, tokenHash: string): Promise<void> {
  await db
    .insertInto('setup_links')
    .values({ token_hash: tokenHash, created_ms: 1, expires_ms: 0 })
    .execute()
}

async function tokens({ db }: ControlStore): Promise<string[]> {
  const rows = await db
    .selectFrom('setup_links')
    .select('token_hash')
    .orderBy('token_hash')
    .execute()
  return rows.map((row) => row.token_hash)
}

describe.skipIf(!canTrace)('with strace: a commit that waits for the disk', () => {
  it('blocks neither the event loop nor reads', () => {
    const file = join(folder, 'slow.sqlite')
    spawnSync(process.execPath, [child, JSON.stringify({ file }), 'open'])
    const slow = 'inject=fsync,fdatasync:delay_enter=500000'
    const strace = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', slow]
    const command = [process.execPath, child, JSON.stringify({ file }), 'commit-slowly']
    const { stdout, stderr } = spawnSync('strace', [...strace, ...command], { encoding: 'utf8' })
    const { commitMs, turns, reads } = JSON.parse(stdout || `{"failed": ${JSON.stringify(stderr)}}`)
    expect(commitMs).toBeGreaterThan(499)
    // There were only a few when the commit blocked this thread.
    expect(turns).toBeGreaterThan(50)
    expect(reads).toBeGreaterThan(50)
  })
})

describe('a writing thread that ends by itself', () => {
  it('is replaced: what it was doing is undone and refused for now, and what waited is done', async () => {
    const lost: Error[] = []
    const started = once(process, 'worker') as Promise<[Worker]>
    await using opened = new AsyncDisposableStack()
    const store = await openControlStore({
      file: controlFile(folder),
      onConnectionLost: (error) => lost.push(error),
    })
    opened.defer(() => store.close())
    const [thread] = await started
    await add(store.db, 'before')
    const fatal = store.transaction(async (db) => {
      await add(db, 'undone')
      await thread.terminate()
      await add(db, 'undone as well')
    })
    const waiting = store.transaction((db) => add(db, 'waited'))
    await expect(fatal).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 })
    await waiting
    await add(store.db, 'continues')
    expect(await tokens(store)).toEqual(['before', 'continues', 'waited'])
    expect(lost).toMatchObject([{ message: 'the thread ended' }])
  })
})

describe('a store that another process writes to', () => {
  it('is opened and read without waiting, and without a thread', async () => {
    const file = join(folder, 'busy.sqlite')
    await (await openControlStore({ file })).close()
    const other = new DatabaseSync(file)
    other.exec("begin immediate; insert into setup_links values ('uncommitted', 1, 0)")
    // A server that an earlier file left in this process has threads of its own.
    const threads: (string | null)[] = []
    const note = ({ threadName }: Worker) => threads.push(threadName)
    process.on('worker', note)
    const store = await openControlStore({ file })
    expect(await tokens(store)).toEqual([])
    expect(threads).not.toContain('tributary-control')
    await store.close()
    process.off('worker', note)
    other.close()
  })
})

describe('a value that cannot be copied to the writing thread', () => {
  it('fails alone: the store works on, and can be closed', async () => {
    const { commands } = threadFiles
    const store = await openControlStore({ file: join(folder, 'uncopied.sqlite'), commands })
    const aCommand = { name: 'a-command', run: async () => {} }
    await expect(store.run(aCommand, () => {})).rejects.toThrow('could not be cloned')
    await add(store.db, 'after')
    expect(await tokens(store)).toEqual(['after'])
    await store.close()
  })
})

describe('a cached statement that selects all columns', () => {
  it('answers a column that was added since, under its name', async () => {
    const store = await openControlStore({ file: join(folder, 'wider.sqlite') })
    const read = () => store.db.selectFrom('setup_links').selectAll().execute()
    await add(store.db, 'one')
    await read()
    await sql`alter table setup_links add column added text default 'later'`.execute(store.db)
    expect(await read()).toEqual([
      { token_hash: 'one', created_ms: 1, expires_ms: 0, added: 'later' },
    ])
    await store.close()
  })
})

describe('a process that forgets to close its store', () => {
  it('ends all the same', () => {
    const place = JSON.stringify({ file: join(folder, 'left-open.sqlite') })
    const { status, stderr } = spawnSync(process.execPath, [child, place, 'leave-open'], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect([status, stderr]).toEqual([0, ''])
  })
})

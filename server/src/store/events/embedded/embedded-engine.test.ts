import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { silent, startTestEngine, type TestEngine } from '../../../test/engine.ts'
import { inLongForm, itInLongForm } from '../../../test/long-form.ts'
import type { Engine } from '../engine.ts'
import { startEmbeddedEngine } from './embedded-engine.ts'

const table = `create table t (a UInt32) engine = MergeTree order by a
  settings non_replicated_deduplication_window = 100, fsync_after_insert = 1, fsync_part_directory = 1`

const mib = 2 ** 20

const lines = (n: number) =>
  Buffer.from(Array.from({ length: n }, (_, a) => `{"a":${a}}\n`).join(''))

const insert = (engine: Engine, token: string, n = 10) =>
  engine.insertLines('t', lines(n), { deduplicationToken: token })

async function count(engine: Engine): Promise<number> {
  const [row] = await engine.query<{ n: string }>('select count() as n from t')
  return Number(row?.n)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Until the condition holds; the test's own time-out is the bound. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10))
}

const started: TestEngine[] = []
const start = async (options: Parameters<typeof startTestEngine>[0] = {}) => {
  const test = await startTestEngine(options)
  started.push(test)
  return test
}

afterEach(async () => {
  for (const test of started.splice(0)) await test.remove()
})

describe('a child that is killed', () => {
  it('is replaced, and what it had confirmed is there once', async () => {
    const test = await start()
    await test.engine.command(table)
    await insert(test.engine, 'one')
    const before = test.pid as number
    process.kill(before, 'SIGKILL')
    expect(await count(test.engine)).toBe(10)
    expect(test.pid).not.toBe(before)
    await insert(test.engine, 'one')
    expect(await count(test.engine)).toBe(10)
    await insert(test.engine, 'two')
    expect(await count(test.engine)).toBe(20)
  })

  it.each(inLongForm<readonly NodeJS.Signals[]>(['SIGSEGV', 'SIGABRT', 'SIGBUS'], ['SIGABRT']))(
    'ends at once on %s, its successor answers the question, and the log has its last lines',
    async (signal) => {
      const logged: string[] = []
      const logger = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
      const test = await start({ logger })
      const slow = test.engine.query<{ x: number }>('select sleep(1) as x')
      await new Promise((resolve) => setTimeout(resolve, 200))
      process.kill(test.pid as number, signal)
      expect(await slow).toEqual([{ x: 0 }])
      expect(logged.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({
          lastLines: expect.arrayContaining([`the engine was ended by ${signal}`]),
        }),
      ])
    },
  )

  it('is killed when it hangs', async () => {
    const watch = { everyMs: 50, answerWithinMs: 500, againAfterMs: 50, missedPings: 2 }
    const test = await start({ watch })
    const before = test.pid as number
    process.kill(before, 'SIGSTOP')
    await until(() => test.pid !== before && test.pid !== undefined)
    expect(isAlive(before)).toBe(false)
    expect(await test.engine.query('select 1 as x')).toEqual([{ x: 1 }])
  })

  itInLongForm('loses and doubles nothing, however often it dies while rows come in', async () => {
    const test = await start()
    await test.engine.command(table)
    let confirmed = 0
    for (let round = 0; round < 4; round++) {
      const pid = test.pid as number
      const killed = new Promise<void>((resolve) => {
        setTimeout(() => resolve(void process.kill(pid, 'SIGKILL')), 60 + round * 37)
      })
      for (let i = 0; isAlive(pid); i++) {
        await untilTaken(() => insert(test.engine, `r${round}-${i}`))
        confirmed += 10
      }
      await killed
    }
    expect(await count(test.engine)).toBe(confirmed)
  })
})

/** Like a shipper: sends the same lines again until they are confirmed. */
async function untilTaken(send: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Error && 'kind' in error)) throw error
    }
  }
}

describe('a restart', () => {
  it('keeps rows and tokens, and starts in order after an ordered stop', async () => {
    const first = await start()
    await first.engine.command(table)
    await insert(first.engine, 'one')
    const pid = first.pid as number
    await first.stop()
    expect(isAlive(pid)).toBe(false)
    const second = await start({ dataDir: first.dataDir })
    await insert(second.engine, 'one')
    expect(await count(second.engine)).toBe(10)
  })

  it('refuses calls once it was stopped', async () => {
    const test = await start()
    await test.stop()
    await expect(test.engine.query('select 1')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(await test.engine.ping()).toBe(false)
  })
})

describe('the folder', () => {
  it('belongs to one engine: a second waits, then says why it cannot start', async () => {
    const first = await start()
    const second = startEmbeddedEngine({
      dataDir: first.dataDir,
      logger: silent,
      lockWaitMs: 300,
    })
    await expect(second).rejects.toThrow(/another server uses it/)
    expect(await first.engine.ping()).toBe(true)
  })

  itInLongForm('is taken over when the first lets go in time', async () => {
    const first = await start()
    await first.engine.command(table)
    const second = start({ dataDir: first.dataDir, lockWaitMs: 20_000 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    await first.stop()
    expect(await count((await second).engine)).toBe(0)
  })

  it('is readable by its owner only', async () => {
    const test = await start()
    await test.engine.command(table)
    for (const name of ['', 'db', 'db/metadata', 'config', 'config/users.xml']) {
      const { mode } = await stat(join(test.dataDir, 'events', name))
      expect(mode & 0o077, name).toBe(0)
    }
  })

  itInLongForm('may have any name', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'tributary-name-'))
    const dataDir = join(parent, `a "b" & <c> 'd' ü`)
    await mkdir(dataDir)
    const test = await start({ dataDir })
    expect(await test.engine.query('select 1 as x')).toEqual([{ x: 1 }])
    await test.remove()
    await rm(parent, { recursive: true })
  })
})

describe('the parent', () => {
  it.each(inLongForm<readonly NodeJS.Signals[]>(['SIGKILL', 'SIGTERM'], ['SIGKILL']))(
    'ends the child with itself on %s',
    async (signal) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tributary-parent-'))
      const file = fileURLToPath(
        new URL('../../../test/processes/engine-parent.ts', import.meta.url),
      )
      const parent = fork(file, [dataDir], { execArgv: [] })
      const [pid] = (await once(parent, 'message')) as [number]
      expect(isAlive(pid)).toBe(true)
      parent.kill(signal)
      await once(parent, 'exit')
      await until(() => !isAlive(pid))
      const next = await start({ dataDir })
      expect(await next.engine.ping()).toBe(true)
    },
  )
})

describe('memory', () => {
  it('refuses a statement that needs too much, and continues', async () => {
    const test = await start()
    const greedy = test.engine.query(
      "select length(groupArray(concat(toString(number), repeat('x', 200)))) as n from numbers(20000000)",
      {},
      { timeoutMs: 30_000 },
    )
    await expect(greedy).rejects.toMatchObject({ kind: 'unavailable', code: 241 })
    expect(await test.engine.query('select 1 as x')).toEqual([{ x: 1 }])
  })

  it('is no more than the limit where there is little, whatever the machine has', async () => {
    const read = async (engineBytes: number) => {
      const { engine } = await start({ memory: { engineBytes, statementBytes: 245 * mib } })
      return engine.query(
        "select value from system.server_settings where name = 'memory_worker_dynamic_hard_limit'",
      )
    }
    expect(await read(512 * mib)).toEqual([{ value: '0' }])
    expect(await read(2048 * mib)).toEqual([{ value: '1' }])
  })

  it('is shared: reads that need too much together are answered one after the other', async () => {
    const test = await start({ memory: { engineBytes: 400 * mib, statementBytes: 245 * mib } })
    // Three do not fit together; each alone has plenty.
    const texts = `select length(a) + sleepEachRow(0.1) as n from (
      select groupArray(repeat('x', 1000000)) as a from numbers(60))`
    const patient = { timeoutMs: 60_000 }
    const ask = () => test.engine.query(texts, {}, patient)
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers).toEqual(Array(3).fill([{ n: '60' }]))
  })

  it('is shared: a mutation that finds too little is done once a read has ended', async () => {
    const { engine } = await start({
      memory: { engineBytes: 400 * mib, statementBytes: 245 * mib },
    })
    await engine.command(table)
    await insert(engine, 'one')
    const megabytes = (n: string) => `arrayMap(x -> repeat('x', 1000000 - x), range(${n}))`
    const read = engine.query(
      `select length(groupArray(repeat('x', 1000000 - number))) + sleepEachRow(2) as n from numbers(60)`,
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await engine.command(
      `alter table t delete where a = 3 and length(${megabytes('190 + a')}) = 193`,
    )
    expect(await count(engine)).toBe(9)
    expect(await read).toEqual([{ n: '60' }])
  })

  it('is waited for as long as the engine is there', async () => {
    const test = await start({ memory: { engineBytes: 400 * mib, statementBytes: 245 * mib } })
    await test.engine.command(table)
    await insert(test.engine, 'one')
    const tooMuch = "length(arrayMap(x -> repeat('x', 1000000 - x), range(400 + a))) = 403"
    const mutation = test.engine.command(`alter table t delete where a = 3 and ${tooMuch}`)
    const refused = expect(mutation).rejects.toMatchObject({ kind: 'unavailable' })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    process.kill(test.pid as number, 'SIGKILL')
    await refused
  })

  itInLongForm(
    'gives connections back: many failing and passing questions leave none behind',
    async () => {
      const test = await start()
      for (let i = 0; i < 150; i++) {
        const sql = i % 3 === 0 ? 'select nothing' : `select {p${i}:UInt32} as x`
        await test.engine.query(sql, { [`p${i}`]: i }).catch(() => undefined)
      }
      expect(await test.engine.query('select 1 as x')).toEqual([{ x: 1 }])
    },
  )
})

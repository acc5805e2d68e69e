import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { answerers } from '../answerers.ts'
import type { ReportQuestion } from '../reports/question.ts'
import { readScope } from '../reports/read-scope.ts'
import { migrateEvents } from '../store/events/migrate.ts'
import { anEvent } from '../test/an-event.ts'
import { silent, startTestEngine, type TestEngine } from '../test/engine.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { openAnswers } from './answers.ts'

let server: TestServer
let engine: TestEngine
let made: Awaited<ReturnType<TestServer['aSite']>>
const nowMs = Date.now()
const threadFile = new URL('../answer-thread.ts', import.meta.url)

beforeAll(async () => {
  server = await startTestServer()
  engine = await startTestEngine({ dataDir: `${server.dataDir}/own` })
  await migrateEvents(engine.engine)
  made = await server.aSite()
  await server.services.events.append([
    anEvent({ siteId: made.site.id, visitorId: 'ana', timestampMs: nowMs - 60_000, path: '/' }),
  ])
})
afterAll(async () => {
  await engine?.remove()
  await server?.close()
})

const question = (): ReportQuestion => readScope({ dateRange: '7d' }, made.site, nowMs)
const realtime = { site: 'site_0', nowMs }

function ask(path = '/api/v1/query', body: object = { metrics: ['visitors'], dateRange: '7d' }) {
  return server.request('POST', path, { key: made.key, body })
}

/** Our own engine, through answers of their own. */
function answersOf(options: { memoryMib?: number; idleMs?: number } = {}) {
  const place = async () => {
    const { url, pid } = await engine.current()
    return { url, cluster: undefined, run: pid }
  }
  return openAnswers<typeof answerers>({ logger: silent, threadFile, engine: place, ...options })
}

/** How many threads of this process have a lower priority than its first, according to Linux. */
function threadsThatGiveWay(): number {
  const priorities = readdirSync('/proc/self/task').map((id) => getPriority(Number(id)))
  return priorities.filter((priority) => priority > getPriority()).length
}

describe('a page of the dashboard', () => {
  it('has the thread started before it asks, if the browser is signed in', async () => {
    const fresh = await startTestServer({ sharesEngine: true })
    const others = threadsThatGiveWay()
    const open = (path: string, headers: Record<string, string>) =>
      fresh.request('GET', path, { headers: { accept: 'text/html', ...headers } })
    expect((await open('/', {})).status).toBe(200)
    expect((await open('/sites/any', { cookie: 'tributary_session=no' })).status).toBe(200)
    // This thread starts last: once it answers, one of those pages would run too.
    const last = answersOf()
    await last.ask('busyRealtime', realtime, {})
    expect(threadsThatGiveWay()).toBe(others + 1)
    await open('/', { cookie: `tributary_session=${'a'.repeat(43)}` })
    await expect.poll(threadsThatGiveWay).toBe(others + 2)
    await Promise.all([last.close(), fresh.close()])
  })
})

describe('questions', () => {
  it('are answered when the engine was killed since the last one', async () => {
    const answers = answersOf()
    const before = await answers.ask('busyRealtime', realtime, {})
    const { pid } = await engine.current()
    process.kill(pid, 'SIGKILL')
    expect(await answers.ask('busyRealtime', realtime, {})).toEqual(before)
    await answers.close()
  })

  it('fail with a message that says what to do when there is no engine', async () => {
    const away = async () => {
      throw new Error('the engine is down')
    }
    const answers = openAnswers<typeof answerers>({ logger: silent, threadFile, engine: away })
    await expect(answers.ask('busyRealtime', realtime, {})).rejects.toThrow('the engine is down')
    await answers.close()
  })

  it('that take more memory than there is fail, and the next is answered by a new thread', async () => {
    const small = answersOf({ memoryMib: 12 })
    await expect(small.ask('busyRealtime', realtime, {})).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('could not be computed'),
    })
    await expect(small.ask('busyRealtime', realtime, {})).rejects.toMatchObject({
      kind: 'unavailable',
    })
    await small.close()
    expect((await ask()).body).toMatchObject({ data: { totals: { visitors: 1 } } })
  })

  it.each([
    [1_024, 12],
    [128, 3],
  ])('with %i MiB are computed with %i MiB for new objects', async (memoryMib, youngMib) => {
    const thread = `import { parentPort, resourceLimits as answer } from 'node:worker_threads'
      parentPort.on('message', ({ id }) => parentPort.postMessage({ type: 'answered', id, answer }))`
    const answers = openAnswers<typeof answerers>({
      logger: silent,
      threadFile: new URL(`data:text/javascript,${encodeURIComponent(thread)}`),
      engine: () => Promise.reject(new Error('no engine is needed')),
      memoryMib,
    })
    expect(await answers.ask('busyRealtime', realtime, {})).toMatchObject({
      maxOldGenerationSizeMb: memoryMib,
      maxYoungGenerationSizeMb: youngMib,
    })
    await answers.close()
  })

  it('are answered again after the idle thread ended', async () => {
    const answers = answersOf({ idleMs: 20 })
    const others = threadsThatGiveWay()
    const first = await answers.ask('busyRealtime', realtime, {})
    await expect.poll(threadsThatGiveWay).toBe(others)
    expect(await answers.ask('busyRealtime', realtime, {})).toEqual(first)
    await answers.close()
    await expect(answers.ask('busyRealtime', realtime, {})).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Tributary is stopping',
    })
  })

  it('are computed on a thread with a lower priority than the one that accepts hits', async () => {
    await ask()
    expect(threadsThatGiveWay()).toBe(1)
  })

  it('that only the engine finds invalid are refused with a reason, not as an internal error', async () => {
    const filters = [['matches', 'page', ['(']]]
    const reply = await ask('/api/v1/query', {
      metrics: ['visitors'],
      dateRange: '7d',
      filters,
    })
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('RE2') } },
    })
  })

  it("are counted among the engine's calls", async () => {
    const calls = async () => {
      const { registry } = server.services.metrics
      const text = await registry.getSingleMetricAsString('tributary_engine_call_seconds')
      return Number(/_count\{kind="query",outcome="ok"\} (\d+)/.exec(text)?.[1] ?? 0)
    }
    const before = await calls()
    await ask('/api/v1/realtime', {})
    await expect.poll(calls).toBeGreaterThan(before)
  })
})

it('a question is plain values, so that nothing of it is lost between threads', () => {
  expect(structuredClone(question())).toEqual(question())
})

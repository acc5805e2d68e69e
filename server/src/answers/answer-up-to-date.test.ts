import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { childrenOf } from '../../../scripts/children-of.ts'
import { engineCallsOfThreads, type FinishedCall } from '../store/trace.ts'
import { rawRequest } from '../test/raw-request.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { answerUpToDate } from './answer-up-to-date.ts'
import { defaultQuestionLimits } from './question-turns.ts'

// Its own: payments that another file leaves due would wait for the paused engine.
let server: TestServer
let engines: number[]
beforeAll(async () => {
  const others = new Set(await childrenOf(process.pid))
  server = await startTestServer({ own: true })
  engines = (await childrenOf(process.pid)).filter((pid) => !others.has(pid))
})
afterAll(() => server?.close())

/** Pauses or continues the engine of this server. */
function signalEngine(signal: NodeJS.Signals): void {
  for (const pid of engines) process.kill(pid, signal)
}

it('a query on an overloaded machine is answered with 503 in time, and ended', async () => {
  const { services } = server
  const { site } = await server.aSite()
  const asking = { reader: { siteId: site.id, id: 'key:1' }, units: 1 }
  const asked: Promise<object>[] = []
  const ask = () => {
    const question = { site: site.id, nowMs: Date.now() }
    const found = services.answers.ask('busyRealtime', question, {})
    asked.push(found)
    return found
  }
  expect(await answerUpToDate(services, asking, ask)).toMatchObject({ visitors: 0 })
  signalEngine('SIGSTOP')
  try {
    // On a busy machine a short patience may end before the question is asked.
    for (let patienceMs = 300; asked.length < 2; patienceMs *= 2) {
      const patient = answerUpToDate(services, { ...asking, patienceMs }, ask)
      await expect(patient).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 })
    }
    await expect(asked[1]).rejects.toMatchObject({ kind: 'abandoned' })
  } finally {
    signalEngine('SIGCONT')
  }
  expect(await answerUpToDate(services, asking, ask)).toMatchObject({ visitors: 0 })
})

/** Asks about the visits of one page over HTTP, and disconnects at the signal. */
async function askAbout(page: string, key: string, signal?: AbortSignal): Promise<number> {
  const filters = [['is', 'page', [page]]]
  const body = { metrics: ['sessions'], dimensions: ['source'], dateRange: '7d', filters }
  const { status } = await fetch(`${server.url}/api/v1/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
  return status
}

/** Observes the questions about a site, from when they wait for their turn. */
function noteTurns(siteId: string) {
  const run = vi.spyOn(server.services.questionTurns, 'run')
  const own = () => run.mock.results.filter((_, at) => run.mock.calls[at]?.[0].siteId === siteId)
  return { own, [Symbol.dispose]: () => run.mockRestore() }
}

/** The figures that the thread of reports has asked the engine for since then. */
function noteFigures() {
  const figures: FinishedCall[] = []
  const note = (call: unknown) => {
    const finished = call as FinishedCall
    if (finished.name === 'visit-figures') figures.push(finished)
  }
  engineCallsOfThreads.subscribe(note)
  return { figures, [Symbol.dispose]: () => engineCallsOfThreads.unsubscribe(note) }
}

it('what a reader who left was asking is ended, unless another waits for the same', async () => {
  const { key, site } = await server.aSite()
  using noted = noteFigures()
  using turns = noteTurns(site.id)
  const outcomes = () => noted.figures.map(({ outcome }) => outcome)
  const leaving = new AbortController()
  signalEngine('SIGSTOP')
  try {
    const left = [askAbout('/', key, leaving.signal), askAbout('/own', key, leaving.signal)]
    const staying = askAbout('/', key)
    await expect.poll(turns.own).toHaveLength(3)
    leaving.abort()
    await Promise.all(left.map((one) => expect(one).rejects.toThrow('aborted')))
    await expect.poll(outcomes).toContain('cancelled')
    signalEngine('SIGCONT')
    expect(await staying).toBe(200)
    await expect.poll(outcomes).toContain('ok')
  } finally {
    signalEngine('SIGCONT')
  }
})

it('a question whose reader leaves before its turn is not asked', async () => {
  const { key, site } = await server.aSite()
  using noted = noteFigures()
  // Each has another filter, so that none shares the reading of another.
  let questions = 0
  const ask = (signal?: AbortSignal) => askAbout(`/${++questions}`, key, signal)
  expect(await ask()).toBe(200)
  const { reader: most } = defaultQuestionLimits.atWork
  using turns = noteTurns(site.id)
  signalEngine('SIGSTOP')
  try {
    const staying = Array.from({ length: most }, () => ask())
    await expect.poll(turns.own).toHaveLength(most)
    const leaving = new AbortController()
    const left = ask(leaving.signal)
    await expect.poll(turns.own).toHaveLength(most + 1)
    leaving.abort()
    await expect(left).rejects.toThrow('aborted')
    await expect(turns.own()[most]?.value).rejects.toMatchObject({ kind: 'abandoned' })
    signalEngine('SIGCONT')
    expect(await Promise.all(staying)).toEqual(Array(most).fill(200))
    expect(await ask()).toBe(200)
    expect(noted.figures).toHaveLength(1 + most + 1)
  } finally {
    signalEngine('SIGCONT')
  }
})

it('questions that a client pipelines add no listener each to its connection', async () => {
  const { key } = await server.aSite()
  const warnings: string[] = []
  const note = ({ name }: Error) => warnings.push(name)
  process.on('warning', note)
  const body = JSON.stringify({ metrics: ['sessions'], dateRange: '7d' })
  const question = (connection: string) =>
    [
      ...['POST /api/v1/query HTTP/1.1', 'Host: stats.example', `Connection: ${connection}`],
      ...[`Authorization: Bearer ${key}`, 'Content-Type: application/json'],
      ...[`Content-Length: ${body.length}`, '', body],
    ].join('\r\n')
  const bytes = question('keep-alive').repeat(11) + question('close')
  const { status, text } = await rawRequest(server.url, bytes)
  expect([status, text.match(/HTTP\/1.1 200/g)?.length]).toEqual([200, 11])
  process.off('warning', note)
  expect(warnings).toEqual([])
})

it('reconciliation is answered while the engine takes no payments', async () => {
  const { key } = await server.aSite()
  const body = { provider: 'paypal', providerPaymentId: 'pp-1', amount: 5, currency: 'EUR' }
  signalEngine('SIGSTOP')
  try {
    await server.request('POST', '/api/v1/payment', { key, body })
    const answer = await server.request('GET', '/api/v1/reconciliation', { key })
    expect(answer).toMatchObject({ status: 200, body: { data: { notCompared: ['paypal'] } } })
  } finally {
    signalEngine('SIGCONT')
  }
  // Longer than this means waiting for the engine.
}, 15_000)

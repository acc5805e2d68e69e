// A server before its events engine has started: real processes, whose engine waits for a folder that another one
// holds.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createConnectionServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { apiKeyScopes } from '@tributary/contract/operation.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { compileCacheFolder } from './process/compile-cache.ts'
import { apiKeys } from './sites/api-keys.ts'
import { createSite } from './sites/manage-sites.ts'
import { controlFile, openControlStore } from './store/control/control-store.ts'
import {
  type EmbeddedEngine,
  startEmbeddedEngine,
} from './store/events/embedded/embedded-engine.ts'
import { silent } from './test/engine.ts'
import { itInLongForm } from './test/long-form.ts'
import { copyMadeFolder } from './test/made-folder.ts'
import { serverProgram } from './test/processes/server-program.ts'
import { browserAgent } from './test/server.ts'

const compiled = compileCacheFolder()
const secret = randomBytes(24).toString('hex')

let dataDir: string
let site: { id: string; key: string }
/** Holds the engine's folder, so that the server's engine waits. */
let holder: EmbeddedEngine
const servers: Pick<Started, 'child' | 'ended'>[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-starting-'))
  await copyMadeFolder(dataDir)
  const control = await openControlStore({ file: controlFile(dataDir) })
  const { id } = await createSite(control.db, Date.now(), { domains: ['shop.example'] })
  const keys = apiKeys(control)
  const { token } = await keys.create(id, { name: 'test', scopes: [...apiKeyScopes] })
  await keys.close()
  await control.close()
  site = { id, key: token }
  holder = await startEmbeddedEngine({ dataDir, logger: silent })
})
afterEach(async () => {
  for (const { child, ended } of servers.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  await holder.stop()
  // The engine of a killed server ends a moment after it.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

interface Started {
  url: string
  child: ChildProcess
  ended: Promise<unknown[]>
  stdout(): string
  stderr(): string
}

/** Starts the server and waits until it listens. */
async function start(settings: Record<string, string> = {}): Promise<Started> {
  const child = spawn(process.execPath, [serverProgram], {
    env: {
      ...{ DATA_DIR: dataDir, PORT: '0', SECRET: secret, EXCHANGE_RATES: 'off' },
      ...(compiled && { NODE_COMPILE_CACHE: compiled }),
      ...settings,
    },
  })
  const ended = once(child, 'exit')
  servers.push({ child, ended })
  let printed = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const url = await vi.waitUntil(
    () => /"url":"([^"]+)".*"Tributary accepts hits"/.exec(printed)?.[1],
    { timeout: 30_000 },
  )
  return { url, child, ended, stdout: () => printed, stderr: () => errors }
}

/** Settings that start a server's clock at this time of today, UTC. */
function clockAt(time: string): Record<string, string> {
  const [hours, minutes] = time.split(':').map(Number)
  const today = new Date().setUTCHours(hours ?? 0, minutes ?? 0, 0, 0)
  const shift = `const{now}=Date;Date.now=()=>now()+${today - Date.now()}`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}` }
}

async function hit(url: string, visitorId: string): Promise<[number, string | null]> {
  const answer = await fetch(`${url}/api/collect`, {
    method: 'POST',
    headers: { origin: 'https://shop.example', 'user-agent': browserAgent },
    body: JSON.stringify({
      ...{ siteId: site.id, type: 'pageview', visitorId, sessionId: `${visitorId}-1` },
      url: 'https://shop.example/?utm_source=newsletter',
    }),
  })
  return [answer.status, answer.headers.get('x-tributary-dropped')]
}

const authorization = () => ({ authorization: `Bearer ${site.key}` })

function pay(url: string): Promise<Response> {
  return fetch(`${url}/api/v1/payment`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ provider: 'custom', providerPaymentId: 'p1', amount: 49, currency: 'USD' },
      ...{ visitorId: 'ana', sessionId: 'ana-1' },
    }),
  })
}

const revenue = (url: string) =>
  query(url, { metrics: ['visitors', 'revenue'], dimensions: ['source'] })

const visits = (url: string) =>
  query(url, { metrics: ['visitors', 'sessions', 'pageViews'], dimensions: ['source'] })

async function query(url: string, question: object): Promise<unknown> {
  const answer = await fetch(`${url}/api/v1/query`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify({ ...question, dateRange: '7d' }),
  })
  const { data } = (await answer.json()) as { data?: { rows: unknown } }
  return [answer.status, data?.rows]
}

const readiness = async (url: string) => {
  const answer = await fetch(`${url}/health/ready`)
  return [answer.status, ((await answer.json()) as { status: string }).status]
}

const newsletterOfTwo = [200, [{ source: 'newsletter', visitors: 2, revenue: 49 }]]

describe('before the engine has started', () => {
  it('keeps hits and payments, and a report waits for the engine and has them', async () => {
    const server = await start()
    expect(await hit(server.url, 'ana')).toEqual([202, null])
    expect(await hit(server.url, 'ben')).toEqual([202, null])
    expect((await pay(server.url)).status).toBe(200)
    expect(await readiness(server.url)).toEqual([503, 'starting'])
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
    const report = revenue(server.url)
    await holder.stop()
    expect(await report).toEqual(newsletterOfTwo)
    expect(await readiness(server.url)).toEqual([200, 'ready'])
  })

  it('keeps hits while ClickHouse cannot be reached, and reports them when it can', async () => {
    const port = await freePort()
    const { username, password, port: enginePort } = new URL(holder.url)
    const server = await start({
      CLICKHOUSE_URL: `http://${username}:${password}@127.0.0.1:${port}`,
    })
    expect(await hit(server.url, 'ana')).toEqual([202, null])
    await vi.waitUntil(() => server.stdout().includes('does not answer (ECONNREFUSED)'))
    expect(await readiness(server.url)).toEqual([503, 'starting'])
    const proxy = createConnectionServer((socket) => {
      // Killing the server resets its connections.
      pipeline(socket, connect(Number(enginePort), '127.0.0.1'), socket, () => undefined)
    })
    await once(proxy.listen(port, '127.0.0.1'), 'listening')
    await expect.poll(() => readiness(server.url)).toEqual([200, 'ready'])
    expect(await visits(server.url)).toEqual([
      200,
      [{ source: 'newsletter', visitors: 1, sessions: 1, pageViews: 1 }],
    ])
    server.child.kill('SIGKILL')
    await server.ended
    proxy.close()
  })

  itInLongForm('does not split a visit that a restart and midnight come between', async () => {
    await holder.stop()
    const evening = await start(clockAt('23:50'))
    expect(await hit(evening.url, 'ana')).toEqual([202, null])
    expect(await visits(evening.url)).toEqual([
      200,
      [{ source: 'newsletter', visitors: 1, sessions: 1, pageViews: 1 }],
    ])
    evening.child.kill('SIGTERM')
    await evening.ended
    holder = await startEmbeddedEngine({ dataDir, logger: silent })
    const night = await start(clockAt('24:10'))
    expect(await hit(night.url, 'ana')).toEqual([202, null])
    expect(await readiness(night.url)).toEqual([503, 'starting'])
    await holder.stop()
    await vi.waitFor(
      async () => {
        expect(await visits(night.url)).toEqual([
          200,
          [{ source: 'newsletter', visitors: 1, sessions: 1, pageViews: 2 }],
        ])
      },
      { timeout: 100_000, interval: 500 },
    )
  })

  it('loses nothing acknowledged when it is killed', async () => {
    const first = await start()
    expect(await hit(first.url, 'ana')).toEqual([202, null])
    expect((await pay(first.url)).status).toBe(200)
    first.child.kill('SIGKILL')
    await first.ended
    const second = await start()
    expect(await hit(second.url, 'ben')).toEqual([202, null])
    second.child.kill('SIGKILL')
    await second.ended
    await holder.stop()
    const third = await start()
    await expect.poll(() => revenue(third.url)).toEqual(newsletterOfTwo)
  })

  itInLongForm(
    'stops when it is asked to, and what it acknowledged counts after the next start',
    async () => {
      const first = await start()
      expect(await hit(first.url, 'ana')).toEqual([202, null])
      first.child.kill('SIGTERM')
      expect(await first.ended).toEqual([0, null])
      await holder.stop()
      const second = await start()
      expect(await revenue(second.url)).toEqual([
        200,
        [{ source: 'newsletter', visitors: 1, revenue: 0 }],
      ])
    },
  )

  itInLongForm(
    'answers reports with 503 and when to come back if that takes long',
    {
      timeout: 60_000,
    },
    async () => {
      const silentServer = createServer(() => undefined).listen(0, '127.0.0.1')
      await once(silentServer, 'listening')
      const { port } = silentServer.address() as AddressInfo
      const { url, stdout } = await start({ CLICKHOUSE_URL: `http://127.0.0.1:${port}` })
      const answer = await fetch(`${url}/api/v1/visitor?visitorId=ana`, {
        headers: authorization(),
      })
      expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
        503,
        '5',
        { status: 'error', error: { code: 503, message: 'Tributary is starting' } },
      ])
      const [logged] = stdout().match(/.*"request refused".*/) ?? []
      expect(logged).toContain('"reason":"Tributary is starting"')
      expect(await hit(url, 'ana')).toEqual([202, null])
      silentServer.closeAllConnections()
      silentServer.close()
    },
  )

  itInLongForm(
    'ends with one sentence and 1 when the engine cannot start, and keeps what it acknowledged',
    {
      timeout: 60_000,
    },
    async () => {
      const server = await start()
      expect(await hit(server.url, 'ana')).toEqual([202, null])
      expect(await server.ended).toEqual([1, null])
      expect(server.stderr()).toMatch(
        /^The events engine did not start: cannot open \S+: another server uses it, .*\n$/,
      )
      await holder.stop()
      const next = await start()
      expect(await revenue(next.url)).toEqual([
        200,
        [{ source: 'newsletter', visitors: 1, revenue: 0 }],
      ])
    },
  )
})

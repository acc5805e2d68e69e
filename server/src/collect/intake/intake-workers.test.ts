import { Agent, request as httpRequest } from 'node:http'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { browserAgent, startTestServer, type TestServer } from '../../test/server.ts'
import type { FromIntake } from './messages.ts'

const workerCount = 2
const isSupported = process.platform === 'linux'

let server: TestServer
let reference: TestServer
const listening: Worker[] = []
beforeAll(async () => {
  if (!isSupported) return
  process.on('worker', noteWorker)
  server = await startTestServer({
    config: {
      intakeWorkers: workerCount,
      trustedProxies: ['127.0.0.1'],
      siteDailyBudget: { hits: 150, bytes: 1e9 },
    },
  })
  reference = await startTestServer()
  await untilListening()
})
afterAll(async () => {
  process.off('worker', noteWorker)
  await server?.close()
})

function noteWorker(worker: Worker) {
  worker.on('message', (message: FromIntake) => {
    if (message.type === 'listening') listening.push(worker)
  })
}

async function untilListening() {
  await vi.waitUntil(() => listening.length === workerCount, { timeout: 60_000 })
}

/** What differs from one request to the next. */
const perRequest = [
  'date',
  'x-request-id',
  'keep-alive',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]

interface Sent {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string
}

interface Answer {
  status: number | undefined
  headers: Record<string, unknown>
  body: string
}

/** On a separate connection, unless an agent is given, so that any of the listeners may get it. */
function send(
  base: string,
  { method = 'POST', path = '/api/collect', headers, body }: Sent,
  agent?: Agent,
) {
  return new Promise<Answer>((resolve, reject) => {
    const url = new URL(path, base)
    const sent = httpRequest(
      url,
      { method, agent: agent ?? false, headers: { 'user-agent': browserAgent, ...headers } },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('error', reject)
        reply.on('end', () => {
          expect(reply.headers.date).toBeDefined()
          const headers = { ...reply.headers }
          for (const name of perRequest) delete headers[name]
          resolve({ status: reply.statusCode, headers, body: String(Buffer.concat(chunks)) })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const hitOf = (siteId: string, visitorId: string, more: object = {}) =>
  JSON.stringify({ siteId, type: 'pageview', visitorId, url: 'https://shop.example/', ...more })

async function storedVisitors(siteId: string): Promise<unknown[]> {
  await server.services.events.flush()
  const rows = await server.services.engine.query<{ visitor_id: string }>(
    'select visitor_id from events where site_id = {site:String} order by visitor_id',
    { site: siteId },
  )
  return rows.map(({ visitor_id }) => visitor_id)
}

describe.skipIf(!isSupported)('a server with intake workers', () => {
  it('answers every kind of request as a server without them', { timeout: 60_000 }, async () => {
    const requestsTo = async ({ aSite }: TestServer): Promise<Sent[]> => {
      const { site, key } = await aSite()
      const json = { 'content-type': 'application/json' }
      const authorization = `Bearer ${key}`
      return [
        { body: hitOf(site.id, 'ana') },
        { body: hitOf(site.id, 'ana', { url: 'https://elsewhere.example/' }) },
        { body: hitOf('site_unknown', 'ana') },
        { body: hitOf(site.id, 'bot'), headers: { 'user-agent': 'Googlebot/2.1' } },
        { body: '{' },
        { body: JSON.stringify({ siteId: site.id, type: 'pageview' }) },
        { body: 'x'.repeat(70_000) },
        { body: hitOf(site.id, 'ana'), headers: { 'content-encoding': 'gzip' } },
        { method: 'OPTIONS' },
        { method: 'GET' },
        { method: 'GET', path: '/health/ready' },
        { method: 'HEAD', path: '/health/ready' },
        { method: 'GET', path: '/api/v1/nothing' },
        { path: '/api/v1/goal', headers: json, body: '{}' },
        { path: '/api/v1/goal', headers: { ...json, authorization }, body: '{"event":"signup"}' },
        { path: '/api/v1/goal', headers: { ...json, authorization }, body: 'x'.repeat(70_000) },
      ]
    }
    const [asked, expected] = await Promise.all([requestsTo(server), requestsTo(reference)])
    for (const [index, one] of asked.entries()) {
      const wanted = await send(reference.url, expected[index] as Sent)
      const answers = await Promise.all(Array.from({ length: 6 }, () => send(server.url, one)))
      for (const answer of answers) {
        expect.soft(answer, `${one.method} ${one.path} ${one.body?.slice(0, 100)}`).toEqual(wanted)
      }
    }
  })

  it("keeps to a site's daily budget across all of them", { timeout: 30_000 }, async () => {
    const { site } = await server.aSite()
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => send(server.url, { body: hitOf(site.id, `v${n}`) })),
    )
    const dropped = answers.filter(({ headers }) => headers['x-tributary-dropped'] !== undefined)
    expect(dropped).toHaveLength(50)
    expect(await storedVisitors(site.id)).toHaveLength(150)
  })

  it('drops hits of an excluded address that a trusted proxy names', async () => {
    const { site } = await server.aSite({ excludedAddresses: ['203.0.113.7'] })
    const from = (address: string) => ({
      body: hitOf(site.id, 'ana'),
      headers: { 'x-forwarded-for': address },
    })
    for (let n = 0; n < 5; n++) {
      const { headers } = await send(server.url, from('203.0.113.7'))
      expect(headers['x-tributary-dropped']).toBe('excluded')
    }
    const { headers } = await send(server.url, from('203.0.113.8'))
    expect(headers['x-tributary-dropped']).toBeUndefined()
  })

  it('has stored what was acknowledged when workers end without warning, and replaces them', {
    timeout: 60_000,
  }, async () => {
    const { site } = await server.aSite()
    const acknowledged: string[] = []
    let broken = 0
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const client = async (name: string) => {
      for (let n = 0; n < 12; n++) {
        const visitorId = `${name}-${n}`
        await send(server.url, { body: hitOf(site.id, visitorId) }, n % 2 ? agent : undefined).then(
          () => acknowledged.push(visitorId),
          () => broken++,
        )
        if (name === 'c0' && n === 4) {
          for (const worker of listening.splice(0)) await worker.terminate()
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, n) => client(`c${n}`)))
    agent.destroy()
    expect(acknowledged.length + broken).toBe(96)
    const stored = await storedVisitors(site.id)
    expect(stored).toEqual(expect.arrayContaining(acknowledged))
    expect(new Set(stored).size).toBe(stored.length)
    await untilListening()
    const { status } = await send(server.url, { body: hitOf(site.id, 'after') })
    expect(status).toBe(202)
  })

  it('has stored what was acknowledged when it stops under load', { timeout: 60_000 }, async () => {
    const { site } = await server.aSite()
    const acknowledged: string[] = []
    let isOver = false
    const client = async (name: string) => {
      for (let n = 0; !isOver && n < 15; n++) {
        const visitorId = `${name}-${n}`
        await send(server.url, { body: hitOf(site.id, visitorId) }).then(
          () => acknowledged.push(visitorId),
          () => undefined,
        )
      }
    }
    const clients = Promise.all(Array.from({ length: 8 }, (_, n) => client(`c${n}`)))
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(16)
    listening.length = 0
    await server.restartWith(async () => {
      isOver = true
      await clients
    })
    expect(await storedVisitors(site.id)).toEqual(expect.arrayContaining(acknowledged))
  })
})

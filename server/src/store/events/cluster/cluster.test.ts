import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Metric } from '@tributary/contract/query.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertPaymentEntries } from '../../../payments/queries/insert-payment-entries.ts'
import { describeInLongForm } from '../../../test/long-form.ts'
import { startTestCluster, type TestCluster } from '../../../test/processes/cluster.ts'
import { randomTraffic } from '../../../test/random-traffic.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { expectSessionsAgree } from '../../../test/sessions-agree.ts'
import { dayMs } from '../../../time/durations.ts'
import { eventLine } from '../event-line.ts'
import { splitStatements } from '../migrate.ts'
import { clusterStatements } from './cluster-statements.ts'

const fromMs = Math.floor(Date.now() / dayMs - 12) * dayMs
const dateRange = [isoDay(fromMs), isoDay(fromMs + 9 * dayMs)]

let cluster: TestCluster
/** The same events on one engine and on a cluster. */
let alone: TestServer
let spread: TestServer
const keys = new Map<TestServer, string>()
let visitorId = ''

/** A server's answer to a request with the site's key. */
function ask(server: TestServer, method: string, path: string, body?: object) {
  return server.request(method, path, { key: keys.get(server) ?? '', ...(body && { body }) })
}

async function sameAnswer(path: string, body?: object) {
  const method = body === undefined ? 'GET' : 'POST'
  const one = await ask(alone, method, path, body)
  const many = await ask(spread, method, path, body)
  expect([path, one.status], JSON.stringify(one.body)).toEqual([path, 200])
  expect([path, body, withoutIds(many.body)]).toEqual([path, body, withoutIds(one.body)])
}

/** Each server generated its own ids of payments. */
function withoutIds(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/site_\w+/g, 'site'))
}

const ofVisits: Metric[] = ['visitors', 'sessions', 'pageViews', 'bounceRate']
const ofMoney: Metric[] = ['revenue', 'payments', 'refunds']

describeInLongForm('through distributed tables', () => {
  beforeAll(async () => {
    cluster = await startTestCluster()
    const config = { clickhouseUrl: cluster.url, clickhouseCluster: cluster.name }
    alone = await startTestServer({ own: true })
    spread = await startTestServer({ config })
    for (const server of [alone, spread]) {
      const { site, key } = await server.aSite({ currency: 'EUR' })
      keys.set(server, key)
      const made = randomTraffic(site.id, { seed: 1, fromMs, days: 9, visits: 40 })
      visitorId = String(made.events.find(({ kind }) => kind === 'pageview')?.visitorId)
      const { engine } = server.services
      const events = Buffer.from(made.events.map(eventLine).join(''))
      for (let time = 0; time < 2; time++) {
        await engine.insertLines('events', events, { deduplicationToken: 'first' })
        await insertPaymentEntries(engine, made.entries)
      }
    }
  })
  afterAll(async () => {
    await Promise.all([alone?.close(), spread?.close()])
    await cluster?.remove()
  })

  it('each row is there once, on a shard, though it was sent twice', async () => {
    const counts = (server: TestServer, table: string) =>
      server.services.engine.query(`select count() as n from ${table}`)
    const expected = await counts(alone, 'events')
    expect(await counts(spread, 'events')).toEqual(expected)
    expect(await counts(spread, 'events_local')).toEqual(expected)
    expect(await counts(spread, 'sessions final')).toEqual(await counts(alone, 'sessions final'))
    await expectSessionsAgree(spread.services.engine)
  })

  it('every dimension gives what one engine gives', async () => {
    await sameAnswer('/api/v1/query', { metrics: [...ofVisits, ...ofMoney], dateRange })
    for (const dimension of ['day', 'channel', 'page', 'entryPage', 'country']) {
      const body = { metrics: ofVisits, dimensions: [dimension], dateRange, limit: 1000 }
      await sameAnswer('/api/v1/query', body)
    }
    for (const dimension of ['channel', 'product', 'currency']) {
      const body = { metrics: ofMoney, dimensions: [dimension], dateRange, limit: 1000 }
      await sameAnswer('/api/v1/query', body)
    }
    const goals = { metrics: ['goals'], dimensions: ['goal'], dateRange }
    await sameAnswer('/api/v1/query', goals)
  })

  it('filters by what visitors did elsewhere, funnels, paths and cohorts give the same', async () => {
    const filters = [['visitor', ['is', 'goal', ['signup']]]]
    await sameAnswer('/api/v1/query', { metrics: ['visitors', 'revenue'], dateRange, filters })
    await sameAnswer('/api/v1/models', { dimension: 'channel', dateRange })
    await sameAnswer('/api/v1/paths', { dimension: 'channel', dateRange })
    await sameAnswer('/api/v1/cohorts', { dateRange })
    await sameAnswer('/api/v1/goals', { dateRange })
    await sameAnswer('/api/v1/journeys', { from: { page: '/' }, dateRange })
    await sameAnswer('/api/v1/visitors', { dateRange })
    await sameAnswer(`/api/v1/visitor?visitorId=${visitorId}`)
  })

  it('an erased visitor is gone from the shard', async () => {
    const path = `/api/v1/visitor?visitorId=${visitorId}`
    for (const server of [alone, spread]) {
      expect((await ask(server, 'DELETE', path)).status).toBe(200)
      expect((await ask(server, 'GET', path)).status).toBe(404)
    }
    await sameAnswer('/api/v1/query', { metrics: [...ofVisits, ...ofMoney], dateRange })
    await expectSessionsAgree(spread.services.engine)
  })
})

it('the statements for a cluster are valid ClickHouse and include the whole schema', async () => {
  const dir = new URL('../schema/', import.meta.url).pathname
  // Rows and their indexes are only on the shards, and some tables are on every node as they are.
  const once =
    /add index|drop projection|materialize column|materialized view|table if not exists session_fills|^insert into/m
  const files = await readdir(dir, { recursive: true })
  const { engine } = (await startTestServer()).services
  for (const file of files.filter((name) => name.endsWith('.sql'))) {
    for (const statement of splitStatements(await readFile(join(dir, file), 'utf8'))) {
      const made = clusterStatements(statement, 'main')
      expect(made.length).toBe(once.test(statement) ? 1 : 2)
      for (const one of made) {
        // Distributed tables take rows to the shards by themselves.
        if (!one.startsWith('insert into')) expect(one).toContain("on cluster 'main'")
        const answer = await engine.read(`explain ast ${one}`)
        expect(await text(answer)).toMatch(/^(Create|Alter|Drop|Insert)Query/)
      }
    }
  }
})

function isoDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { reachStores } from '../operator/reach-stores.ts'
import { isCi } from '../test/control-stores.ts'
import { startTestEngine, type TestEngine } from '../test/engine.ts'
import { hasPostgres, startPostgres, type TestPostgres } from '../test/processes/postgres.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { dayMs } from '../time/durations.ts'
import { moveInstallation } from './move-installation.ts'

if (!hasPostgres() && isCi()) throw new Error('Postgres is missing, and CI skips nothing')
describe.skipIf(!hasPostgres())('moving an embedded installation', () => {
  let postgres: TestPostgres
  let remote: TestEngine
  let server: TestServer
  beforeAll(async () => {
    postgres = await startPostgres()
    remote = await startTestEngine()
    server = await startTestServer({ own: true, config: { databaseUrl: undefined } })
  })
  afterAll(async () => {
    await server.close()
    await remote.remove()
    await postgres.stop()
  })

  it('answers the same on the servers, and the folder is never started alone again', async () => {
    const { key } = await server.aSite()
    const tell = (visitorId: string, daysAgo: number) => {
      const timestamp = new Date(Date.now() - daysAgo * dayMs).toISOString()
      const body = [{ type: 'pageview', visitorId, path: '/', timestamp }]
      return server.request('POST', '/api/v1/events', { key, body })
    }
    const answers = async (of: TestServer) => {
      const query = { metrics: ['visitors', 'pageviews', 'revenue'], dateRange: '30d' }
      const replies = await Promise.all([
        of.request('GET', '/api/v1/visitor?visitorId=ana', { key }),
        of.request('POST', '/api/v1/query', { key, body: { ...query, dimensions: ['day'] } }),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      return replies.map(({ body }) => body)
    }
    for (const [index, name] of ['ana', 'ben', 'chen'].entries()) await tell(name, index + 1)
    const body = { provider: 'custom', providerPaymentId: 'order-1', visitorId: 'ana', amount: 5 }
    await server.request('POST', '/api/v1/payment', { key, body })

    const { config } = server.services
    const databaseUrl = await postgres.newDatabase()
    const move = async () => {
      const reached = await reachStores(config)
      const progress: string[] = []
      try {
        const to = { databaseUrl, clickhouseUrl: remote.url }
        const onProgress = (text: string) => void progress.push(text)
        const { isDone } = await moveInstallation({ config, stores: reached, ...to, onProgress })
        return { isDone, progress }
      } finally {
        await reached.close()
      }
    }
    const first = await move()
    expect(first).toMatchObject({ isDone: false, progress: { length: 3 } })
    await tell('dora', 1)
    const before = await answers(server)
    let second: typeof first | undefined
    await server.restartWith(async () => {
      second = await move()
      // Only the day that changed, and the control store.
      expect(second).toMatchObject({ isDone: true, progress: { length: 2 } })
      await expect(startTestServer({ config })).rejects.toThrow(
        'This installation was moved to servers: set DATABASE_URL and CLICKHOUSE_URL',
      )
      const there = { PORT: '0', DATA_DIR: config.dataDir, CLICKHOUSE_URL: remote.url }
      const moved = await startTestServer({
        config: { ...readConfig({ ...there, SECRET: config.secret }), databaseUrl },
      })
      expect(await answers(moved)).toEqual(before)
      await moved.close()
      // Back to the initial state, so that this test's server can stop normally.
      await rm(join(config.dataDir, 'moved.json'))
    })
  })
})

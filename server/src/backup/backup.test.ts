import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { reachStores } from '../operator/reach-stores.ts'
import { migrateEvents, splitStatements } from '../store/events/migrate.ts'
import { describeOnControlStores, type TestControlStores } from '../test/control-stores.ts'
import { differingSessions } from '../test/differing-sessions.ts'
import { itInLongForm } from '../test/long-form.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { dayMs } from '../time/durations.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

describeOnControlStores('a backup', (stores: TestControlStores) => {
  let folder: string
  let server: TestServer
  let key: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tributary-backup-'))
    const { databaseUrl } = await stores.newPlace()
    server = await startTestServer({ config: { databaseUrl } })
    const made = await server.aSite({ identification: true })
    key = made.key
    await tell(server, ['ana', 'ben', 'chen'])
    const body = { visitorId: 'ana', email: 'ana@example.com' }
    await server.request('POST', '/api/v1/identify', { key, body })
    await pay(server, { providerPaymentId: 'order-1', visitorId: 'ana', amount: 12.5 })
    // A separator of lines in some standards, and allowed within JSON.
    const metadata = { note: 'one line\u2028and\u2029the same\u0085line' }
    await pay(server, { providerPaymentId: 'order-2', visitorId: 'ben', amount: 7, metadata })
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  function tell(to: TestServer, visitors: readonly string[], withKey = key) {
    const timestamp = new Date(Date.now() - dayMs).toISOString()
    const item = { type: 'pageview', path: '/', timestamp }
    const body = visitors.map((visitorId) => ({ ...item, visitorId }))
    return to.request('POST', '/api/v1/events', { key: withKey, body })
  }
  function pay(to: TestServer, payment: object) {
    const body = { provider: 'custom', ...payment }
    return to.request('POST', '/api/v1/payment', { key, body })
  }
  /** The public API's answers about everything that is stored. */
  async function answers(of: TestServer): Promise<unknown> {
    const query = { metrics: ['visitors', 'pageviews', 'revenue'], dateRange: '7d' }
    const asked = [
      of.request('GET', '/api/v1/visitor?visitorId=ana', { key }),
      of.request('GET', '/api/v1/visitor?visitorId=ben', { key }),
      of.request('GET', '/api/v1/payment?provider=custom&providerPaymentId=order-2', { key }),
      of.request('POST', '/api/v1/query', { key, body: query }),
      of.request('POST', '/api/v1/query', { key, body: { ...query, dimensions: ['source'] } }),
    ]
    const replies = await Promise.all(asked)
    expect(replies.map(({ status }) => status)).toEqual(Array(asked.length).fill(200))
    return replies.map(({ body }) => body)
  }
  async function backUp(to: string) {
    const { config } = server.services
    const reached = await reachStores(config)
    try {
      expect(reached.isRunning).toBe(true)
      return await makeBackup({ config, stores: reached, folder: to, now: Date.now })
    } finally {
      await reached.close()
    }
  }
  async function restore(from: string, dataDir: string, secret = server.services.config.secret) {
    const { databaseUrl } = await stores.newPlace()
    const config = {
      ...readConfig({ PORT: '0', DATA_DIR: dataDir, SECRET: secret }),
      databaseUrl,
    }
    await restoreBackup({ config, folder: from })
    return startTestServer({ config })
  }

  it('made while hits come in and restored into an empty folder answers the same', async () => {
    const to = join(folder, 'under-load')
    const before = await answers(server)
    // Another site's hits, so that this one's answers stay what they are.
    const { site, key: busyKey } = await server.aSite()
    let sent = 0
    let isOver = false
    const load = (async () => {
      for (; !isOver; sent++) await tell(server, [`load-${sent}`], busyKey)
    })()
    while (sent < 20) await new Promise((resolve) => setImmediate(resolve))
    const acknowledged = sent
    await backUp(to)
    isOver = true
    await load
    const restored = await restore(to, join(folder, 'restored'))
    const rows = await restored.services.engine.query<{ visitor: string; hits: string }>(
      'select visitor_id as visitor, count() as hits from events where site_id = {site:String} group by visitor',
      { site: site.id },
    )
    // On a busy machine a job adds what was not added within the five seconds of a start.
    await expect.poll(() => differingSessions(restored.services.engine)).toEqual([])
    const hits = new Map(rows.map((row) => [row.visitor, Number(row.hits)]))
    const seen = Array.from({ length: sent }, (_, number) => hits.get(`load-${number}`) ?? 0)
    expect(seen.slice(0, acknowledged)).toEqual(Array(acknowledged).fill(1))
    expect(seen.every((count) => count <= 1)).toBe(true)
    expect(await answers(restored)).toEqual(before)
    // The same payment reported again is the same payment, and the address still finds its person.
    await pay(restored, { providerPaymentId: 'order-1', amount: 12.5 })
    await pay(restored, {
      providerPaymentId: 'order-3',
      amount: 1,
      customerEmail: 'ana@example.com',
    })
    const path = '/api/v1/payment?provider=custom&providerPaymentId=order-3'
    const found = await restored.request('GET', path, { key })
    expect(found.body).toMatchObject({ data: { visitorId: 'ana' } })
    await restored.close()
  })

  // The other tests are the same for every store.
  if (stores.dialect === 'postgres') return

  itInLongForm(
    'of a version that had other tables of sessions is restored without them',
    async () => {
      const to = join(folder, 'older')
      const { engine } = server.services
      // As that version left it: its tables with rows, and no record that they were dropped.
      const schema = new URL('../store/events/schema/', import.meta.url)
      const old = await readFile(new URL('2026-11-20-2-sessions.sql', schema), 'utf8')
      for (const statement of splitStatements(old)) await engine.command(statement)
      const row = Buffer.from('{"site_id":"site-1","day":"2026-11-01"}\n')
      await engine.insertLines('session_days', row, { deduplicationToken: 'old' })
      await engine.command(
        "alter table schema_migrations delete where name = '2026-11-22-superseded-session-tables'",
      )
      await backUp(to)
      const before = await answers(server)
      const restored = await restore(to, join(folder, 'from-older'))
      expect(await answers(restored)).toEqual(before)
      const tables = await restored.services.engine.query<{ name: string }>('show tables')
      expect(tables.filter(({ name }) => /^session_(days|builds)$/.test(name))).toEqual([])
      await restored.close()
      await migrateEvents(engine)
    },
  )

  it('does not bring back who was erased since, nor salts and sign-in sessions', async () => {
    const to = join(folder, 'erased')
    await tell(server, ['dora'])
    await backUp(to)
    expect((await readdir(join(to, 'control'))).sort()).not.toContain('salts.jsonl')
    expect(await readdir(join(to, 'control'))).not.toContain('sign_in_sessions.jsonl')
    await server.request('DELETE', '/api/v1/visitor?visitorId=dora', { key })
    const dataDir = join(folder, 'without-dora')
    await mkdir(dataDir)
    await cp(join(server.dataDir, 'erasures.jsonl'), join(dataDir, 'erasures.jsonl'))
    const restored = await restore(to, dataDir)
    const path = '/api/v1/visitor?visitorId=dora'
    expect((await restored.request('GET', path, { key })).status).toBe(404)
    expect(await answers(restored)).toEqual(await answers(server))
    await restored.close()
  })

  itInLongForm(
    'contains events that the engine rejected, but no visitors erased since',
    async () => {
      const to = join(folder, 'with-rejected')
      const { engine, events } = server.services
      await engine.command(
        "alter table events add constraint odd check visitor_id not like 'odd-%'",
      )
      await tell(server, ['odd-eve', 'odd-finn'])
      await expect.poll(() => events.stats().quarantined).toBe(2)
      await backUp(to)
      await engine.command('alter table events drop constraint odd')
      expect((await readdir(join(to, 'journal', 'dead-letters'))).length).toBe(1)
      await events.retryDeadLetters('all')
      await server.request('DELETE', '/api/v1/visitor?visitorId=odd-finn', { key })
      const dataDir = join(folder, 'restored-rejected')
      await mkdir(dataDir)
      await cp(join(server.dataDir, 'erasures.jsonl'), join(dataDir, 'erasures.jsonl'))
      // The copy has the constraint as well: its dead letters stay until that is fixed.
      const restored = await restore(to, dataDir)
      const seen = async (visitorId: string) =>
        (await restored.request('GET', `/api/v1/visitor?visitorId=${visitorId}`, { key })).status
      expect(await seen('odd-eve')).toBe(404)
      const left = () => restored.services.events.stats()
      await expect
        .poll(left)
        .toMatchObject({ quarantined: 1, backlogBytes: 0, oldestUnshippedMs: 0 })
      await restored.services.engine.command('alter table events drop constraint odd')
      await restored.services.events.retryDeadLetters('all')
      expect(await seen('odd-eve')).toBe(200)
      expect(await seen('odd-finn')).toBe(404)
      await restored.close()
    },
  )

  describe('is refused', () => {
    let whole: string
    beforeAll(async () => {
      whole = join(folder, 'whole')
      await backUp(whole)
    })
    const attempt = (dataDir = join(folder, 'nowhere')) => restore(whole, dataDir)

    it('when a file was changed, is missing or was added, or it was cut short', async () => {
      const sites = join(whole, 'control', 'sites.jsonl')
      const text = await readFile(sites, 'utf8')
      await appendFile(sites, '{}\n')
      await expect(attempt()).rejects.toThrow('control/sites.jsonl was changed')
      await rm(sites)
      await expect(attempt()).rejects.toThrow('control/sites.jsonl is missing')
      await writeFile(sites, text)
      await writeFile(join(whole, 'extra'), '')
      await expect(attempt()).rejects.toThrow('extra does not belong to it')
      await rm(join(whole, 'extra'))
      const manifest = join(whole, 'manifest.json')
      const written = await readFile(manifest, 'utf8')
      await appendFile(manifest, ' ')
      await expect(attempt()).rejects.toThrow('manifest.json was changed')
      await rm(manifest)
      await expect(attempt()).rejects.toThrow('holds no finished backup')
      await writeFile(manifest, written)
    })

    it('when the target holds something, or has another secret', async () => {
      await expect(attempt(server.dataDir)).rejects.toThrow('is not empty')
      const other = restore(whole, join(folder, 'nowhere'), 'another secret, long enough to be one')
      await expect(other).rejects.toThrow('The secret is not the one')
      await expect(backUp(whole)).rejects.toThrow('is not empty')
    })

    it('by a server that finds a restore half done', async () => {
      const dataDir = join(folder, 'half')
      await mkdir(dataDir)
      await writeFile(join(dataDir, 'restoring'), '')
      const config = readConfig({ PORT: '0', DATA_DIR: dataDir })
      await expect(startTestServer({ config })).rejects.toThrow('was interrupted')
    })
  })

  it('refuses a caller without the token', async () => {
    const note = JSON.parse(await readFile(join(server.dataDir, 'operator.json'), 'utf8'))
    const url = `http://127.0.0.1:${note.port}/flush`
    expect((await fetch(url, { method: 'POST' })).status).toBe(401)
    const headers = { authorization: `Bearer ${note.token}` }
    expect((await fetch(url, { headers })).status).toBe(404)
    expect((await fetch(url, { method: 'POST', headers })).status).toBe(200)
  })
})

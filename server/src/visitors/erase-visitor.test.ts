import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { visitorErased, visitorNotFound } from '@tributary/contract/visitor.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { erasureFile } from '../store/control/erasures/erasure-file.ts'
import { openErasureList } from '../store/control/erasures/erasure-list.ts'
import { anEvent } from '../test/an-event.ts'
import { itInLongForm } from '../test/long-form.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { expectSessionsAgree } from '../test/sessions-agree.ts'
import { openErasures } from './erasures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true })
})
afterAll(() => server.close())

/** Of all sites so far: a start may repair what a test has left. */
const sessionsAgree = () => expectSessionsAgree(server.services.engine)
afterAll(sessionsAgree)

const yesterday = Date.now() - 86_400_000
const identification = { identification: true }

async function aVisit(siteId: string, visitorId: string, sessionId = `${visitorId}-s`) {
  await server.request('POST', '/api/collect', {
    body: { siteId, type: 'pageview', visitorId, sessionId, url: 'https://shop.example/' },
  })
}

const erase = (key: string, visitorId: string) =>
  server.request('DELETE', `/api/v1/visitor?visitorId=${encodeURIComponent(visitorId)}`, { key })

const visitor = (key: string, visitorId: string) =>
  server.request('GET', `/api/v1/visitor?visitorId=${encodeURIComponent(visitorId)}`, { key })

const pay = (key: string, body: object) =>
  server.request('POST', '/api/v1/payment', {
    key,
    body: { provider: 'stripe', providerPaymentId: 'p1', amount: 19.99, ...body },
  })

async function payment(key: string, id = 'p1') {
  const path = `/api/v1/payment?provider=stripe&providerPaymentId=${id}`
  const { body } = await server.request('GET', path, { key })
  return (body as { data: Record<string, unknown> }).data
}

/** How many of a site's rows contain a text anywhere, replaced rows included. */
async function rowsWith(table: string, { id: site }: { id: string }, text: string) {
  const sql = `
    select count() as n
    from ${table} as found
    where site_id = {site:String} and position(toString(tuple(found.*)), {text:String}) > 0`
  const [found] = await server.services.engine.query<{ n: string }>(sql, { site, text })
  return Number(found?.n)
}

const removed = (events: number, identities: number, payments: number) => ({
  status: 'success',
  data: { message: visitorErased, events, identities, payments },
})
const notFound = { status: 'error', error: { code: 404, message: visitorNotFound } }

describe('DELETE /api/v1/visitor', () => {
  it('200 removes events, identities and what a payment says of the person; the money stays', async () => {
    const { site, key } = await server.aSite(identification)
    await aVisit(site.id, 'ana')
    await aVisit(site.id, 'ben')
    await server.request('POST', '/api/v1/goal', { key, body: { event: 'g', visitorId: 'ana' } })
    await server.request('POST', '/api/v1/identify', {
      key,
      body: { visitorId: 'ana', email: 'ana@example.com', userId: 'u-ana' },
    })
    const recorded = await pay(key, {
      visitorId: 'ana',
      customerEmail: 'ana@example.com',
      customerId: 'cus_ana',
      metadata: { name: 'Ana' },
    })
    expect((await payment(key)).visitorId).toBe('ana')
    const reply = await erase(key, 'ana')
    expect([reply.status, reply.body]).toEqual([200, removed(2, 2, 1)])

    expect((await visitor(key, 'ana')).body).toEqual(notFound)
    expect((await visitor(key, 'ben')).status).toBe(200)
    expect(await payment(key)).toMatchObject({
      paymentId: (recorded.body as { data: { paymentId: string } }).data.paymentId,
      amount: 19.99,
      customerEmail: null,
      customerId: null,
      metadata: {},
      visitorId: null,
      link: { method: 'none', pathVisitorIds: [] },
      receipt: { given: { visitorId: null, sessionId: null }, steps: [] },
    })
    // As a word of its own: a random id may contain it.
    expect(JSON.stringify(await payment(key))).not.toMatch(/(?<![A-Za-z0-9])ana(?![A-Za-z0-9])/)
    expect(await rowsWith('events', site, 'ana')).toBe(0)
    expect(await rowsWith('payment_entries', site, 'ana')).toBe(0)
    const identities = await server.services.control.db
      .selectFrom('identities')
      .selectAll()
      .where('visitor_id', '=', 'ana')
      .execute()
    expect(identities).toEqual([])
    const query = { metrics: ['revenue', 'visitors'], dateRange: 'today' }
    const report = await server.request('POST', '/api/v1/query', { key, body: query })
    expect(report.body).toMatchObject({ data: { totals: { revenue: 19.99, visitors: 1 } } })
  })

  itInLongForm(
    '200 for each of many at once, in few mutations, and removes no other visitor',
    async () => {
      const { site, key } = await server.aSite(identification)
      const visitors = Array.from({ length: 30 }, (_, n) => `crowd-${n}`)
      const items = [...visitors, 'bystander'].map((visitorId) => ({
        type: 'pageview',
        visitorId,
        path: '/',
      }))
      const body = items.map((item, n) => ({
        ...item,
        timestamp: new Date(yesterday - n).toISOString(),
      }))
      await server.request('POST', '/api/v1/events', { key, body })
      await pay(key, { visitorId: 'crowd-3' })
      expect((await payment(key)).visitorId).toBe('crowd-3')
      const rewritings = async () => {
        const sql = "select count() as n from system.mutations where table = 'events'"
        return Number((await server.services.engine.query<{ n: string }>(sql))[0]?.n)
      }
      const before = await rewritings()
      const replies = await Promise.all([...visitors, 'stranger'].map((id) => erase(key, id)))
      const own = visitors.map((id) => [200, removed(1, 0, id === 'crowd-3' ? 1 : 0)])
      expect(replies.map(({ status, body }) => [status, body])).toEqual([...own, [404, notFound]])
      // The first is erased alone, and the others together while that is in progress.
      expect((await rewritings()) - before).toBeLessThan(10)
      expect(await rowsWith('events', site, 'crowd-')).toBe(0)
      expect(await rowsWith('payment_entries', site, 'crowd-')).toBe(0)
      expect((await visitor(key, 'bystander')).status).toBe(200)
    },
  )

  it('200 keeps an erased payment without its person when it is reported again', async () => {
    const { site, key } = await server.aSite(identification)
    await aVisit(site.id, 'ana')
    const report = { visitorId: 'ana', customerEmail: 'a@example.com', metadata: { a: 1 } }
    await pay(key, report)
    await payment(key)
    await erase(key, 'ana')
    await aVisit(site.id, 'ana')
    const before = await payment(key)
    await pay(key, report)
    expect(await payment(key)).toEqual(before)
    const timestamp = new Date(yesterday).toISOString()
    await pay(key, { ...report, providerPaymentId: 'p2', timestamp })
    expect(await payment(key, 'p2')).toMatchObject({ visitorId: null, customerEmail: null })
  })

  it("200 takes only the name out of another visitor's payment", async () => {
    const { site, key } = await server.aSite(identification)
    for (const visitorId of ['phone', 'laptop']) {
      await aVisit(site.id, visitorId)
      const body = { visitorId, email: 'c@example.com' }
      await server.request('POST', '/api/v1/identify', { key, body })
    }
    await pay(key, { customerEmail: 'c@example.com' })
    const linked = await payment(key)
    const other = linked.visitorId === 'phone' ? 'laptop' : 'phone'
    expect(linked.link).toMatchObject({ method: 'email' })
    expect((await erase(key, other)).body).toEqual(removed(1, 1, 1))
    const after = await payment(key)
    expect(after).toMatchObject({ visitorId: linked.visitorId, customerEmail: 'c@example.com' })
    expect(JSON.stringify(after)).not.toContain(`"${other}"`)
    expect(await rowsWith('payment_entries', site, other)).toBe(0)
  })

  it('200 removes only this visitor from the stored sessions', async () => {
    const { site, key } = await server.aSite()
    const at = (visitorId: string) =>
      anEvent({ siteId: site.id, visitorId, sessionId: visitorId, timestampMs: yesterday })
    await server.services.events.append([at('ana'), at('ben')])
    await server.services.events.flush()
    expect((await erase(key, 'ana')).body).toEqual(removed(1, 0, 0))
    const stored = await server.services.engine.query(
      'select visitor_hash = sipHash64({ben:String}) as isBen from sessions where site_id = {site:String}',
      { site: site.id, ben: 'ben' },
    )
    expect(stored).toEqual([{ isBen: 1 }])
    // As many events as before.
    await server.services.events.append([at('chen')])
    const query = { metrics: ['visitors', 'sessions'], dateRange: '7d' }
    const report = await server.request('POST', '/api/v1/query', { key, body: query })
    expect(report.body).toMatchObject({ data: { totals: { visitors: 2, sessions: 2 } } })
  })

  it('200 lets a later visit with the same id begin as a new visitor', async () => {
    const { site, key } = await server.aSite()
    await aVisit(site.id, 'ana')
    await aVisit(site.id, 'ana')
    await erase(key, 'ana')
    await aVisit(site.id, 'ana')
    expect((await visitor(key, 'ana')).body).toMatchObject({
      data: { sessionCount: 1, pageViewCount: 1 },
    })
    expect((await erase(key, 'ana')).body).toEqual(removed(1, 0, 0))
  })

  it('200 forgets an identify so that a later one counts again', async () => {
    const { site, key } = await server.aSite()
    await aVisit(site.id, 'ana')
    const identify = { key, body: { visitorId: 'ana', userId: 'u1' } }
    await server.request('POST', '/api/v1/identify', identify)
    await erase(key, 'ana')
    await server.request('POST', '/api/v1/identify', identify)
    expect((await erase(key, 'ana')).body).toEqual(removed(0, 1, 0))
  })

  it("refuses an erased past in a batch, and keeps the others' items", async () => {
    const { site, key } = await server.aSite()
    await aVisit(site.id, 'ana')
    await erase(key, 'ana')
    const timestamp = new Date(yesterday).toISOString()
    const item = { type: 'pageview', path: '/', timestamp }
    const body = [
      { ...item, visitorId: 'ana' },
      { ...item, visitorId: 'ben' },
    ]
    expect((await server.request('POST', '/api/v1/events', { key, body })).body).toEqual({
      status: 'success',
      data: {
        accepted: 1,
        rejected: [{ index: 0, message: 'visitorId was erased after this time' }],
      },
    })
    expect((await visitor(key, 'ana')).status).toBe(404)
  })

  itInLongForm('accepts any valid id', async () => {
    const { site, key } = await server.aSite()
    const ids = ['👤 ü', "'; drop table events --", '"quoted\\"', '%_', 'bystander']
    const hits = ids.map((visitorId) => anEvent({ siteId: site.id, visitorId }))
    await server.services.events.append(hits)
    const erased = ids.slice(0, 4)
    const replies = await Promise.all(erased.map((visitorId) => erase(key, visitorId)))
    expect(replies.map(({ body }) => body)).toEqual(erased.map(() => removed(1, 0, 0)))
    const found = await Promise.all(ids.map((visitorId) => visitor(key, visitorId)))
    expect(found.map(({ status }) => status)).toEqual([404, 404, 404, 404, 200])
  })

  itInLongForm('answers in time while the engine is slow, and continues', async () => {
    const { site, key } = await server.aSite()
    await aVisit(site.id, 'ana')
    const { control, engine } = server.services
    const file = erasureFile(join(server.dataDir, 'erasures.jsonl'))
    const list = await openErasureList({ control, file, onError: () => undefined })
    const erasures = openErasures(
      { ...server.services, list },
      { hasOtherNodes: false, patienceMs: 100 },
    )
    // Rewriting parts is work of the same kind.
    await engine.command('system stop merges events')
    let noted = 0
    const note = async () => void noted++
    const patient = erasures.erase(site.id, 'ana', note)
    await expect(patient).rejects.toMatchObject({ kind: 'unavailable', retryAfterSeconds: 10 })
    expect(noted).toBe(0)
    await engine.command('system start merges events')
    await expect.poll(() => noted).toBe(1)
    expect((await erase(key, 'ana')).status).toBe(404)
    await erasures.close()
    list.close()
  })

  it('400 without a visitor', async () => {
    const { key } = await server.aSite()
    const reply = await server.request('DELETE', '/api/v1/visitor', { key })
    const error = { code: 400, message: 'visitorId parameter is required' }
    expect([reply.status, reply.body]).toEqual([400, { status: 'error', error }])
  })

  it('401 without a key, 403 with one that may not write events', async () => {
    const path = '/api/v1/visitor?visitorId=v'
    expect((await server.request('DELETE', path)).status).toBe(401)
    const { site } = await server.aSite()
    const { token } = await server.services.apiKeys.create(site.id, { name: 'ordinary' })
    expect((await server.request('DELETE', path, { key: token })).body).toEqual({
      status: 'error',
      error: { code: 403, message: 'This API key does not have the scope events:write.' },
    })
  })

  it("404 for an unknown visitor, another site's visitor, and the second time", async () => {
    const { site, key } = await server.aSite()
    const { key: other } = await server.aSite()
    await aVisit(site.id, 'ana')
    expect((await erase(key, 'unknown')).body).toEqual(notFound)
    expect((await erase(other, 'ana')).body).toEqual(notFound)
    expect((await erase(key, 'ana')).status).toBe(200)
    const again = await erase(key, 'ana')
    expect([again.status, again.body]).toEqual([404, notFound])
  })

  itInLongForm('is one erasure when it is asked for ten times at once', async () => {
    const { site, key } = await server.aSite()
    await aVisit(site.id, 'ana')
    const replies = await Promise.all(Array.from({ length: 10 }, () => erase(key, 'ana')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
  })
})

describe('an erased visitor stays erased', () => {
  itInLongForm('when a restored engine and a restored control store bring them back', async () => {
    const { site, key } = await server.aSite(identification)
    await aVisit(site.id, 'ana')
    const identify = { visitorId: 'ana', email: 'ana@example.com' }
    await server.request('POST', '/api/v1/identify', { key, body: identify })
    await pay(key, { visitorId: 'ana', customerEmail: 'ana@example.com' })
    await payment(key)
    const { control, engine } = server.services
    const tables = ['identities', 'payments', 'payment_history'] as const
    const ofSite = async (table: (typeof tables)[number]) =>
      (await control.db.selectFrom(table).selectAll().execute()) as never[]
    const backup = await Promise.all(tables.map(ofSite))
    const rows = await engine.query<Record<string, unknown>>(
      'select * from events where site_id = {site:String}',
      { site: site.id },
    )
    expect((await erase(key, 'ana')).body).toEqual(removed(1, 1, 1))

    // The state after a restore: the stores are as before, and the control store has no erasure.
    for (const [index, table] of tables.entries()) {
      await control.db.deleteFrom(table).execute()
      await control.db
        .insertInto(table)
        .values(backup[index] ?? [])
        .execute()
    }
    await control.db.deleteFrom('erasures').execute()
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    await engine.insertLines('events', Buffer.from(lines), { deduplicationToken: 'restored' })
    expect((await visitor(key, 'ana')).status).toBe(200)

    await sessionsAgree()
    await server.restart()
    expect((await visitor(key, 'ana')).status).toBe(404)
    expect(await payment(key)).toMatchObject({ visitorId: null, customerEmail: null })
    expect(await rowsWith('events', site, 'ana')).toBe(0)
    expect(await rowsWith('payment_entries', site, 'ana')).toBe(0)
    expect((await erase(key, 'ana')).status).toBe(404)
  })

  it('when the journal is replayed', async () => {
    const { site, key } = await server.aSite()
    const { services, dataDir } = server
    const journal = join(dataDir, 'journal')
    await services.events.flush()
    await aVisit(site.id, 'ana')
    await aVisit(site.id, 'ben')
    const open = (await readdir(journal)).filter((name) => name.endsWith('.open'))
    const copies = await Promise.all(open.map((name) => readFile(join(journal, name))))
    expect(Buffer.concat(copies).includes('"visitor_id":"ana"')).toBe(true)
    await erase(key, 'ana')
    await sessionsAgree()
    await server.restartWith(async () => {
      for (const [index, name] of open.entries()) {
        // Another id, as of another node's journal: the engine has never seen its token.
        const other = name.replace(/-[0-9a-f]{6}\./, '-abcdef.')
        await writeFile(join(journal, other), copies[index] ?? '')
      }
    })
    await server.services.events.flush()
    expect(await rowsWith('events', site, 'ana')).toBe(0)
    expect((await visitor(key, 'ana')).status).toBe(404)
    // Ben was in the copy too, so he is there twice; no one else is missing.
    expect((await visitor(key, 'ben')).body).toMatchObject({ data: { pageViewCount: 2 } })
  })

  it('in the dead letters', async () => {
    const { site, key } = await server.aSite()
    const { services, dataDir } = server
    await aVisit(site.id, 'ana')
    const folder = join(dataDir, 'journal', 'dead-letters')
    const letter = (line: string) =>
      `${JSON.stringify({ at: '', reason: 'refused', segment: 's', line })}\n`
    const line = (visitorId: string) =>
      JSON.stringify({
        site_id: site.id,
        timestamp: yesterday,
        received_at: Math.floor(yesterday / 1000),
        origin: 'browser',
        visitor_id: visitorId,
      })
    const damaged = `{"site_id":"${site.id}","visitor_id":"ana","pa`
    const file = join(folder, '2026-01-01.jsonl')
    await writeFile(file, [line('ana'), line('ben'), damaged].map(letter).join(''))
    expect((await erase(key, 'ana')).body).toEqual(removed(3, 0, 0))
    expect(await readFile(file, 'utf8')).toBe(letter(line('ben')))
    await services.events.flush()
  })

  it('when the erasure was cut short', async () => {
    const { site, key } = await server.aSite()
    await aVisit(site.id, 'ana')
    await server.services.events.flush()
    const erasure = { site_id: site.id, visitor_id: 'ana', erased_ms: Date.now(), applied_ms: null }
    await server.services.control.db.insertInto('erasures').values(erasure).execute()
    await server.restart()
    expect((await visitor(key, 'ana')).status).toBe(404)
    const [row] = await server.services.control.db
      .selectFrom('erasures')
      .selectAll()
      .where('site_id', '=', site.id)
      .execute()
    expect(row?.applied_ms).toBeGreaterThan(0)
  })
})

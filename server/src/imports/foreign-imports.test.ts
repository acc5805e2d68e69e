import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import type { ImportData } from '@tributary/contract/data-import.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { controlFile, openControlStore } from '../store/control/control-store.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { openImports } from './imports.ts'
import { changeImport, findImport } from './rows/import-rows.ts'
import { undoImport } from './undo-import.ts'

const serverChild = fileURLToPath(new URL('../test/processes/server-child.ts', import.meta.url))

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
})
afterAll(() => server?.close())

const settings = { identification: true, currency: 'EUR' }
type Shop = Awaited<ReturnType<TestServer['aSite']>>

/** Checks a file and, by default, imports it. */
async function bring(
  { site }: Shop,
  format: ImportData['format'],
  { name = '', bytes, only }: { name?: string; bytes: Buffer | string; only?: 'check' },
): Promise<ImportData> {
  const { imports } = server.services
  const { id } = await imports.create(site, { format, fileName: name })
  await imports.write(site, id, 0, Readable.from([Buffer.from(bytes)], { objectMode: false }))
  await imports.check(site, id)
  await imports.idle()
  if (only === 'check') return imports.get(site, id)
  await imports.start(site, id)
  await imports.idle()
  return imports.get(site, id)
}

async function ask<Data>({ key }: Shop, method: string, path: string, body?: object) {
  const reply = await server.request(method, path, { key, ...(body !== undefined && { body }) })
  expect(reply.body).toMatchObject({ status: 'success' })
  return (reply.body as { data: Data }).data
}

async function bySource(shop: Shop, metrics = ['visitors', 'sessions', 'pageViews', 'goals']) {
  const question = { metrics, dimensions: ['source'], dateRange: ['2025-03-01', '2025-03-31'] }
  const { rows } = await ask<{ rows: object[] }>(shop, 'POST', '/api/v1/query', question)
  return rows
}

/** A zip archive as the tools make it. */
function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const records: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(text)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(text), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(text.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    const head = Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0])])
    records.push(Buffer.concat([head, common, tail, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(records)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(records.length, 4)
  end.writeUInt16LE(records.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06'), end])
}

const umamiHead =
  'website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,country,region,city,url_path,url_query,referrer_path,referrer_query,referrer_domain,page_title,event_type,event_name,distinct_id,created_at'
const umamiRows = [
  'w,s1,v1,e1,shop.example,chrome,Windows 10,laptop,1920x1080,en-US,US,US-CA,Fresno,/,utm_source=newsletter,,,,"Home, ""sweet"" home",1,,,2025-03-02 10:00:00',
  'w,s1,v1,e2,shop.example,chrome,Windows 10,laptop,1920x1080,en-US,US,US-CA,Fresno,/pricing,,,,,Prices,1,,,2025-03-02 10:01:00',
  'w,s1,v1,e3,shop.example,chrome,Windows 10,laptop,1920x1080,en-US,US,US-CA,Fresno,/pricing,,,,,,2,signup,user-7,2025-03-02 10:02:00',
  'w,s2,v2,e4,shop.example,ios,iOS,mobile,390x844,de-DE,DE,,Berlin,/,,/r/x,,www.reddit.com,,1,,,2025-03-03 11:00:00.250',
  'w,s3,v3,e5,shop.example,ios,iOS,mobile,390x844,de-DE,DE,,Berlin,/,,,,,,7,,,2025-03-03 11:00:00',
  'w,s3,v3,e6,shop.example,ios',
]

describe('an import from Umami', () => {
  it('gives its page views and events with their sources, once', async () => {
    const shop = await server.aSite(settings)
    const bytes = zip({
      'export/website_event.csv': [umamiHead, ...umamiRows].join('\n'),
      'export/session_data.csv': 'session_id,data_key\n',
    })
    const done = await bring(shop, 'umami', { name: 'umami.zip', bytes })
    expect(done).toMatchObject({
      state: 'done',
      result: {
        ...{ firstDay: '2025-03-02', lastDay: '2025-03-03' },
        events: { found: 4, new: 4, known: 0 },
        identities: { found: 1, new: 1 },
        notes: [
          {
            ...{ code: 'file-not-read', values: ['session_data.csv'] },
            message: 'session_data.csv was not read: only website_event.csv holds events.',
          },
        ],
        problems: {
          count: 2,
          examples: [
            {
              ...{ file: 'website_event.csv', line: 6 },
              message: 'event_type 7 is neither a page view (1) nor an event (2)',
            },
            {
              ...{ file: 'website_event.csv', line: 7 },
              message: 'the row has 6 cells, but the first line names 23 columns',
            },
          ],
        },
      },
    })
    const rows = await bySource(shop)
    expect(rows).toEqual([
      { source: 'newsletter', visitors: 1, sessions: 1, pageViews: 2, goals: 1 },
      { source: 'reddit.com', visitors: 1, sessions: 1, pageViews: 1, goals: 0 },
    ])
    const again = await bring(shop, 'umami', { bytes })
    expect(again.result?.events).toEqual({ found: 4, new: 0, known: 4 })
    expect(await bySource(shop)).toEqual(rows)
    await server.services.imports.undo(shop.site, done.id)
    await server.services.imports.idle()
    expect(await bySource(shop)).toEqual([])
  })

  it('refuses another tool’s table and names the missing columns', async () => {
    const shop = await server.aSite(settings)
    const found = await bring(shop, 'umami', { bytes: 'a,b\n1,2\n', only: 'check' })
    expect(found).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining(
        'its first line lacks session_id, url_path, event_type, created_at',
      ),
    })
  })
})

function ga4(name: string, minute: number, params: object, more: object = {}): string {
  const entries = Object.entries({ ga_session_id: 1740000000, ...params })
  return JSON.stringify({
    event_date: '20250304',
    event_timestamp: String((Date.UTC(2025, 2, 4, 9, minute) + 7) * 1000),
    event_name: name,
    event_params: entries.map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { int_value: String(value) } : { string_value: value },
    })),
    user_pseudo_id: '123.456',
    device: { category: 'mobile', operating_system: 'iOS', web_info: { browser: 'Safari' } },
    geo: { country: 'Germany', city: 'Berlin' },
    ...more,
  })
}

describe('an import from GA4', () => {
  it('gives visits, goals and purchases of its BigQuery export', async () => {
    const shop = await server.aSite(settings)
    const page = { page_location: 'https://shop.example/', page_title: 'Home' }
    const lines = [
      ga4('session_start', 0, page),
      ga4('page_view', 0, page, { collected_traffic_source: { manual_source: 'newsletter' } }),
      ga4('user_engagement', 1, { ...page, engagement_time_msec: 4000 }),
      ga4('signup', 2, { ...page, plan: 'pro', value: 3 }, { user_id: 'u9' }),
      ga4(
        'purchase',
        3,
        { ...page, currency: 'EUR' },
        {
          ecommerce: { transaction_id: 'T1', purchase_revenue: 19.990000000000002 },
        },
      ),
      ga4('purchase', 4, page, { ecommerce: { transaction_id: '(not set)' } }),
      ga4('page_view', 5, page, { user_pseudo_id: null }),
      '{"event_name":',
    ]
    const done = await bring(shop, 'ga4', { bytes: gzipSync(lines.join('\n')) })
    expect(done.result).toMatchObject({
      events: { found: 5, new: 5 },
      payments: { found: 1, new: 1 },
      identities: { found: 1 },
      problems: { count: 3 },
    })
    expect(done.result?.problems.examples.map(({ line }) => line)).toEqual([6, 7, 8])
    expect(done.result?.notes.map(({ code }) => code)).toContain('purchases-are-payments')
    expect(await bySource(shop, ['visitors', 'sessions', 'goals', 'revenue'])).toEqual([
      { source: 'newsletter', visitors: 1, sessions: 1, goals: 3, revenue: 19.99 },
    ])
    const again = await bring(shop, 'ga4', { bytes: lines.join('\n'), only: 'check' })
    expect(again.preview).toMatchObject({ events: { new: 0 }, payments: { new: 0 } })
  })
})

describe('an import of rows', () => {
  it('takes page views, goals, payments and visitors by the names of their columns', async () => {
    const shop = await server.aSite(settings)
    const views = [
      'datafast_visitor_id;timestamp;url;referrer',
      'v1;2025-03-05T10:00:00Z;https://shop.example/?utm_source=x&utm_medium=social;',
      'v2;2025-03-05 11:00;/pricing;news.ycombinator.com',
      'v3;tomorrow;/;',
    ]
    const viewed = await bring(shop, 'rows', { bytes: views.join('\r\n') })
    expect(viewed.result?.problems.examples).toEqual([
      { file: '', line: 4, message: 'the time must be like 2026-11-20T09:30:00Z, not "tomorrow"' },
    ])
    const money = [
      'payment_id,amount,currency,created_at,visitor_id,email,refunded,provider',
      'p1,49.00,EUR,2025-03-05T10:05:00Z,v1,ana@mail.example,false,stripe',
      'p2,10,EUR,2025-03-05T11:05:00Z,v2,,true,stripe',
      'p3,1.999,EUR,2025-03-05T11:05:00Z,v2,,true,stripe',
    ]
    const paid = await bring(shop, 'rows', { bytes: money.join('\n') })
    expect(paid.result).toMatchObject({ payments: { found: 3, new: 3 }, problems: { count: 1 } })
    expect(await bySource(shop, ['visitors', 'revenue', 'refunds'])).toEqual([
      { source: 'news.ycombinator.com', visitors: 1, revenue: 0, refunds: 10 },
      { source: 'x', visitors: 1, revenue: 49, refunds: 0 },
    ])
    const people = await bring(shop, 'rows', { bytes: 'visitor_id,user_id\nv1,u1\nv2,\n' })
    expect(people.result?.identities).toEqual({ found: 1, new: 1, known: 0 })
    // The provider's own report takes precedence, and is not doubled.
    const known = await ask<{ paymentId: string }>(shop, 'POST', '/api/v1/payment', {
      ...{ amount: 5, currency: 'EUR', provider: 'stripe', providerPaymentId: 'p9' },
    })
    expect(known.paymentId).toMatch(/^pay_/)
    const late = [money[0], 'p9,77,EUR,2025-03-06T10:05:00Z,v1,,true,stripe'].join('\n')
    const second = await bring(shop, 'rows', { bytes: late })
    expect(second.result?.payments).toEqual({ found: 2, new: 0, known: 2 })
  })
})

describe('an import of people', () => {
  it('brings their devices onto the path of payments that were there, and takes them back', async () => {
    const shop = await server.aSite(settings)
    const views = ['visitor_id,timestamp,url']
    for (const visitor of ['v1', 'v2', 'v3']) views.push(`${visitor},2025-03-05T10:00:00Z,/`)
    await bring(shop, 'rows', { bytes: views.join('\n') })
    const timestamp = '2025-03-05T11:00:00Z'
    for (const [providerPaymentId, payer] of Object.entries({
      p1: { visitorId: 'v1' },
      p2: { customerEmail: 'ana@mail.example' },
    })) {
      const money = { amount: 5, currency: 'EUR', provider: 'stripe', timestamp }
      await ask(shop, 'POST', '/api/v1/payment', { ...money, ...payer, providerPaymentId })
    }
    const links = () =>
      Promise.all(
        ['p1', 'p2'].map(async (id) => {
          const path = `/api/v1/payment?provider=stripe&providerPaymentId=${id}`
          const { link } = await ask<{ link: Record<string, unknown> }>(shop, 'GET', path)
          return [link.method, link.pathVisitorIds]
        }),
      )
    const before = [
      ['ids', ['v1']],
      ['none', []],
    ]
    expect(await links()).toEqual(before)
    const people = 'visitor_id,user_id,email\nv1,u1,\nv2,u1,\nv3,,ana@mail.example\n'
    const { id } = await bring(shop, 'rows', { bytes: people })
    expect(await links()).toEqual([
      ['ids', ['v1', 'v2']],
      ['email', ['v3']],
    ])
    await server.services.imports.undo(shop.site, id)
    await server.services.imports.idle()
    expect(await links()).toEqual(before)
  })
})

describe('an import that is undone', () => {
  it('leaves no payment with its visitors, even one that is linked just before they go', async () => {
    const shop = await server.aSite(settings)
    const { control, engine, events, payments, secrets, clock } = server.services
    const views = 'visitor_id,timestamp,url\nv1,2025-03-05T10:00:00Z,/'
    const { id: importId } = await bring(shop, 'rows', { bytes: views })
    const timestamp = '2025-03-05T11:00:00Z'
    const money = { amount: 5, currency: 'EUR', provider: 'stripe', timestamp, visitorId: 'v1' }
    const read = () =>
      ask<{ link: object }>(
        shop,
        ...['GET', '/api/v1/payment?provider=stripe&providerPaymentId=p1'],
      )
    const paidBefore: typeof engine = {
      ...engine,
      async command(sql, ...more) {
        if (sql.includes('alter table events delete')) {
          await ask(shop, 'POST', '/api/v1/payment', { ...money, providerPaymentId: 'p1' })
          expect((await read()).link).toMatchObject({ method: 'ids' })
        }
        return engine.command(sql, ...more)
      },
    }
    const stores = { control, engine: paidBefore, events, payments, secrets, clock }
    await undoImport(
      { ...stores, ledger: { control, secrets } },
      { site: shop.site, importId },
      () => false,
    )
    expect((await read()).link).toMatchObject({ method: 'none' })
  })
})

describe('an import from Plausible', () => {
  it('keeps its days separate from what was measured', async () => {
    const shop = await server.aSite(settings)
    const bytes = zip({
      'imported_visitors_20250301_20250302.csv':
        'date,visitors,pageviews,bounces,visits,visit_duration\n2025-03-01,10,30,4,12,600\n2025-03-02,5,9,1,6,60\n',
      'imported_sources_20250301_20250302.csv':
        'date,source,referrer,utm_source,utm_medium,utm_campaign,utm_content,utm_term,pageviews,visitors,visits,visit_duration,bounces\n2025-03-01,Google,,,,,,,20,7,8,300,2\n2025-03-01,Google,,google,cpc,spring,,,5,1,1,30,0\n2025-13-01,Google,,,,,,,1,1,1,1,1\n',
      'imported_custom_props_20250301_20250302.csv': 'date,property,value\n',
    })
    const done = await bring(shop, 'plausible', { name: 'plausible.zip', bytes })
    expect(done.result).toMatchObject({
      ...{ firstDay: '2025-03-01', lastDay: '2025-03-02' },
      days: { found: 4, new: 4 },
      events: { found: 0 },
      problems: {
        count: 1,
        examples: [{ file: 'imported_sources_20250301_20250302.csv', line: 4 }],
      },
    })
    const { days } = await ask<{ days: object[] }>(shop, 'GET', '/api/v1/imported')
    expect(days[0]).toMatchObject({ day: '2025-03-01', visitors: 10, pageViews: 30, visits: 12 })
    const path = '/api/v1/imported?dimension=source'
    expect(await ask(shop, 'GET', path)).toMatchObject({
      values: [{ value: 'Google', visitors: 8, pageViews: 25 }],
    })
    expect(await bySource(shop)).toEqual([])
    expect((await bring(shop, 'plausible', { bytes })).result?.days).toMatchObject({ new: 0 })
    await server.services.imports.undo(shop.site, done.id)
    await server.services.imports.idle()
    expect(await ask(shop, 'GET', path)).toMatchObject({ values: [] })
  })
})

describe('a hostile file', () => {
  it('is refused when it unpacks to far more than it is, or is cut off', async () => {
    const shop = await server.aSite(settings)
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, 'a'))
    const tooMuch = await bring(shop, 'tributary', { bytes: bomb, only: 'check' })
    expect(tooMuch.problem).toContain('unpacks to far more')
    const other = await bring(shop, 'tributary', { bytes: 'a,b\n'.repeat(5_000), only: 'check' })
    expect(other.problem).toContain('The first 1000 lines could not be read')
    const whole = zip({ 'website_event.csv': umamiHead })
    const cut = await bring(shop, 'umami', { bytes: whole.subarray(0, -30), only: 'check' })
    expect(cut.problem).toContain('damaged or was cut off')
    const half = gzipSync([umamiHead, ...umamiRows].join('\n')).subarray(0, -60)
    const damaged = await bring(shop, 'umami', { bytes: half, only: 'check' })
    expect(damaged.problem).toContain('cannot be unpacked to its end')
  })

  it('without line ends takes no memory, and a quote that never ends is named', async () => {
    const shop = await server.aSite(settings)
    const long = await bring(shop, 'tributary', { bytes: Buffer.alloc(3e6, 'x'), only: 'check' })
    expect(long.preview?.problems.examples[0]?.message).toBe('the line is longer than 1 MB')
    const open = `${umamiHead}\n"${'y'.repeat(2e6)}`
    const quote = await bring(shop, 'umami', { bytes: open, only: 'check' })
    expect(quote.preview?.problems.examples[0]).toMatchObject({ line: 2 })
  })

  it('is read up to a row whose quotes make no sense, which is named', async () => {
    const shop = await server.aSite(settings)
    const rows = umamiRows.slice(0, 4)
    const bytes = [umamiHead, ...rows, '"a"b,c', ...rows].join('\n')
    const { preview } = await bring(shop, 'umami', { bytes, only: 'check' })
    expect(preview).toMatchObject({ events: { found: 4 }, problems: { count: 1 } })
    expect(preview?.problems.examples).toMatchObject([
      { line: 6, message: expect.stringContaining('nothing below is read') },
    ])
  })
})

describe('an import on one of several nodes', () => {
  it('is described by the other nodes, which do not restart it', async () => {
    const { site } = await server.aSite(settings)
    const { services } = server
    const ledger = { control: services.control, secrets: services.secrets }
    const dataDir = await mkdtemp(join(tmpdir(), 'tributary-node-'))
    const findSite = async () => site
    const other = await openImports({ ...services, ledger, dataDir, findSite })
    onTestFinished(async () => {
      await other.close()
      await rm(dataDir, { recursive: true, force: true })
    })
    const { imports } = services
    const { id } = await imports.create(site, { format: 'rows', fileName: '' })
    const piece = (text: string) => Readable.from([Buffer.from(text)], { objectMode: false })
    const first = 'event,visitor_id,timestamp\npageview,'
    await imports.write(site, id, 0, piece(first))
    const elsewhere = {
      kind: 'conflict',
      message: expect.stringContaining(`the node ${hostname()}`),
    }
    await expect(other.write(site, id, first.length, piece('v1'))).rejects.toMatchObject(elsewhere)
    await expect(other.write(site, id, 0, piece(first))).rejects.toMatchObject(elsewhere)
    await expect(other.check(site, id)).rejects.toMatchObject(elsewhere)
    expect(await other.get(site, id)).toMatchObject({ state: 'uploading', bytes: first.length })
    const rest = 'v1,2025-03-04T10:00:00Z\n'
    expect(await imports.write(site, id, first.length, piece(rest))).toMatchObject({
      bytes: first.length + rest.length,
    })
    await imports.check(site, id)
    await imports.idle()
    expect(await other.get(site, id)).toMatchObject({ state: 'ready' })
    await expect(other.start(site, id)).rejects.toMatchObject(elsewhere)
  })
})

describe('an abandoned import', () => {
  it('loses its file after a week, without a restart; one of today keeps it', async () => {
    const shop = await server.aSite(settings)
    const { imports, control } = server.services
    const bytes = 'visitor_id,timestamp,path\nv1,2025-03-04T10:00:00Z,/\n'
    const old = await bring(shop, 'rows', { bytes, only: 'check' })
    const fresh = await bring(shop, 'rows', { bytes, only: 'check' })
    await changeImport(control.db, old.id, { updatedMs: Date.now() - 8 * 86_400_000 })
    await imports.forgetOld()
    const files = await readdir(join(server.dataDir, 'imports'))
    expect([files.includes(old.id), files.includes(fresh.id)]).toEqual([false, true])
  })
})

describe('an import whose server is killed', () => {
  it('continues at the next start, and doubles nothing', async () => {
    const { site, key } = await server.aSite(settings)
    const rows = ['visitor_id,timestamp,path']
    for (let view = 0; view < 8_000; view++) {
      const at = new Date(Date.UTC(2025, 2, 1 + (view % 28), 10, view % 60, view % 50))
      rows.push(`v${view},${at.toISOString()},/page`)
    }
    const { id } = await bring({ site, key }, 'rows', { bytes: rows.join('\n'), only: 'check' })
    const { imports, control, config } = server.services
    await changeImport(control.db, id, { state: 'running' })
    expect((await imports.get(site, id)).preview?.events).toMatchObject({ new: 8_000 })
    let addedBefore = 0
    await server.restartWith(async () => {
      const { secret: SECRET, databaseUrl, clickhouseUrl: CLICKHOUSE_URL } = config
      const stores = { DATABASE_URL: databaseUrl, CLICKHOUSE_URL }
      const place = { PORT: '0', DATA_DIR: server.dataDir, SECRET, ...stores }
      const child = fork(serverChild, [JSON.stringify(place)], {
        stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
      })
      const exit = once(child, 'exit')
      const store = await openControlStore({ databaseUrl, file: controlFile(server.dataDir) })
      const added = async () => {
        const row = await findImport(store.db, site.id, id)
        addedBefore = (row?.result as ImportData['result'])?.events.new ?? 0
        return addedBefore
      }
      await expect
        .poll(added, { interval: 10 })
        .toBeGreaterThan(0)
        .finally(() => child.kill('SIGKILL'))
      await exit
      expect((await findImport(store.db, site.id, id))?.state).toBe('running')
      await store.close()
    })
    await server.services.imports.idle()
    const { state, result } = await server.services.imports.get(site, id)
    expect([state, result?.events]).toEqual(['done', { found: 8_000, new: 8_000, known: 0 }])
    const question = { metrics: ['pageViews', 'visitors'], dateRange: ['2025-03-01', '2025-03-31'] }
    const { totals } = await ask<{ totals: object }>(
      { site, key },
      'POST',
      '/api/v1/query',
      question,
    )
    expect(totals).toMatchObject({ pageViews: 8_000, visitors: 8_000 })
    expect(addedBefore).toBeLessThan(8_000)
  }, 120_000)
})

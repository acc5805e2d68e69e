import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../errors.ts'
import { findPayment } from '../payments/ledger/find-payment.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { expectSessionsAgree } from '../test/sessions-agree.ts'
import { rowsFormat } from './formats/rows.ts'
import { umamiFormat } from './formats/umami.ts'
import { importFile } from './import-file.ts'
import type { ImportFormat } from './import-item.ts'
import { openImports } from './imports.ts'
import { patiently, Stopped } from './patiently.ts'
import { undoImport } from './undo-import.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
})
afterAll(() => server?.close())

const unavailable = () =>
  new AppError('unavailable', 'not available just now', { retryAfterSeconds: 0.1 })

/** The same, but the first call of each of some methods fails. */
function failingFirst<Store extends object>(store: Store, names: readonly (keyof Store)[]): Store {
  const left = new Set<keyof Store>(names)
  return new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name)
      if (!left.delete(name as keyof Store)) return method
      return () => Promise.reject(unavailable())
    },
  })
}

// A visit continues after midnight, so that the parts of its session are joined in the end.
const table = `session_id,visit_id,event_id,hostname,url_path,event_type,created_at
s1,v1,e1,shop.example,/,1,2025-03-02 23:55:00
s1,v1,e2,shop.example,/pricing,1,2025-03-03 00:05:00
s2,v2,e3,shop.example,/,1,2025-03-03 11:00:00
`

it('an import continues after the engine or the journal was not available for a moment', async () => {
  const { site } = await server.aSite()
  const { services } = server
  const report = await importFile({
    stores: {
      ...services,
      ledger: { control: services.control, secrets: services.secrets },
      engine: failingFirst(services.engine, ['query', 'command']),
      events: failingFirst(services.events, ['append', 'flush']),
      payments: failingFirst(services.payments, ['sweep']),
    },
    ...{ site, importId: 'imp_1', format: umamiFormat, shouldStop: () => false },
    files: [
      {
        name: 'website_event.csv',
        async *open() {
          yield Buffer.from(table)
        },
      },
    ],
  })
  expect(report.events).toEqual({ found: 3, new: 3, known: 0 })
  const sessions = await services.engine.query(
    `select toString(session_day) as day, toUInt32(sum(events)) as events from sessions
     where site_id = {site:String} group by day order by day`,
    { site: site.id },
  )
  expect(sessions).toEqual([
    { day: '2025-03-02', events: 2 },
    { day: '2025-03-03', events: 1 },
  ])
  await expectSessionsAgree(services.engine)
})

it('an import continues after the control store was not available for a moment', async () => {
  const { site } = await server.aSite()
  const { services } = server
  let isAway = false
  const db = services.control.db.withPlugin({
    transformQuery({ node }) {
      if (isAway) throw unavailable()
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const control = Object.create(services.control, { db: { value: db } }) as ControlStore
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-imports-'))
  const ledger = { control, secrets: services.secrets }
  const findSite = async () => site
  const imports = await openImports({ ...services, control, ledger, dataDir, findSite })
  onTestFinished(async () => {
    await imports.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const { id } = await imports.create(site, { format: 'umami', fileName: 'website_event.csv' })
  await imports.write(site, id, 0, Readable.from([Buffer.from(table)]))
  const during = async (begin: () => Promise<unknown>) => {
    await begin()
    isAway = true
    await new Promise((resolve) => setTimeout(resolve, 500))
    isAway = false
    await imports.idle()
  }
  await during(() => imports.check(site, id))
  expect(await imports.get(site, id)).toMatchObject({ state: 'ready', problem: null })
  await during(() => imports.start(site, id))
  const { state, result } = await imports.get(site, id)
  expect([state, result?.events]).toEqual(['done', { found: 3, new: 3, known: 0 }])
})

it('a link made by hand is made once payments are available, and its import can take it back', async () => {
  const { site, key } = await server.aSite()
  const { services } = server
  const sale = { provider: 'stripe', providerPaymentId: 'pi_1', amount: 5, currency: 'USD' }
  const events = [{ type: 'pageview', visitorId: 'ana', url: 'https://shop.example/' }]
  await server.request('POST', '/api/v1/events', { key, body: { events } })
  await server.request('POST', '/api/v1/payment', { key, body: sale })
  await services.payments.flush()
  const stores = {
    ...services,
    ledger: { control: services.control, secrets: services.secrets },
    payments: failingFirst(services.payments, ['linkByHand']),
  }
  const { id: importId } = await services.imports.create(site, {
    format: 'tributary',
    fileName: '',
  })
  const link = { ...sale, visitorId: 'ana', sessionId: null, isErased: false }
  const format: ImportFormat = {
    repeatsCount: false,
    async *read() {
      yield { kind: 'link', file: '', line: 1, link }
    },
  }
  const order = { stores, site, importId, format, files: [], shouldStop: () => false }
  const report = await importFile(order)
  expect([report.links, report.problems.count]).toEqual([{ found: 1, new: 1, known: 0 }, 0])
  const linkOf = async () => {
    const payment = await findPayment({ control: services.control }, site.id, sale)
    return [payment?.link.method, payment?.link.visitorId]
  }
  expect(await linkOf()).toEqual(['manual', 'ana'])
  await undoImport(stores, { site, importId }, () => false)
  expect(await linkOf()).not.toContain('manual')
})

it('an import that is run again reports all that both runs added', async () => {
  const { site } = await server.aSite({ identification: true })
  const { services } = server
  const ledger = { control: services.control, secrets: services.secrets }
  const tables = [
    'payment_id,amount,currency,created_at,visitor_id\np1,49,EUR,2025-03-05T10:05:00Z,v1\n',
    'visitor_id,user_id\nv1,u1\n',
    'visitor_id,timestamp,path\nv1,2025-03-05T10:00:00Z,/page\n',
  ]
  const { id: importId } = await services.imports.create(site, { format: 'rows', fileName: '' })
  const files = tables.map((table) => ({
    name: '',
    async *open() {
      yield Buffer.from(table)
    },
  }))
  const order = { site, importId, format: rowsFormat, files, shouldStop: () => false }
  const first = await importFile({ ...order, stores: { ...services, ledger } })
  const one = { found: 1, new: 1, known: 0 }
  expect(first).toMatchObject({ events: one, payments: one, identities: one })
  expect(await importFile({ ...order, stores: { ...services, ledger } })).toEqual(first)
})

it('an import that waits for the engine stops with the server, to continue with the next start', async () => {
  let tries = 0
  const step = () => {
    tries++
    return Promise.reject(unavailable())
  }
  await expect(patiently(() => tries > 1, step)).rejects.toThrow(Stopped)
})

it('an import ends where the same would fail again', async () => {
  const step = () => Promise.reject(new AppError('invalid', 'this is no export'))
  await expect(patiently(() => false, step)).rejects.toThrow('this is no export')
})

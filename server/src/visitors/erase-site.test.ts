import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { commandLine } from '../audit/actor.ts'
import { createSite } from '../sites/manage-sites.ts'
import { type ControlStore, controlFile, openControlStore } from '../store/control/control-store.ts'
import { eraseLargeTables } from '../store/control/erasures/erase-site-rows.ts'
import { outlivingTables, siteTables } from '../store/control/erasures/site-tables.ts'
import { eventLine } from '../store/events/event-line.ts'
import { aPerson, type PersonHeaders } from '../test/a-person.ts'
import { anEvent } from '../test/an-event.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { itInLongForm } from '../test/long-form.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { expectSessionsAgree } from '../test/sessions-agree.ts'
import { eraseSite } from './erase-site.ts'

const serverChild = fileURLToPath(new URL('../test/processes/server-child.ts', import.meta.url))

/** Tables without a row of any site. A new table is listed here or in `siteTables`. */
const ofInstallation = [
  ...['accounts', 'exchange_rate_sources', 'exchange_rates', 'installation_keys', 'leases'],
  ...['oidc_identities', 'passkeys'],
  'installation_settings',
  ...['reset_links', 'schema_migrations', 'second_factors', 'setup_links', 'sign_in_challenges'],
  ...['sign_in_failures', 'sign_in_sessions', 'sites'],
]

async function columnsOf({ db, dialect }: ControlStore): Promise<[string, string][]> {
  const columns =
    dialect === 'sqlite'
      ? sql<{ t: string; c: string }>`
          select tables.name as t, columns.name as c
          from sqlite_master as tables, pragma_table_info(tables.name) as columns
          where tables.type = 'table' and tables.name not like 'sqlite_%'`
      : sql<{ t: string; c: string }>`
          select table_name as t, column_name as c from information_schema.columns
          where table_schema = current_schema()`
  return (await columns.execute(db)).rows.map(({ t, c }) => [t, c])
}

describeOnControlStores('resetting and deleting a site', (stores) => {
  it('knows every table', async () => {
    const columns = await columnsOf(await stores.open())
    const known = siteTables.map(({ table }) => table)
    const tables = [...new Set(columns.map(([table]) => table))].sort()
    expect(tables).toEqual([...known, ...outlivingTables, ...ofInstallation].sort())
    const named = columns.filter(([, column]) => column === 'site_id').map(([table]) => table)
    const direct = siteTables.filter(({ by }) => by === undefined).map(({ table }) => table)
    expect(named.sort()).toEqual([...direct, ...outlivingTables].sort())
  })

  for (const whole of ['reset', 'delete'] as const) {
    it(`empties every table of a site that is to ${whole}, and none of another`, async () => {
      const store = await stores.open()
      const sites = await Promise.all(
        ['a.example', 'b.example'].map((domain) =>
          createSite(store.db, 1, { name: domain, domains: [domain] }),
        ),
      )
      const [gone, other] = sites.map(({ id }) => id) as [string, string]
      for (const id of [gone, other]) await fill(store, id)
      const before = await countOf(store, other)
      expect(Object.values(before)).not.toContain(0)
      expect(await countOf(store, gone)).toEqual(before)
      const end = { siteId: gone, whole, confirm: 'a.example', by: commandLine }
      await eraseSite(store, end, 1_000)
      if (whole === 'delete') await eraseLargeTables(store, gone)
      const left = Object.entries(await countOf(store, gone)).filter(([, count]) => count > 0)
      const settings = siteTables.filter(({ holds }) => holds === 'settings')
      const stays = whole === 'delete' ? [] : settings.map(({ table }) => table)
      expect(left.map(([table]) => table).sort()).toEqual([...stays].sort())
      expect(await countOf(store, other)).toEqual(before)
      const rest = await store.db.selectFrom('sites').select('id').execute()
      expect(rest.map(({ id }) => id).sort()).toEqual(
        (whole === 'delete' ? [other] : [gone, other]).sort(),
      )
    })
  }

  it('changes nothing without the name of the site, or while something is imported', async () => {
    const store = await stores.open()
    const { id } = await createSite(store.db, 1, { name: 'Shop', domains: ['a.example'] })
    const end = { siteId: id, whole: 'delete', by: commandLine } as const
    await expect(eraseSite(store, { ...end, confirm: 'shop' }, 1)).rejects.toThrow(/name of/)
    await fill(store, id)
    await store.db.updateTable('imports').set({ state: 'running' }).execute()
    await expect(eraseSite(store, { ...end, confirm: 'Shop' }, 1)).rejects.toThrow(
      /import is running/,
    )
    expect(Object.values(await countOf(store, id))).not.toContain(0)
  })
})

/** Many payments with a fact each, as the one that `fill` has made. */
async function multiply(store: ControlStore, siteId: string, count: number): Promise<void> {
  const columns = await typedColumnsOf(store)
  for (const table of ['payments', 'payment_facts', 'payment_history'] as const) {
    const own = columns.filter((column) => column.t === table)
    const values = own.map(({ c, isNumber }) => {
      if (c === 'site_id') return sql`${siteId}`
      return isNumber ? sql.ref(c) : sql`${siteId} || '-' || n`
    })
    await sql`
      with recursive numbers(n) as (select 2 union all select n + 1 from numbers where n < ${count})
      insert into ${sql.table(table)} (${sql.join(own.map(({ c }) => sql.ref(c)))})
      select ${sql.join(values)} from numbers, (select * from ${sql.table(table)} limit 1) as sample
    `.execute(store.db)
  }
}

/** One row in each table of a site, with whatever its columns take. */
async function fill(store: ControlStore, siteId: string): Promise<void> {
  const account = { email: `${siteId}@shop.example`, passwordHash: 'none' }
  const { id: accountId } = await createAccount(store.db, 1, account)
  const named: Record<string, string> = { site_id: siteId, account_id: accountId }
  const columns = await typedColumnsOf(store)
  for (const { table } of [...siteTables].reverse()) {
    const own = columns.filter((column) => column.t === table)
    const values = own.map(({ c, isNumber }) => {
      if (c in named) return named[c]
      if (c === 'payment_id' || c === 'import_id' || c === 'hook_id' || c === 'endpoint_id') {
        return `${siteId}-1`
      }
      if (c === 'role') return 'viewer'
      if (c === 'state') return 'done'
      return isNumber ? 1 : `${siteId}-1`
    })
    await sql`
      insert into ${sql.table(table)} (${sql.join(own.map(({ c }) => sql.ref(c)))})
      values (${sql.join(values)})`.execute(store.db)
  }
}

async function typedColumnsOf({ db, dialect }: ControlStore) {
  const columns =
    dialect === 'sqlite'
      ? sql<{ t: string; c: string; type: string }>`
          select tables.name as t, columns.name as c, lower(columns.type) as type
          from sqlite_master as tables, pragma_table_info(tables.name) as columns
          where tables.type = 'table'`
      : sql<{ t: string; c: string; type: string }>`
          select table_name as t, column_name as c, data_type as type
          from information_schema.columns where table_schema = current_schema()`
  const { rows } = await columns.execute(db)
  return rows.map(({ t, c, type }) => ({ t, c, isNumber: type !== 'text' }))
}

async function countPayments({ db }: ControlStore, siteId: string) {
  const ofSite = (table: 'payments' | 'payment_facts') =>
    db.selectFrom(table).select(db.fn.countAll().as('n')).where('site_id', '=', siteId)
  const history = db
    .selectFrom('payment_history')
    .select(db.fn.countAll().as('n'))
    .where('payment_id', 'like', `${siteId}-%`)
  const asked = [ofSite('payments'), ofSite('payment_facts'), history]
  const found = asked.map(async (query) => Number((await query.executeTakeFirst())?.n))
  const [payments, facts, entries] = await Promise.all(found)
  return { payments, facts, entries }
}

async function countOf({ db }: ControlStore, siteId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, by } of siteTables) {
    const column = sql.ref(by?.column ?? 'site_id')
    const value = by === undefined ? siteId : `${siteId}-1`
    const { rows } = await sql<{ n: number | string }>`
      select count(*) as n from ${sql.table(table)} where ${column} = ${value}`.execute(db)
    counts[table] = Number(rows[0]?.n)
  }
  return counts
}

describe('POST /api/app/sites/:siteId/reset and /delete', () => {
  let server: TestServer
  let owner: PersonHeaders
  beforeAll(async () => {
    server = await startTestServer({ sharesEngine: true })
    owner = await aPerson(server.services, { role: 'owner' })
  })
  afterAll(() => server.close())
  afterEach(() => expectSessionsAgree(server.services.engine))

  const ask = (method: string, path: string, body?: object) =>
    server.request(method, `/api/app/sites/${path}`, {
      headers: owner,
      ...(body && { body }),
    })
  const visit = (siteId: string, visitorId: string) =>
    server.request('POST', '/api/collect', {
      body: { siteId, type: 'pageview', visitorId, url: 'https://shop.example/' },
    })
  const pay = (key: string, providerPaymentId: string) =>
    server.request('POST', '/api/v1/payment', {
      key,
      body: { provider: 'stripe', providerPaymentId, amount: 10, currency: 'USD' },
    })
  const totals = async (key: string) => {
    const query = { metrics: ['visitors', 'revenue'], dateRange: '30d' }
    const { body } = await server.request('POST', '/api/v1/query', { key, body: query })
    return (body as { data: { totals: unknown } }).data.totals
  }
  async function rowsOf(siteId: string) {
    const counts = []
    for (const table of ['events', 'payment_entries', 'sessions']) {
      const text = `select count() as n from ${table} where site_id = {site:String}`
      const [found] = await server.services.engine.query<{ n: string }>(text, { site: siteId })
      counts.push(Number(found?.n))
    }
    return counts
  }
  async function aBusySite(name: string) {
    const made = await server.aSite({ name })
    for (const visitor of ['v_one', 'v_two']) await visit(made.site.id, visitor)
    await pay(made.key, 'before')
    expect(await totals(made.key)).toEqual({ visitors: 2, revenue: 10 })
    return made
  }

  it('200 resets: what was is gone, what comes is counted, settings and other sites stay', async () => {
    const [one, other] = [await aBusySite('One'), await aBusySite('Other')]
    const reply = await ask('POST', `${one.site.id}/reset`, { confirm: 'One' })
    expect([reply.status, reply.body]).toMatchObject([200, { data: { finished: true } }])
    expect(await rowsOf(one.site.id)).toEqual([0, 0, 0])
    expect(await totals(one.key)).toEqual({ visitors: 0, revenue: 0 })
    expect(await totals(other.key)).toEqual({ visitors: 2, revenue: 10 })
    const old = { ...anEvent({ siteId: one.site.id, visitorId: 'v_new' }) }
    const later = Date.now() + 2_000
    await server.services.events.append([
      { ...old, receivedMs: later, timestampMs: Date.now() - 86_400_000 },
    ])
    await pay(one.key, 'before')
    expect(await totals(one.key)).toEqual({ visitors: 1, revenue: 10 })
    await server.restart()
    expect(await totals(one.key)).toEqual({ visitors: 1, revenue: 10 })
    const { body } = await ask('GET', `${one.site.id}/reset`)
    expect(body).toMatchObject({ data: { reset: { finished: true } } })
  })

  it('200 deletes: key, pages and hits are refused; the audit log and the file remember', async () => {
    const { site, key } = await aBusySite('Gone')
    const reply = await ask('POST', `${site.id}/delete`, { confirm: 'Gone' })
    expect([reply.status, reply.body]).toMatchObject([200, { data: { finished: true } }])
    expect((await ask('GET', site.id)).status).toBe(404)
    await server.restart()
    expect((await pay(key, 'after')).status).toBe(401)
    await visit(site.id, 'v_late')
    await server.services.events.flush()
    expect(await rowsOf(site.id)).toEqual([0, 0, 0])
    const [entry] = await server.services.control.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('site_id', '=', site.id)
      .where('action', '=', 'site.deleted')
      .execute()
    expect(entry).toMatchObject({
      object_name: 'Gone',
      actor_name: expect.stringMatching(/^owner-/),
    })
    const noted = await readFile(join(server.dataDir, 'erasures.jsonl'), 'utf8')
    expect(noted).toContain(site.id)
  })

  it('400 without the name, 401 without a session', async () => {
    const { site } = await server.aSite({ name: 'Shop' })
    for (const what of ['reset', 'delete']) {
      expect((await ask('POST', `${site.id}/${what}`, { confirm: 'shop' })).status).toBe(400)
      const path = `/api/app/sites/${site.id}/${what}`
      const stranger = { headers: { 'sec-fetch-site': 'same-origin' }, body: { confirm: 'Shop' } }
      expect((await server.request('POST', path, stranger)).status).toBe(401)
    }
    expect((await ask('GET', site.id)).status).toBe(200)
  })

  it('is finished by the next start when a crash cut it short, journal included', async () => {
    const { site } = await aBusySite('Short')
    const { control, events } = server.services
    const end = { siteId: site.id, whole: 'delete', confirm: 'Short', by: commandLine } as const
    await eraseSite(control, end, Date.now())
    // The state after a crash: the note exists, the engine has everything, and so has the journal.
    await events.append([anEvent({ siteId: site.id, visitorId: 'v_journal' })])
    await server.restart()
    expect(await rowsOf(site.id)).toEqual([0, 0, 0])
  })

  itInLongForm('continues the payments where a kill in the middle left off', async () => {
    const site = await createSite(server.services.control.db, 1, { domains: ['many.example'] })
    const config = { file: controlFile(server.dataDir) }
    const left = async (store: ControlStore) => Object.values(await countPayments(store, site.id))
    await server.restartWith(async () => {
      const store = await openControlStore(config)
      await fill(store, site.id)
      await multiply(store, site.id, 20_000)
      const end = { siteId: site.id, whole: 'delete', confirm: site.name, by: commandLine } as const
      await eraseSite(store, end, Date.now())
      expect(await left(store)).toEqual([20_000, 20_000, 20_000])
      const environment = JSON.stringify({ DATA_DIR: server.dataDir, PORT: '0' })
      const child = spawn(process.execPath, [serverChild, environment], { stdio: 'pipe' })
      const hasBegun = async () => (await left(store))[0] !== 20_000
      await expect.poll(hasBegun, { interval: 5 }).toBe(true)
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      expect((await left(store))[0]).toBeGreaterThan(0)
      await store.close()
    })
    await expect.poll(() => left(server.services.control)).toEqual([0, 0, 0])
  })

  itInLongForm('stays deleted when an older control store and engine are put back', async () => {
    const { site } = await aBusySite('Back')
    await ask('POST', `${site.id}/delete`, { confirm: 'Back' })
    const { control, engine } = server.services
    await control.db.deleteFrom('erasures').where('site_id', '=', site.id).execute()
    await createSite(control.db, Date.now(), { domains: ['shop.example'] }).then((again) =>
      control.db.updateTable('sites').set({ id: site.id }).where('id', '=', again.id).execute(),
    )
    const line = eventLine(anEvent({ siteId: site.id, visitorId: 'v_back' }))
    await engine.insertLines('events', Buffer.from(line), { deduplicationToken: 'put-back' })
    await server.restart()
    expect((await ask('GET', site.id)).status).toBe(404)
    expect(await rowsOf(site.id)).toEqual([0, 0, 0])
  })
})

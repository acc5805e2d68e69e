import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { hashKeyToken, keyPrefix, newKeyToken } from '../sites/key-token.ts'
import { anEvent } from '../test/an-event.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { silent } from '../test/engine.ts'
import { startTestServer } from '../test/server.ts'
import { expectSessionsAgree } from '../test/sessions-agree.ts'
import { type ControlStoreOptions, openUnmigrated } from './control/control-store.ts'
import { migrateControl } from './control/migrate.ts'
import { migrations } from './control/migrations/list.ts'
import { listTables } from './events/copy/freeze-tables.ts'
import { startEmbeddedEngine } from './events/embedded/embedded-engine.ts'
import { eventLine } from './events/event-line.ts'
import { migrateEvents } from './events/migrate.ts'
import { openJournal } from './journal/journal.ts'

/** What a released version's tables were made by. Each release adds a line, and none ever changes. */
const released = [
  {
    version: '0.1.0',
    control: ['sites-and-accounts', 'payments', 'salts', 'idempotency', 'erasures'].map(
      (topic, index) => `2026-11-20-${index + 1}-${topic}`,
    ),
    events: ['2026-11-20-1-events', '2026-11-20-2-sessions', '2026-11-20-3-payment-entries'],
  },
]

describeOnControlStores('an upgrade', (stores) => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tributary-upgrade-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  for (const { version, control, events } of released) {
    it(`carries a folder of ${version} over, also after a crash in its middle`, async () => {
      const dataDir = join(folder, version)
      const file = join(dataDir, 'control.sqlite')
      await mkdir(dataDir)
      const { databaseUrl } = await stores.newPlace()
      const place = { databaseUrl, file }
      const key = await fillOldControl(place, control)
      await fillOldEvents(dataDir, events)

      const child = fork(migrationChild, [JSON.stringify(place)])
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
      expect(await appliedIn(place)).toEqual(control)

      const config = { ...readConfig({ PORT: '0', DATA_DIR: dataDir }), databaseUrl }
      const server = await startTestServer({ config })
      const visitor = await server.request('GET', '/api/v1/visitor?visitorId=ana', { key })
      // One view is in the engine, the other was acknowledged and still in the journal.
      expect(visitor.body).toMatchObject({ data: { pageViewCount: 2 } })
      await expectSessionsAgree(server.services.engine)
      const tables = (await listTables(server.services.engine)).map(({ name }) => name)
      const ours = ['events', 'payment_entries', 'schema_migrations', 'session_fills', 'sessions']
      expect(tables).toEqual(ours)
      const payment = '/api/v1/payment?provider=custom&providerPaymentId=order-1'
      expect((await server.request('GET', payment, { key })).body).toMatchObject({
        data: { amount: 12.5, visitorId: 'ana' },
      })
      await server.close()
      expect(await appliedIn(place)).toEqual(migrations.map(({ name }) => name).sort())
    })
  }
})

const migrationChild = fileURLToPath(new URL('../test/migration-child.ts', import.meta.url))
const schema = fileURLToPath(new URL('./events/schema/', import.meta.url))
const noon = Date.UTC(2026, 10, 20, 12)

/** A site with a key and a payment, in tables as they were. Answers the key. */
async function fillOldControl(
  place: ControlStoreOptions,
  names: readonly string[],
): Promise<string> {
  const { db, dialect } = await openUnmigrated(place)
  const old = migrations.filter(({ name }) => names.includes(name))
  expect(old).toHaveLength(names.length)
  await migrateControl(db, dialect, old)
  const token = newKeyToken()
  for (const statement of [
    sql`insert into sites (id, name, domains, timezone, currency, identification, privacy_mode,
          respect_do_not_track, created_ms)
        values ('site-1', 'Shop', '["shop.example"]', 'UTC', 'USD', 0, 'cookies', 0, ${noon})`,
    sql`insert into api_keys (id, site_id, name, prefix, hash, scopes, rate_per_minute, created_ms)
        values ('key_1', 'site-1', 'old', ${keyPrefix(token)}, ${hashKeyToken(token)},
          '["payments:write","visitors:read"]', 100, ${noon})`,
    sql`insert into payments (id, site_id, provider, provider_payment_id, amount_minor, currency,
          paid_at_ms, paid_at_given, given_visitor_id, link_method, link_confidence, visitor_id,
          path_visitor_ids, path_at_ms, link_receipt, revision, received_ms, updated_ms)
        values ('pay_1', 'site-1', 'custom', 'order-1', 1250, 'USD', ${noon}, 1, 'ana', 'ids', 1,
          'ana', '["ana"]', ${noon}, '[]', 1, ${noon}, ${noon})`,
    sql`insert into payment_aliases (site_id, provider, alias, payment_id)
        values ('site-1', 'custom', 'order-1', 'pay_1')`,
    sql`insert into payment_outbox (payment_id, revision) values ('pay_1', 1)`,
  ]) {
    await statement.execute(db)
  }
  await db.destroy()
  return token
}

async function fillOldEvents(dataDir: string, names: readonly string[]): Promise<void> {
  const oldSchema = join(dataDir, 'old-schema')
  for (const name of names) await cp(join(schema, `${name}.sql`), join(oldSchema, `${name}.sql`))
  const { engine, stop } = await startEmbeddedEngine({ dataDir, logger: silent }).then((one) => ({
    engine: one.engine,
    stop: () => one.stop(),
  }))
  await migrateEvents(engine, oldSchema)
  const view = anEvent({ visitorId: 'ana', timestampMs: noon })
  await engine.insertLines('events', Buffer.from(eventLine(view)), { deduplicationToken: 'old' })
  await stop()
  await rm(oldSchema, { recursive: true })
  const journal = await openJournal({ directory: join(dataDir, 'journal'), logger: silent })
  await journal.append([eventLine(anEvent({ visitorId: 'ana', timestampMs: noon + 1000 }))])
  await journal.close()
}

async function appliedIn(place: ControlStoreOptions): Promise<string[]> {
  const { db } = await openUnmigrated(place)
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  await db.destroy()
  return rows.map(({ name }) => name).sort()
}

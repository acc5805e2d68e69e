import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { hashKeyToken, keyPrefix, newKeyToken } from '../sites/key-token.ts'
import { type ControlStoreOptions, openUnmigrated } from '../store/control/control-store.ts'
import { migrateControl } from '../store/control/migrate.ts'
import { migrations } from '../store/control/migrations/list.ts'
import { startEmbeddedEngine } from '../store/events/embedded/embedded-engine.ts'
import { eventLine } from '../store/events/event-line.ts'
import { migrateEvents } from '../store/events/migrate.ts'
import { openJournal } from '../store/journal/journal.ts'
import { anEvent } from './an-event.ts'
import { silent } from './engine.ts'

/** The definitions of a released version's tables. Each release adds a line, and none ever changes. */
export const released = [
  {
    version: '0.1.0',
    control: ['sites-and-accounts', 'payments', 'salts', 'idempotency', 'erasures'].map(
      (topic, index) => `2026-11-20-${index + 1}-${topic}`,
    ),
    events: ['2026-11-20-1-events', '2026-11-20-2-sessions', '2026-11-20-3-payment-entries'],
  },
]

const schema = fileURLToPath(new URL('../store/events/schema/', import.meta.url))
const noon = Date.UTC(2026, 10, 20, 12)
const siteId = 'site_4ShopOfOld42'

/** A site with a key and a payment, in the old tables. Returns the key. */
export async function fillOldControl(
  place: ControlStoreOptions,
  names: readonly string[],
): Promise<string> {
  const { db, dialect } = await openUnmigrated(place)
  const old = migrations.filter(({ name }) => names.includes(name))
  if (old.length !== names.length) throw new Error(`not all of ${names} are known`)
  await migrateControl(db, dialect, old)
  const token = newKeyToken()
  for (const statement of [
    sql`insert into sites (id, name, domains, timezone, currency, identification, privacy_mode,
          respect_do_not_track, created_ms)
        values (${siteId}, 'Shop', '["shop.example"]', 'UTC', 'USD', 0, 'cookies', 0, ${noon})`,
    sql`insert into api_keys (id, site_id, name, prefix, hash, scopes, rate_per_minute, created_ms)
        values ('key_1', ${siteId}, 'old', ${keyPrefix(token)}, ${hashKeyToken(token)},
          '["payments:write","visitors:read"]', 100, ${noon})`,
    sql`insert into payments (id, site_id, provider, provider_payment_id, amount_minor, currency,
          paid_at_ms, paid_at_given, given_visitor_id, link_method, link_confidence, visitor_id,
          path_visitor_ids, path_at_ms, link_receipt, revision, received_ms, updated_ms)
        values ('pay_1', ${siteId}, 'custom', 'order-1', 1250, 'USD', ${noon}, 1, 'ana', 'ids', 1,
          'ana', '["ana"]', ${noon}, '[]', 1, ${noon}, ${noon})`,
    sql`insert into payment_aliases (site_id, provider, alias, payment_id)
        values (${siteId}, 'custom', 'order-1', 'pay_1')`,
    sql`insert into payment_outbox (payment_id, revision) values ('pay_1', 1)`,
  ]) {
    await statement.execute(db)
  }
  await db.destroy()
  return token
}

/** A view of one visitor in the engine, and another that is still in the journal. */
export async function fillOldEvents(dataDir: string, names: readonly string[]): Promise<void> {
  const oldSchema = join(dataDir, 'old-schema')
  for (const name of names) await cp(join(schema, `${name}.sql`), join(oldSchema, `${name}.sql`))
  const { engine, stop } = await startEmbeddedEngine({ dataDir, logger: silent }).then((one) => ({
    engine: one.engine,
    stop: () => one.stop(),
  }))
  await migrateEvents(engine, oldSchema)
  const view = anEvent({ siteId, visitorId: 'ana', timestampMs: noon })
  await engine.insertLines('events', Buffer.from(eventLine(view)), { deduplicationToken: 'old' })
  await stop()
  await rm(oldSchema, { recursive: true })
  const journal = await openJournal({ directory: join(dataDir, 'journal'), logger: silent })
  await journal.append([eventLine(anEvent({ siteId, visitorId: 'ana', timestampMs: noon + 1000 }))])
  await journal.close()
}

// The ground floor: sites, their API keys, and the people who look after them.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await makeSites(db)
  await makeAccounts(db)
}

async function makeSites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sites')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('domains', 'text', (column) => column.notNull())
    .addColumn('timezone', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('identification', 'integer', (column) => column.notNull())
    .addColumn('privacy_mode', 'text', (column) => column.notNull())
    .addColumn('respect_do_not_track', 'integer', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('site_id', 'text', (column) => column.notNull().references('sites.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('rate_per_minute', 'integer', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_ms', 'bigint')
    .addColumn('revoked_ms', 'bigint')
    .addColumn('last_used_ms', 'bigint')
    .execute()
  await db.schema.createIndex('api_keys_by_site').on('api_keys').column('site_id').execute()
}

async function makeAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('installation_role', 'text', (column) =>
      column.notNull().check(sql`installation_role in ('owner', 'member')`),
    )
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('memberships')
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('site_id', 'text', (column) => column.notNull().references('sites.id'))
    .addColumn('role', 'text', (column) =>
      column.notNull().check(sql`role in ('owner', 'admin', 'viewer')`),
    )
    .addPrimaryKeyConstraint('memberships_key', ['account_id', 'site_id'])
    .execute()
  await db.schema.createIndex('memberships_by_site').on('memberships').column('site_id').execute()
  await db.schema
    .createTable('setup_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sign_in_sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('sign_in_sessions_by_account')
    .on('sign_in_sessions')
    .column('account_id')
    .execute()
}

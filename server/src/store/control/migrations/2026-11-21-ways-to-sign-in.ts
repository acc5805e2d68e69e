// Passkeys, accounts of an OIDC provider, links to a new password, disabled accounts, and wrong guesses
// that all nodes count together.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await extendAccounts(db)
  await makePasskeys(db)
  await makeOidcIdentities(db)
  await makePassingTables(db)
}

async function extendAccounts(db: Kysely<unknown>): Promise<void> {
  for (const column of ['disabled_ms', 'email_changed_ms', 'last_sign_in_ms']) {
    await db.schema.alterTable('accounts').addColumn(column, 'bigint').execute()
  }
}

async function makePasskeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('sign_count', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_used_ms', 'bigint')
    .execute()
  await db.schema.createIndex('passkeys_by_account').on('passkeys').column('account_id').execute()
}

async function makeOidcIdentities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('oidc_identities')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_used_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('oidc_identities_key', ['issuer', 'subject'])
    .execute()
  await db.schema
    .createIndex('oidc_identities_by_account')
    .on('oidc_identities')
    .column('account_id')
    .execute()
}

async function makePassingTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_in_challenges')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('expires_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('reset_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('made_by', 'text', (column) => column.notNull())
    .addColumn('expires_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sign_in_failures')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('last_ms', 'bigint', (column) => column.notNull())
    .execute()
}

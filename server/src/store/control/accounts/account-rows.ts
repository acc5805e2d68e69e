import type { Kysely, Selectable } from 'kysely'
import type { AccountsTable } from '../account-tables.ts'
import type { Database } from '../tables.ts'

/** An account as the store keeps it. */
export interface AccountRow {
  id: string
  email: string
  passwordHash: string
  installationRole: 'owner' | 'member'
  createdMs: number
}

export type SiteRole = 'owner' | 'admin' | 'viewer'

/** Adds an account and tells whether it could: an address has at most one. */
export async function insertAccount(db: Kysely<Database>, account: AccountRow): Promise<boolean> {
  const result = await db
    .insertInto('accounts')
    .values({
      id: account.id,
      email: account.email,
      password_hash: account.passwordHash,
      installation_role: account.installationRole,
      created_ms: account.createdMs,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function findAccountByEmail(
  db: Kysely<Database>,
  email: string,
): Promise<AccountRow | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst()
  return row && fromColumns(row)
}

export async function savePasswordHash(
  db: Kysely<Database>,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', accountId)
    .execute()
}

/** Everybody who may sign in, by e-mail address. */
export async function listAccountRows(db: Kysely<Database>): Promise<AccountRow[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('email').limit(10_000).execute()
  return rows.map(fromColumns)
}

export async function countInstallationOwners(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('installation_role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function saveInstallationRole(
  db: Kysely<Database>,
  accountId: string,
  role: AccountRow['installationRole'],
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ installation_role: role })
    .where('id', '=', accountId)
    .execute()
}

export async function hasAccounts(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

export async function findMembershipRole(
  db: Kysely<Database>,
  siteId: string,
  accountId: string,
): Promise<SiteRole | undefined> {
  const row = await db
    .selectFrom('memberships')
    .select('role')
    .where('site_id', '=', siteId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && siteRole(row.role)
}

export function fromColumns(row: Selectable<AccountsTable>): AccountRow {
  return {
    id: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    installationRole: row.installation_role === 'owner' ? 'owner' : 'member',
    createdMs: row.created_ms,
  }
}

/** The table's own check allows no other word; should one appear, it gives the least rights. */
function siteRole(stored: string): SiteRole {
  return stored === 'owner' || stored === 'admin' ? stored : 'viewer'
}

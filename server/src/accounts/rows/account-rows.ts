import type { Kysely, Selectable } from 'kysely'
import type { AccountsTable } from '../../store/control/tables/account-tables.ts'
import type { Database } from '../../store/control/tables.ts'

/** An account as the store keeps it. */
export interface AccountRow {
  id: string
  email: string
  /** Undefined for an account without a password. */
  passwordHash: string | undefined
  installationRole: 'owner' | 'member'
  createdMs: number
  isDisabled: boolean
  /** Whether the address is unverified: no opened e-mail link and no provider has confirmed it. */
  isEmailUnverified: boolean
}

/** The fields of a new account. */
export type NewAccountRow = Omit<AccountRow, 'isDisabled'>

export type SiteRole = 'owner' | 'admin' | 'viewer'

/** Adds an account; returns false if the address already has one. */
export async function insertAccount(
  db: Kysely<Database>,
  account: NewAccountRow,
): Promise<boolean> {
  const result = await db
    .insertInto('accounts')
    .values({
      id: account.id,
      email: account.email,
      password_hash: account.passwordHash ?? '',
      installation_role: account.installationRole,
      created_ms: account.createdMs,
      disabled_ms: null,
      email_unproved_ms: account.isEmailUnverified ? account.createdMs : null,
      last_sign_in_ms: null,
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

export async function findAccountById(
  db: Kysely<Database>,
  id: string,
): Promise<AccountRow | undefined> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && fromColumns(row)
}

/** Records a sign-in, and the person's language if known. */
export async function saveLastSignIn(
  db: Kysely<Database>,
  accountId: string,
  { nowMs, language }: { nowMs: number; language: string },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ last_sign_in_ms: nowMs, ...(language !== '' && { language }) })
    .where('id', '=', accountId)
    .execute()
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

/** How many owners of the installation may sign in. */
export async function countInstallationOwners(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('installation_role', '=', 'owner')
    .where('disabled_ms', 'is', null)
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
    passwordHash: row.password_hash === '' ? undefined : row.password_hash,
    installationRole: row.installation_role === 'owner' ? 'owner' : 'member',
    createdMs: row.created_ms,
    isDisabled: row.disabled_ms !== null,
    isEmailUnverified: row.email_unproved_ms !== null,
  }
}

/** The table's own check allows no other value; should one appear, it gives the least rights. */
function siteRole(stored: string): SiteRole {
  return stored === 'owner' || stored === 'admin' ? stored : 'viewer'
}

import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { type AccountRow, fromColumns } from './account-rows.ts'

/** An account as its owner and the installation's owners may see it. */
export interface PersonRow extends AccountRow {
  /** When they were last active; undefined when never, or from before this was recorded. */
  lastSeenMs: number | undefined
  hasSecondFactor: boolean
  passkeys: number
  sites: number
}

const mostPeople = 1000

/** Everybody with an account, by e-mail address. */
export async function listPersonRows(db: Kysely<Database>): Promise<PersonRow[]> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll('accounts')
    .select(({ selectFrom, fn }) => [
      selectFrom('sign_in_sessions')
        .whereRef('sign_in_sessions.account_id', '=', 'accounts.id')
        .select(({ fn }) => fn.max('last_seen_ms').as('seen'))
        .as('seen_ms'),
      selectFrom('second_factors')
        .whereRef('second_factors.account_id', '=', 'accounts.id')
        .where('confirmed_ms', 'is not', null)
        .select(fn.countAll().as('count'))
        .as('second_factors'),
      selectFrom('passkeys')
        .whereRef('passkeys.account_id', '=', 'accounts.id')
        .select(fn.countAll().as('count'))
        .as('passkeys'),
      selectFrom('memberships')
        .whereRef('memberships.account_id', '=', 'accounts.id')
        .select(fn.countAll().as('count'))
        .as('sites'),
    ])
    .orderBy('email')
    .limit(mostPeople)
    .execute()
  return rows.map((row) => {
    const lastSeenMs = Math.max(Number(row.seen_ms ?? 0), row.last_sign_in_ms ?? 0)
    return {
      ...fromColumns(row),
      lastSeenMs: lastSeenMs === 0 ? undefined : lastSeenMs,
      hasSecondFactor: Number(row.second_factors) > 0,
      passkeys: Number(row.passkeys),
      sites: Number(row.sites),
    }
  })
}

/** Disables an account or, without a time, enables it again. */
export async function saveDisabled(
  db: Kysely<Database>,
  accountId: string,
  disabledMs: number | null,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ disabled_ms: disabledMs })
    .where('id', '=', accountId)
    .execute()
}

/** Changes an account's address, and stores whether it is verified. */
export async function saveEmail(
  db: Kysely<Database>,
  accountId: string,
  { email, nowMs, isVerified }: { email: string; nowMs: number; isVerified: boolean },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ email, email_unproved_ms: isVerified ? null : nowMs })
    .where('id', '=', accountId)
    .execute()
}

/** Marks an account's address as verified. */
export async function saveEmailVerified(db: Kysely<Database>, accountId: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ email_unproved_ms: null })
    .where('id', '=', accountId)
    .execute()
}

/** The names of sites whose only owner is this account. */
export async function listSitesOwnedAlone(
  db: Kysely<Database>,
  accountId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('sites', 'sites.id', 'memberships.site_id')
    .select('sites.name')
    .where('account_id', '=', accountId)
    .where('role', '=', 'owner')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships as others')
            .select('others.account_id')
            .whereRef('others.site_id', '=', 'memberships.site_id')
            .where('others.role', '=', 'owner')
            .where('others.account_id', '!=', accountId),
        ),
      ),
    )
    .orderBy('sites.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Tables with an account's credentials and pending links, other than the password. */
export const credentialTables = [
  'sign_in_sessions',
  'second_factors',
  'passkeys',
  'oidc_identities',
  'sign_in_challenges',
  'reset_links',
] as const

export type CredentialTable = (typeof credentialTables)[number]

/** Removes an account's password and its rows of some tables, so that they no longer sign in. */
export async function deleteCredentials(
  db: Kysely<Database>,
  accountId: string,
  tables: readonly CredentialTable[],
): Promise<void> {
  for (const table of tables) {
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
  }
  await db.updateTable('accounts').set({ password_hash: '' }).where('id', '=', accountId).execute()
}

/** Removes an account with everything that is only its own. */
export async function deleteAccountRows(db: Kysely<Database>, accountId: string): Promise<void> {
  await deleteCredentials(db, accountId, credentialTables)
  await db.deleteFrom('saved_views').where('account_id', '=', accountId).execute()
  await db.deleteFrom('memberships').where('account_id', '=', accountId).execute()
  await db.deleteFrom('accounts').where('id', '=', accountId).execute()
}

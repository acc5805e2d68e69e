import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'

/** An identity at the operator's provider: `subject` never changes, an e-mail address may. */
export interface OidcIdentity {
  issuer: string
  subject: string
}

/** The account of a provider's identity; undefined for an unknown one. */
export async function findOidcAccountId(
  db: Kysely<Database>,
  { issuer, subject }: OidcIdentity,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('oidc_identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id
}

/** Whether an account is connected to an identity at this provider. */
export async function hasOidcIdentity(
  db: Kysely<Database>,
  accountId: string,
  issuer: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_identities')
    .select('subject')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertOidcIdentity(
  db: Kysely<Database>,
  accountId: string,
  { issuer, subject }: OidcIdentity,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('oidc_identities')
    .values({ issuer, subject, account_id: accountId, created_ms: nowMs, last_used_ms: nowMs })
    .execute()
}

export async function saveOidcUse(
  db: Kysely<Database>,
  { issuer, subject }: OidcIdentity,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('oidc_identities')
    .set({ last_used_ms: nowMs })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** Disconnects an account from a provider; false when it was not connected. */
export async function deleteOidcIdentity(
  db: Kysely<Database>,
  accountId: string,
  issuer: string,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('oidc_identities')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

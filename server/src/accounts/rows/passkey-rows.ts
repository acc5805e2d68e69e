import type { Kysely, Selectable } from 'kysely'
import type { PasskeysTable } from '../../store/control/tables/account-tables.ts'
import type { Database } from '../../store/control/tables.ts'
import { parseTextList } from '../../store/control/text-list.ts'

/** A passkey as the store keeps it. */
export interface PasskeyRow {
  id: string
  accountId: string
  /** base64url. */
  credentialId: string
  /** COSE, base64url. */
  publicKey: string
  signCount: number
  transports: string[]
  name: string
  createdMs: number
  lastUsedMs: number | undefined
}

/** Adds a passkey; returns false if its credential belongs to an account already. */
export async function insertPasskey(db: Kysely<Database>, passkey: PasskeyRow): Promise<boolean> {
  const result = await db
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      created_ms: passkey.createdMs,
      last_used_ms: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** An account's passkeys, the oldest first. */
export async function listPasskeyRows(
  db: Kysely<Database>,
  accountId: string,
): Promise<PasskeyRow[]> {
  const rows = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_ms')
    .orderBy('id')
    .execute()
  return rows.map(fromColumns)
}

export async function findPasskey(
  db: Kysely<Database>,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row && fromColumns(row)
}

/**
 * Stores the authenticator's counter. False when it is not higher than at the last use, which a copy of the
 * authenticator would cause; authenticators without a counter always report 0.
 */
export async function savePasskeyUse(
  db: Kysely<Database>,
  id: string,
  use: { signCount: number; nowMs: number },
): Promise<boolean> {
  const saved = await db
    .updateTable('passkeys')
    .set({ sign_count: use.signCount, last_used_ms: use.nowMs })
    .where('id', '=', id)
    .where('sign_count', use.signCount === 0 ? '=' : '<', use.signCount)
    .executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

/** False if the account has none with this id. */
export async function renamePasskeyRow(
  db: Kysely<Database>,
  { accountId, id, name }: { accountId: string; id: string; name: string },
): Promise<boolean> {
  const saved = await db
    .updateTable('passkeys')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

/** Removes a passkey and returns its name; undefined if the account has none with this id. */
export async function deletePasskey(
  db: Kysely<Database>,
  { accountId, id }: { accountId: string; id: string },
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Removes all passkeys of an account, for a person who has lost them. */
export async function deletePasskeysOf(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
}

function fromColumns(row: Selectable<PasskeysTable>): PasskeyRow {
  return {
    id: row.id,
    accountId: row.account_id,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    signCount: row.sign_count,
    transports: parseTextList(row.transports),
    name: row.name,
    createdMs: row.created_ms,
    lastUsedMs: row.last_used_ms ?? undefined,
  }
}

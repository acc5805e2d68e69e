import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/** A link by which somebody gives an account another password. */
export interface ResetLinkRow {
  tokenHash: string
  accountId: string
  madeBy: 'command-line' | 'account'
  expiresMs: number
}

/** Adds a link in the place of earlier ones of the same account. */
export async function saveResetLink(db: Kysely<Database>, link: ResetLinkRow): Promise<void> {
  await deleteResetLinksOf(db, link.accountId)
  await db
    .insertInto('reset_links')
    .values({
      token_hash: link.tokenHash,
      account_id: link.accountId,
      made_by: link.madeBy,
      expires_ms: link.expiresMs,
    })
    .execute()
}

export async function findResetLink(
  db: Kysely<Database>,
  tokenHash: string,
): Promise<ResetLinkRow | undefined> {
  const row = await db
    .selectFrom('reset_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return (
    row && {
      tokenHash,
      accountId: row.account_id,
      madeBy: row.made_by === 'command-line' ? 'command-line' : 'account',
      expiresMs: row.expires_ms,
    }
  )
}

export async function deleteResetLinksOf(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom('reset_links').where('account_id', '=', accountId).execute()
}

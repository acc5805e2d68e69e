import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'

/** A link for setting another password of an account. */
export interface ResetLinkRow {
  tokenHash: string
  accountId: string
  /** `mail`: sent only to the account's address. */
  madeBy: 'command-line' | 'account' | 'mail'
  expiresMs: number
}

/** Adds a link, replacing earlier ones of the same account. */
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
      madeBy: madeBy(row.made_by),
      expiresMs: row.expires_ms,
    }
  )
}

/** An unknown value gives the least trust. */
function madeBy(stored: string): ResetLinkRow['madeBy'] {
  return stored === 'command-line' || stored === 'mail' ? stored : 'account'
}

export async function deleteResetLinksOf(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom('reset_links').where('account_id', '=', accountId).execute()
}

import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'

export async function insertSetupLink(
  db: Kysely<Database>,
  link: { tokenHash: string; createdMs: number; expiresMs: number },
): Promise<void> {
  await db
    .insertInto('setup_links')
    .values({
      token_hash: link.tokenHash,
      created_ms: link.createdMs,
      expires_ms: link.expiresMs,
    })
    .execute()
}

export async function isSetupLinkOpen(
  db: Kysely<Database>,
  tokenHash: string,
  nowMs: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('setup_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('expires_ms', '>', nowMs)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes all setup links once the installation is set up. */
export async function deleteSetupLinks(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('setup_links').execute()
}

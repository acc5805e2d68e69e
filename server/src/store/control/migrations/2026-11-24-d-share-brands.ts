// What share links look like, and their tokens, encrypted, so that a link can be shown again.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['title', 'accent', 'logo', 'sealed_token']) {
    await db.schema.alterTable('share_links').addColumn(column, 'text').execute()
  }
}

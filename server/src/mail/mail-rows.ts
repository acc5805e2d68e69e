import type { Kysely, Selectable } from 'kysely'
import type { MailsTable } from '../store/control/tables/mail-table.ts'
import type { Database } from '../store/control/tables.ts'

export type MailRow = Selectable<MailsTable>

/** Adds an e-mail to the queue. False if one for the same occasion exists already. */
export async function insertMail(db: Kysely<Database>, row: MailRow): Promise<boolean> {
  const inserted = await db
    .insertInto('mails')
    .values(row)
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** E-mails whose next attempt is due, the longest waiting first. */
export async function listDueMails(
  db: Kysely<Database>,
  nowMs: number,
  limit: number,
): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('retry_at_ms', '<=', nowMs)
    .where('content', 'is not', null)
    .orderBy('retry_at_ms')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Claims an e-mail that is due; of several nodes that ask at once, only one gets it. */
export async function claimMail(
  db: Kysely<Database>,
  { id, state, retry_at_ms }: MailRow,
  untilMs: number,
): Promise<boolean> {
  const claimed = await db
    .updateTable('mails')
    .set((column) => ({
      state: 'sending',
      attempts: column('attempts', '+', 1),
      retry_at_ms: untilMs,
    }))
    .where('id', '=', id)
    .where('state', '=', state)
    .where('retry_at_ms', '=', retry_at_ms)
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

/** Stores the result of an e-mail; with `retry_at_ms` it is retried, otherwise its content is deleted. */
export async function saveMailOutcome(
  db: Kysely<Database>,
  id: string,
  outcome: Pick<MailRow, 'state' | 'retry_at_ms' | 'error' | 'done_ms'>,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...outcome, ...(outcome.retry_at_ms === null && { content: null }) })
    .where('id', '=', id)
    .execute()
}

/** A site's latest e-mails of a purpose, without their content. */
export async function listSiteMails(
  db: Kysely<Database>,
  { siteId, purpose, limit }: { siteId: string; purpose: string; limit: number },
): Promise<Omit<MailRow, 'content'>[]> {
  return db
    .selectFrom('mails')
    .select([
      ...(['id', 'site_id', 'purpose', 'once_key', 'recipient', 'is_once', 'state'] as const),
      ...(['attempts', 'retry_at_ms', 'error', 'created_ms', 'done_ms'] as const),
    ])
    .where('site_id', '=', siteId)
    .where('purpose', '=', purpose)
    .orderBy('created_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Cancels e-mails to a recipient that wait for their next attempt, and records why. */
export async function dropWaitingMailsTo(
  db: Kysely<Database>,
  { recipient, error, nowMs }: { recipient: string; error: string; nowMs: number },
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'failed', retry_at_ms: null, content: null, error, done_ms: nowMs })
    .where('recipient', '=', recipient)
    .where('state', '=', 'waiting')
    .execute()
}

/** Deletes e-mails that were done before then. */
export async function dropDoneMails(db: Kysely<Database>, beforeMs: number): Promise<void> {
  await db.deleteFrom('mails').where('done_ms', '<', beforeMs).execute()
}

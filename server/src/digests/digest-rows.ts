import type { Kysely, Selectable } from 'kysely'
import type { DigestsTable } from '../store/control/tables/digests-table.ts'
import type { Database } from '../store/control/tables.ts'

export type DigestRow = Selectable<DigestsTable>

interface Place {
  siteId: string
  accountId: string
}

export async function listDigestsOf(
  db: Kysely<Database>,
  { siteId, accountId }: Place,
): Promise<DigestRow[]> {
  return db
    .selectFrom('digests')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('account_id', '=', accountId)
    .orderBy('frequency')
    .limit(10)
    .execute()
}

/** Stores a subscription to digests; an existing one keeps the periods that were already handled. */
export async function saveDigest(db: Kysely<Database>, row: DigestRow): Promise<void> {
  const { language, even_when_empty } = row
  await db
    .insertInto('digests')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'account_id', 'frequency'])
        .doUpdateSet({ language, even_when_empty }),
    )
    .execute()
}

/** Deletes a person's subscriptions to digests of a site, all of them or those of a frequency. */
export async function deleteDigests(
  db: Kysely<Database>,
  { siteId, accountId }: Place,
  frequency?: string,
): Promise<void> {
  await db
    .deleteFrom('digests')
    .where('site_id', '=', siteId)
    .where('account_id', '=', accountId)
    .$if(frequency !== undefined, (query) => query.where('frequency', '=', frequency ?? ''))
    .execute()
}

/** A person's subscription, with their current address. */
export interface WantedDigest extends DigestRow {
  email: string
}

/** A portion of the subscriptions of people who may sign in and see the site now, in the order of sites. */
export async function listWantedDigests(
  db: Kysely<Database>,
  after: Pick<DigestRow, 'site_id' | 'account_id' | 'frequency'> | undefined,
  limit: number,
): Promise<WantedDigest[]> {
  return db
    .selectFrom('digests')
    .innerJoin('accounts', 'accounts.id', 'digests.account_id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.account_id', '=', 'digests.account_id')
        .onRef('memberships.site_id', '=', 'digests.site_id'),
    )
    .selectAll('digests')
    .select('accounts.email')
    .where('accounts.disabled_ms', 'is', null)
    .where((where) =>
      where.or([
        where('memberships.role', 'is not', null),
        where('accounts.installation_role', '=', 'owner'),
      ]),
    )
    .$if(after !== undefined, (query) =>
      query.where((where) => {
        const { site_id = '', account_id = '', frequency = '' } = after ?? {}
        return where.or([
          where('digests.site_id', '>', site_id),
          where.and([
            where('digests.site_id', '=', site_id),
            where('digests.account_id', '>', account_id),
          ]),
          where.and([
            where('digests.site_id', '=', site_id),
            where('digests.account_id', '=', account_id),
            where('digests.frequency', '>', frequency),
          ]),
        ])
      }),
    )
    .orderBy('digests.site_id')
    .orderBy('digests.account_id')
    .orderBy('digests.frequency')
    .limit(limit)
    .execute()
}

/** Records that a period was handled. False if it was already, by any node. */
export async function takeDigestPeriod(
  db: Kysely<Database>,
  { site_id, account_id, frequency }: DigestRow,
  day: string,
): Promise<boolean> {
  const taken = await db
    .updateTable('digests')
    .set({ done_day: day })
    .where('site_id', '=', site_id)
    .where('account_id', '=', account_id)
    .where('frequency', '=', frequency)
    .where((where) => where.or([where('done_day', 'is', null), where('done_day', '<', day)]))
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

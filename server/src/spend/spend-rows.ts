import type { Kysely, Selectable } from 'kysely'
import type { AdSpendTable } from '../store/control/tables/spend-table.ts'
import type { Database } from '../store/control/tables.ts'

export type AdSpend = Selectable<AdSpendTable>

/** Rows of one statement: each has 13 values, and SQLite takes 32,766. */
const batchRows = 1000

/** A selection of rows: of some days (both included), of a source, of a campaign. */
export interface SpendFilter {
  siteId: string
  id?: string | undefined
  from?: string | undefined
  to?: string | undefined
  source?: string | undefined
  campaign?: string | undefined
}

/** Stores rows, replacing those with the same id. */
export async function saveSpend(db: Kysely<Database>, rows: readonly AdSpend[]): Promise<void> {
  for (let start = 0; start < rows.length; start += batchRows) {
    await db
      .insertInto('ad_spend')
      .values(rows.slice(start, start + batchRows))
      .onConflict((conflict) =>
        conflict.columns(['site_id', 'id']).doUpdateSet((column) => ({
          currency: column.ref('excluded.currency'),
          amount_minor: column.ref('excluded.amount_minor'),
          clicks: column.ref('excluded.clicks'),
          impressions: column.ref('excluded.impressions'),
          updated_ms: column.ref('excluded.updated_ms'),
        })),
      )
      .execute()
  }
}

/** How many of some rows a site has already. */
export async function countKnownSpend(
  db: Kysely<Database>,
  siteId: string,
  ids: readonly string[],
): Promise<number> {
  let known = 0
  for (let start = 0; start < ids.length; start += batchRows) {
    const { count } = await db
      .selectFrom('ad_spend')
      .select((column) => column.fn.countAll<number>().as('count'))
      .where('site_id', '=', siteId)
      .where('id', 'in', ids.slice(start, start + batchRows))
      .executeTakeFirstOrThrow()
    known += Number(count)
  }
  return known
}

/** The latest day first, after the last row of the page before. */
export async function listSpend(
  db: Kysely<Database>,
  filter: SpendFilter,
  page: { after?: { day: string; id: string } | undefined; limit: number },
): Promise<AdSpend[]> {
  const { after, limit } = page
  return matching(db, filter)
    .$if(after !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('day', '<', after?.day ?? ''),
          where.and([where('day', '=', after?.day ?? ''), where('id', '>', after?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('day', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Removes rows by their ids. */
export async function deleteSpend(
  db: Kysely<Database>,
  siteId: string,
  ids: readonly string[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += batchRows) {
    await db
      .deleteFrom('ad_spend')
      .where('site_id', '=', siteId)
      .where('id', 'in', ids.slice(start, start + batchRows))
      .execute()
  }
}

function matching(db: Kysely<Database>, { siteId, id, from, to, source, campaign }: SpendFilter) {
  return db
    .selectFrom('ad_spend')
    .selectAll()
    .where('site_id', '=', siteId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(from !== undefined, (query) => query.where('day', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('day', '<=', to ?? ''))
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? ''))
    .$if(campaign !== undefined, (query) => query.where('campaign', '=', campaign ?? ''))
}

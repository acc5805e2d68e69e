import type { Kysely, Selectable } from 'kysely'
import type { ExchangeRateSourcesTable } from '../../store/control/tables/payment-tables.ts'
import type { Database } from '../../store/control/tables.ts'

export type RateSourceRow = Selectable<ExchangeRateSourcesTable>

/** The state of a source of exchange rates. */
export async function findRateSource(
  db: Kysely<Database>,
  name: string,
): Promise<RateSourceRow | undefined> {
  return db
    .selectFrom('exchange_rate_sources')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
}

export async function saveRateSource(db: Kysely<Database>, row: RateSourceRow): Promise<void> {
  const { name: _, ...columns } = row
  await db
    .insertInto('exchange_rate_sources')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(columns))
    .execute()
}

/** The first day with money in a currency other than its site's; undefined if there is none. */
export async function findFirstForeignDay(db: Kysely<Database>): Promise<string | undefined> {
  const paid = await db
    .selectFrom('payment_rates')
    .select((column) => column.fn.min('paid_day').as('day'))
    .executeTakeFirst()
  const spent = await db
    .selectFrom('ad_spend')
    .innerJoin('sites', 'sites.id', 'ad_spend.site_id')
    .select((column) => column.fn.min('ad_spend.day').as('day'))
    .whereRef('ad_spend.currency', '!=', 'sites.currency')
    .executeTakeFirst()
  return [paid?.day, spent?.day].filter((day) => day != null).sort()[0]
}

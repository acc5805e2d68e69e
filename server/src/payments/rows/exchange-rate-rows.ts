import type { Kysely } from 'kysely'
import type { RateOrigin } from '../../store/control/tables/payment-tables.ts'
import type { Database } from '../../store/control/tables.ts'

/** The value of one euro on a day. */
export interface DayRate {
  /** `2026-11-20`. */
  day: string
  /** ISO 4217; never EUR. */
  currency: string
  /** Units of the currency for one euro, decimal text as it was published. */
  perEur: string
}

/** The currencies of a payment and of its site, two different ones, and the day to convert them on. */
export interface RateQuestion {
  from: string
  to: string
  day: string
}

/** The rates of the day that was found. */
export interface FoundRate {
  day: string
  fromPerEur: string
  toPerEur: string
}

/** Rows of one insert: SQLite takes 32,766 bound values in a statement. */
export const rateBatchRows = 2000

/**
 * Stores up to `rateBatchRows` rates. An existing rate from the same kind of source stays, so that history does not
 * change; a rate from another kind is replaced. Returns the first day with something new.
 */
export async function saveRates(
  db: Kysely<Database>,
  rates: readonly DayRate[],
  source: RateOrigin,
): Promise<string | undefined> {
  if (rates.length === 0) return undefined
  const rows = rates.map(({ day, currency, perEur }) => ({
    day,
    currency,
    per_eur: perEur,
    source,
  }))
  const saved = await db
    .insertInto('exchange_rates')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'currency'])
        .doUpdateSet((column) => ({
          per_eur: column.ref('excluded.per_eur'),
          source: column.ref('excluded.source'),
        }))
        .whereRef('excluded.source', '!=', 'exchange_rates.source'),
    )
    .returning('day')
    .execute()
  return saved.map(({ day }) => day).sort()[0]
}

/** The stored rates of the latest day up to the requested one that has both currencies. */
export async function findStoredRate(
  db: Kysely<Database>,
  { from, to, day }: RateQuestion,
): Promise<(FoundRate & { source: RateOrigin }) | undefined> {
  const [first = '', second] = [from, to].filter((currency) => currency !== 'EUR')
  const row =
    second === undefined
      ? await db
          .selectFrom('exchange_rates')
          .select(['day', 'per_eur as first', 'per_eur as second', 'source'])
          .where('currency', '=', first)
          .where('day', '<=', day)
          .orderBy('day', 'desc')
          .limit(1)
          .executeTakeFirst()
      : await db
          .selectFrom('exchange_rates as a')
          .innerJoin('exchange_rates as b', 'b.day', 'a.day')
          .select(['a.day', 'a.per_eur as first', 'b.per_eur as second', 'a.source'])
          .where('a.currency', '=', first)
          .where('b.currency', '=', second)
          .where('a.day', '<=', day)
          .orderBy('a.day', 'desc')
          .limit(1)
          .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    day: row.day,
    source: row.source,
    fromPerEur: from === 'EUR' ? '1' : row.first,
    toPerEur: to === 'EUR' ? '1' : row.second,
  }
}

/** The latest day up to another one of which the ECB's rates are stored. */
export async function findEcbDay(db: Kysely<Database>, upTo: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('exchange_rates')
    .select('day')
    // Quoted on every working day since 1999.
    .where('currency', '=', 'USD')
    .where('day', '<=', upTo)
    .where('source', '=', 'ecb')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.day
}

import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/** What one euro was worth on a day. */
export interface DayRate {
  /** `2026-11-20`. */
  day: string
  /** ISO 4217; never EUR. */
  currency: string
  /** Units of the currency for one euro, decimal text as it was published. */
  perEur: string
}

/** The currencies of a payment and of its site, and the day that they are to be compared on. */
export interface RateQuestion {
  from: string
  to: string
  day: string
}

/** Rows of one insert: SQLite takes 32,766 bound values in a statement. */
const batchRows = 2000

/**
 * Keeps rates. A day's rate that is known stays as it is, so that history does; but those that came
 * with the program give way to real ones. Answers how many days' rates are new or became others.
 */
export async function saveRates(
  db: Kysely<Database>,
  rates: readonly DayRate[],
  source: 'snapshot' | 'operator',
): Promise<number> {
  let news = 0
  for (let start = 0; start < rates.length; start += batchRows) {
    const rows = rates
      .slice(start, start + batchRows)
      .map(({ day, currency, perEur }) => ({ day, currency, per_eur: perEur, source }))
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
          .where('exchange_rates.source', '=', 'snapshot')
          .whereRef('excluded.source', '!=', 'exchange_rates.source'),
      )
      .returning('day')
      .execute()
    news += saved.length
  }
  return news
}

/** The rates of the latest day up to the one asked for that has both currencies. */
export async function findRate(
  db: Kysely<Database>,
  { from, to, day }: RateQuestion,
): Promise<{ day: string; fromPerEur: string; toPerEur: string } | undefined> {
  const known = [from, to].filter((currency) => currency !== 'EUR')
  const [first, second] = known
  if (first === undefined) return { day, fromPerEur: '1', toPerEur: '1' }
  const row =
    second === undefined
      ? await db
          .selectFrom('exchange_rates')
          .select(['day', 'per_eur as first', 'per_eur as second'])
          .where('currency', '=', first)
          .where('day', '<=', day)
          .orderBy('day', 'desc')
          .limit(1)
          .executeTakeFirst()
      : await db
          .selectFrom('exchange_rates as a')
          .innerJoin('exchange_rates as b', 'b.day', 'a.day')
          .select(['a.day', 'a.per_eur as first', 'b.per_eur as second'])
          .where('a.currency', '=', first)
          .where('b.currency', '=', second)
          .where('a.day', '<=', day)
          .orderBy('a.day', 'desc')
          .limit(1)
          .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    day: row.day,
    fromPerEur: from === 'EUR' ? '1' : row.first,
    toPerEur: to === 'EUR' ? '1' : row.second,
  }
}

import { type Kysely, sql } from 'kysely'
import type { PaymentRatesTable } from '../payment-tables.ts'
import type { Database } from '../tables.ts'

/** The rate that a payment is reported at. */
export interface PaymentRate {
  paymentId: string
  from: string
  /** The site's currency. */
  to: string
  /** The day that it was paid in the site's time zone, `2026-11-20`. */
  paidDay: string
  /** The day the rate is of, `''` while no rate is known. */
  day: string
  fromPerEur: string
  toPerEur: string
}

/** The kept rates of some payments, by their ids. */
export async function listPaymentRates(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Map<string, PaymentRate>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payment_rates')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .execute()
  return new Map(rows.map((row) => [row.payment_id, toRate(row)]))
}

function toRate(row: PaymentRatesTable): PaymentRate {
  return {
    paymentId: row.payment_id,
    from: row.from_currency,
    to: row.to_currency,
    paidDay: row.paid_day,
    day: row.rate_day,
    fromPerEur: row.from_per_eur,
    toPerEur: row.to_per_eur,
  }
}

/** Keeps the rate of a payment in place of the one before. */
export async function savePaymentRate(db: Kysely<Database>, rate: PaymentRate): Promise<void> {
  const columns = {
    from_currency: rate.from,
    to_currency: rate.to,
    paid_day: rate.paidDay,
    rate_day: rate.day,
    from_per_eur: rate.fromPerEur,
    to_per_eur: rate.toPerEur,
  }
  await db
    .insertInto('payment_rates')
    .values({ payment_id: rate.paymentId, ...columns })
    .onConflict((conflict) => conflict.column('payment_id').doUpdateSet(columns))
    .execute()
}

/** Forgets the rate of a payment that needs none any more. */
export async function deletePaymentRate(db: Kysely<Database>, paymentId: string): Promise<void> {
  await db.deleteFrom('payment_rates').where('payment_id', '=', paymentId).execute()
}

/**
 * Has the payments copied to the reports again for which a nearer day's rate is known by now, or whose
 * rate is of one of the days that may have been replaced.
 */
export async function enqueueForBetterRates(
  db: Kysely<Database>,
  replacedDays: readonly string[],
): Promise<void> {
  await db
    .insertInto('payment_outbox')
    .columns(['payment_id', 'revision'])
    .expression((select) =>
      select
        .selectFrom('payment_rates')
        .innerJoin('payments', 'payments.id', 'payment_rates.payment_id')
        .select(['payments.id', 'payments.revision'])
        .where((where) =>
          where.or([
            where('payment_rates.rate_day', 'in', replacedDays),
            where.exists(
              where
                .selectFrom('exchange_rates')
                .select(sql.lit(1).as('one'))
                .whereRef('exchange_rates.day', '>', 'payment_rates.rate_day')
                .whereRef('exchange_rates.day', '<=', 'payment_rates.paid_day')
                .where((either) =>
                  either.or([
                    either(
                      'exchange_rates.currency',
                      '=',
                      either.ref('payment_rates.from_currency'),
                    ),
                    either('exchange_rates.currency', '=', either.ref('payment_rates.to_currency')),
                  ]),
                ),
            ),
          ]),
        ),
    )
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute()
}

/** Has all of a site's payments copied to the reports again, as when its currency is another now. */
export async function enqueueSite(db: Kysely<Database>, siteId: string): Promise<void> {
  await db
    .insertInto('payment_outbox')
    .columns(['payment_id', 'revision'])
    .expression((select) =>
      select.selectFrom('payments').select(['id', 'revision']).where('site_id', '=', siteId),
    )
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute()
}

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PaymentRatesTable } from '../../store/control/tables/payment-tables.ts'
import type { Database } from '../../store/control/tables.ts'

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

/** The stored rates of some payments, by their ids. */
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

/** Stores the rate of a payment, replacing the previous one. */
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

/** Deletes the rate of a payment that no longer needs one. */
export async function deletePaymentRate(db: Kysely<Database>, paymentId: string): Promise<void> {
  await db.deleteFrom('payment_rates').where('payment_id', '=', paymentId).execute()
}

/**
 * Copies payments since a day to the reports again: those with a newly stored rate of a nearer day, and those whose
 * day's rate changed.
 */
export async function enqueueForBetterRates(db: Kysely<Database>, fromDay: string): Promise<void> {
  await copyAgain(
    db,
    sql`
      select used.payment_id
      from payment_rates as used
      where used.paid_day >= ${fromDay}
        and (
          exists (
            select 1 from exchange_rates as nearer
            where nearer.currency = case used.from_currency when 'EUR' then used.to_currency else used.from_currency end
              and nearer.day > used.rate_day
              and nearer.day <= used.paid_day
              and (
                used.from_currency = 'EUR' or used.to_currency = 'EUR'
                or exists (
                  select 1 from exchange_rates as other
                  where other.currency = used.to_currency and other.day = nearer.day
                )
              )
          )
          or exists (
            select 1 from exchange_rates as same
            where same.currency = used.from_currency and same.day = used.rate_day
              and same.per_eur <> used.from_per_eur
          )
          or exists (
            select 1 from exchange_rates as same
            where same.currency = used.to_currency and same.day = used.rate_day
              and same.per_eur <> used.to_per_eur
          )
        )`,
  )
}

/** Requests a new copy of every payment that uses no rate of its own day. */
export async function enqueueWithoutOwnDay(db: Kysely<Database>): Promise<void> {
  await copyAgain(db, sql`select payment_id from payment_rates where rate_day < paid_day`)
}

/** Requests a new copy of all of a site's payments to the reports, as when its currency or time zone changes. */
export async function enqueueSite(db: Kysely<Database>, siteId: string): Promise<void> {
  await copyAgain(db, sql`select id from payments where site_id = ${siteId}`)
}

/** The new revision outdates a copy in progress that was converted before this. */
async function copyAgain(db: Kysely<Database>, paymentIds: RawBuilder<unknown>): Promise<void> {
  await sql`update payments set revision = revision + 1 where id in (${paymentIds})`.execute(db)
  await sql`
    insert into payment_outbox (payment_id, revision)
    select id, revision from payments where id in (${paymentIds})
    on conflict (payment_id) do update
      set revision = excluded.revision, refusals = 0, retry_at_ms = null, reason = null`.execute(db)
}

import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { type AccountSpan, paidTo } from './movement-rows.ts'

// The payments of a day as one text, one field after the other: rows take longer to read, from Postgres half as long
// again, and payments with all their fields have to be taken apart. Each day is a query of its own within the
// statement: to group by day, SQLite would sort, which takes as long as all the rest.

/** Of one side and one day (UTC). */
export interface DayFields {
  /** When the day begins. */
  dayMs: number
  /**
   * Each field of all payments, and then how many payments there are, with `fieldEnd` between; the values of a field with
   * `separator` between. Null without payments.
   */
  text: string | null
}

/**
 * A character that no provider's id contains. If one did, a field would have too many values, or there would be too
 * many fields.
 */
export const separator = '\u001f'
export const fieldEnd = '\u001e'

const dayMs = sql.lit(86_400_000)
const day = sql<number>`days.day_ms`
const nextDay = sql<number>`days.day_ms + ${dayMs}`

/**
 * What an account booked in a span of days. Fields: its id of the payment and of the movement; the currency and the
 * amount, empty if it is no payment; the currency and the amount of the fee; the amount as booked in that currency.
 */
export function listBooked(db: Kysely<Database>, span: AccountSpan): Promise<DayFields[]> {
  const paid = sql`case when kind = 'payment' then currency || ' ' || gross_minor else '' end`
  const fee = sql`fee_currency || ' ' || fee_minor`
  return readDays(
    db,
    span,
    db
      .selectFrom('provider_movements')
      .select(
        textOf([
          ...[sql`payment_ref`, sql`movement_id`, paid, fee].map(valuesOf),
          valuesOf(sql`cast(booked_minor as text)`),
        ]),
      )
      .where('connection_id', '=', span.connectionId)
      .where('at_ms', '>=', day)
      .where('at_ms', '<', nextDay),
  )
}

/**
 * What was paid in a span of days according to the ledger. Fields: the recorded payment; the provider's id of it; the
 * currency and the amount; the fees, as items of a JSON list.
 */
export function listRecorded(db: Kysely<Database>, span: AccountSpan): Promise<DayFields[]> {
  const paid = sql`currency || ' ' || amount_minor`
  return readDays(
    db,
    span,
    paidTo(db, span)
      .select(
        textOf([
          ...[sql`id`, sql`provider_payment_id`, paid].map(valuesOf),
          sql`string_agg(coalesce(fees, '[]'), ',')`,
        ]),
      )
      .where('amount_minor', '>', 0)
      .where('paid_at_ms', '>=', day)
      .where('paid_at_ms', '<', nextDay),
  )
}

/**
 * Runs the query for each day of a span. Kysely also treats it as a `select`, so that on SQLite it never waits for
 * writers.
 */
function readDays(
  db: Kysely<Database>,
  { fromMs, toMs }: AccountSpan,
  ofDay: Expression<{ text: string | null }>,
): Promise<DayFields[]> {
  return db
    .withRecursive('days(day_ms)', (days) =>
      days
        .selectNoFrom(sql<number>`cast(${fromMs} as bigint)`.as('day_ms'))
        .unionAll(days.selectFrom('days').select(nextDay.as('day_ms')).where(nextDay, '<', toMs)),
    )
    .selectFrom('days')
    .select(['day_ms as dayMs', sql<string | null>`(${ofDay})`.as('text')])
    .execute()
}

/** The values of a field. All fields of a day are in the order in which its rows are read. */
function valuesOf(value: RawBuilder<unknown>) {
  return sql`string_agg(${value}, ${sql.lit(separator)})`
}

function textOf(fields: readonly RawBuilder<unknown>[]) {
  const end = sql` || ${sql.lit(fieldEnd)} || `
  return sql<string | null>`${sql.join([...fields, sql`count(*)`], end)}`.as('text')
}

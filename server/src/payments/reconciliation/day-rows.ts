import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { type AccountSpan, paidTo } from './movement-rows.ts'

// The payments of a day as one text, with some fields for each: rows take longer to read, from Postgres half as long again.
// Each day is a query of its own within the statement: to group by day, SQLite would sort, which takes as long as all the rest.

/** Of one side and one day (UTC). */
export interface DayFields {
  /** When the day begins. */
  dayMs: number
  /** The fields of each payment and then how many payments there are, separated by `separator`; null without payments. */
  text: string | null
}

/** What no provider's ids hold; should one do so, the text has too many fields. */
export const separator = '\u001f'
export const bookedFields = 5
export const recordedFields = 4

const dayMs = sql.lit(86_400_000)
const day = sql<number>`days.day_ms`
const nextDay = sql<number>`days.day_ms + ${dayMs}`

/**
 * What an account booked in a span of days. Fields: its id of the payment and of the movement; the currency and the amount,
 * nothing where it is no payment; the currency and the amount of the fee; the amount as booked in that currency.
 */
export function listBooked(db: Kysely<Database>, span: AccountSpan): Promise<DayFields[]> {
  const paid = sql`case when kind = 'payment' then currency || ' ' || gross_minor else '' end`
  const fee = sql`fee_currency || ' ' || fee_minor`
  return readDays(
    db,
    span,
    db
      .selectFrom('provider_movements')
      .select(textOf([sql`payment_ref`, sql`movement_id`, paid, fee, sql`booked_minor`]))
      .where('connection_id', '=', span.connectionId)
      .where('at_ms', '>=', day)
      .where('at_ms', '<', nextDay),
  )
}

/**
 * What was paid in a span of days by the ledger. Fields: the recorded payment; the provider's id of it; the currency and
 * the amount; the fees.
 */
export function listRecorded(db: Kysely<Database>, span: AccountSpan): Promise<DayFields[]> {
  const paid = sql`currency || ' ' || amount_minor`
  return readDays(
    db,
    span,
    paidTo(db, span)
      .select(textOf([sql`id`, sql`provider_payment_id`, paid, sql`coalesce(fees, '[]')`]))
      .where('amount_minor', '>', 0)
      .where('paid_at_ms', '>=', day)
      .where('paid_at_ms', '<', nextDay),
  )
}

/** Runs the query for each day of a span. */
async function readDays(
  db: Kysely<Database>,
  { fromMs, toMs }: AccountSpan,
  ofDay: Expression<{ text: string | null }>,
): Promise<DayFields[]> {
  const days = sql`
    select cast(${fromMs} as bigint) union all
    select day_ms + ${dayMs} from days where day_ms + ${dayMs} < ${toMs}`
  const { rows } = await sql<DayFields>`
    with recursive days (day_ms) as (${days})
    select day_ms as "dayMs", (${ofDay}) as text from days`.execute(db)
  return rows
}

function textOf(fields: readonly RawBuilder<unknown>[]) {
  const end = sql.lit(separator)
  return sql<
    string | null
  >`string_agg(${sql.join(fields, sql` || ${end} || `)}, ${end}) || ${end} || count(*)`.as('text')
}

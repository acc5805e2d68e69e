import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { type AccountSpan, paidIn } from './movement-rows.ts'

// The payments of a day as one text, with a line for each: rows take longer to read, from Postgres half as long again.

/** Of one side and one day (UTC). */
export interface DayLines {
  /** When the day begins. */
  dayMs: number
  /** How many lines there are. */
  count: number
  lines: string
}

export const lineEnd = '\n'
export const fieldEnd = '\u001f'
export const bookedFields = 5
export const recordedFields = 4

const dayMs = sql.lit(86_400_000)

/**
 * What an account booked in a span. Fields: its id of the payment and of the movement; the currency and the amount,
 * nothing where it is no payment; the currency and the amount of the fee; the amount as booked in that currency.
 */
export function listBookedLines(
  db: Kysely<Database>,
  { connectionId, fromMs, toMs }: AccountSpan,
): Promise<DayLines[]> {
  const paid = sql`case when kind = 'payment' then currency || ' ' || gross_minor else '' end`
  const fee = sql`fee_currency || ' ' || fee_minor`
  return db
    .selectFrom('provider_movements')
    .select([
      sql<number>`at_ms - at_ms % ${dayMs}`.as('dayMs'),
      ...linesOf([sql`payment_ref`, sql`movement_id`, paid, fee, sql`booked_minor`]),
    ])
    .where('connection_id', '=', connectionId)
    .where('at_ms', '>=', fromMs)
    .where('at_ms', '<', toMs)
    .groupBy('dayMs')
    .execute()
}

/**
 * What was paid in a span by the ledger. Fields: the recorded payment; the provider's id of it; the currency and the
 * amount; the fees.
 */
export function listRecordedLines(db: Kysely<Database>, span: AccountSpan): Promise<DayLines[]> {
  return paidIn(db, span)
    .select([
      sql<number>`paid_at_ms - paid_at_ms % ${dayMs}`.as('dayMs'),
      ...linesOf([
        ...[sql`id`, sql`provider_payment_id`, sql`currency || ' ' || amount_minor`],
        sql`coalesce(fees, '[]')`,
      ]),
    ])
    .where('amount_minor', '>', 0)
    .groupBy('dayMs')
    .execute()
}

function linesOf(fields: readonly RawBuilder<unknown>[]) {
  const line = sql.join(fields, sql` || ${sql.lit(fieldEnd)} || `)
  return [
    sql<number>`count(*)`.as('count'),
    sql<string>`string_agg(${line}, ${sql.lit(lineEnd)})`.as('lines'),
  ] as const
}

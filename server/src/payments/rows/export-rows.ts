import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import type { Payment } from './payment.ts'
import { type FactRow, listFacts } from './payment-facts.ts'
import { toPayment } from './payment-rows.ts'

/** All facts about one payment, even if they do not make a payment yet. */
export interface PaymentFacts {
  paymentId: string
  provider: string
  facts: FactRow[]
}

/** The next payments of a site with their facts, in the order of their ids. */
export async function listFactsAfter(
  db: Kysely<Database>,
  siteId: string,
  after: string,
  most: number,
): Promise<PaymentFacts[]> {
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'provider'])
    .where('site_id', '=', siteId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute()
  const found: PaymentFacts[] = []
  for (const { id: paymentId, provider } of payments) {
    found.push({ paymentId, provider, facts: await listFacts(db, paymentId) })
  }
  return found
}

/** The next payments that repeat another one, or that a person counts all the same. */
export const listMarkedPayments = listOfPayments((where) =>
  where.or([where('duplicate_of', 'is not', null), where('counted_by_hand', '=', 1)]),
)

/** The next payments that rules must not link: linked manually or erased. */
export const listHeldPayments = listOfPayments((where) =>
  where.or([where('link_method', '=', 'manual'), where('erased_ms', 'is not', null)]),
)

type Where = ExpressionBuilder<Database, 'payments'>

/** Lists payments of a site that meet a condition, in the order of their ids. */
function listOfPayments(condition: (where: Where) => Expression<SqlBool>) {
  return async (
    db: Kysely<Database>,
    siteId: string,
    after: string,
    most: number,
  ): Promise<Payment[]> => {
    const rows = await db
      .selectFrom('payments')
      .selectAll()
      .where('site_id', '=', siteId)
      .where('id', '>', after)
      .where(condition)
      .orderBy('id')
      .limit(most)
      .execute()
    return rows.map(toPayment)
  }
}

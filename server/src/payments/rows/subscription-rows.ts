import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import type { Payment } from './payment.ts'
import { toPayment } from './payment-rows.ts'

/** A subscription's payments, in no order that two databases would agree on. */
export async function listSubscriptionPayments(
  db: Kysely<Database>,
  subscription: { siteId: string; provider: string; subscriptionId: string },
): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('site_id', '=', subscription.siteId)
    .where('provider', '=', subscription.provider)
    .where('subscription_id', '=', subscription.subscriptionId)
    .execute()
  return rows.map(toPayment)
}

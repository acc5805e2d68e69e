import type { Kysely } from 'kysely'
import { chunksOf, idsAtOnce } from '../../store/control/chunks.ts'
import type { Database } from '../../store/control/tables.ts'
import type { Payment } from './payment.ts'

/** A payment with the fields that matter to the others of its subscription. */
export type SubscriptionPayment = Pick<
  Payment,
  | 'id'
  | 'provider'
  | 'providerPaymentId'
  | 'subscriptionId'
  | 'amountMinor'
  | 'paidAtMs'
  | 'renewal'
  | 'trial'
  | 'renewalReported'
  | 'trialReported'
  | 'erasedMs'
>

/** The payments of some subscriptions, in no defined order. */
export async function listSubscriptionPayments(
  db: Kysely<Database>,
  { siteId, provider }: { siteId: string; provider: string },
  subscriptionIds: readonly string[],
): Promise<SubscriptionPayment[]> {
  const payments: SubscriptionPayment[] = []
  const flag = (value: number | null) => (value === null ? null : value === 1)
  for (const some of chunksOf(subscriptionIds, idsAtOnce)) {
    const rows = await db
      .selectFrom('payments')
      .select(['id', 'provider_payment_id', 'subscription_id', 'amount_minor', 'paid_at_ms'])
      .select(['renewal', 'trial', 'renewal_told', 'trial_told', 'erased_ms'])
      .where('site_id', '=', siteId)
      .where('provider', '=', provider)
      .where('subscription_id', 'in', some)
      .execute()
    for (const row of rows) {
      payments.push({
        ...{ id: row.id, provider, providerPaymentId: row.provider_payment_id },
        ...{ subscriptionId: row.subscription_id, amountMinor: row.amount_minor },
        ...{ paidAtMs: row.paid_at_ms, erasedMs: row.erased_ms },
        ...{ renewal: flag(row.renewal), trial: flag(row.trial) },
        ...{ renewalReported: flag(row.renewal_told), trialReported: flag(row.trial_told) },
      })
    }
  }
  return payments
}

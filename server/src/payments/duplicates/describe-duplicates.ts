import type { PaymentSummary } from '@tributary/contract/payments.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Payment } from '../rows/payment.ts'
import { findPayments } from '../rows/remove-payment.ts'

/** For each of these duplicates, the payment that counts instead; by id. */
export async function describeDuplicates(
  db: ControlStore['db'],
  payments: readonly Payment[],
): Promise<Map<string, NonNullable<PaymentSummary['duplicate']>>> {
  const repeated = payments.flatMap(({ duplicate }) => duplicate?.paymentId ?? [])
  const counted = new Map(
    (await findPayments(db, [...new Set(repeated)])).map((one) => [one.id, one.provider]),
  )
  return new Map(
    payments.flatMap(({ id, duplicate }) => {
      if (duplicate === null) return []
      const { paymentId, by } = duplicate
      // The other payment was removed a moment ago: this one is compared again within a minute.
      return [[id, { paymentId, provider: counted.get(paymentId) ?? '', by }] as const]
    }),
  )
}

import type { ControlStore } from '../../store/control/control-store.ts'
import type { PaymentEntry } from '../queries/payment-entry.ts'
import { convertEntries } from '../rates/convert.ts'
import { ratePayments } from '../rates/rate-payments.ts'
import type { Payment } from '../rows/payment.ts'
import { listMerges, type PaymentMerge } from '../rows/payment-merges.ts'
import { listRefunds } from '../rows/payment-parts.ts'
import { paymentEntries } from './payment-entries.ts'

/** The entries of some payments for the events engine. */
export type EntriesOf = (payments: readonly Payment[]) => PaymentEntry[]

/** Reads everything that belongs to payments, which were read before. */
export async function copyPayments(
  control: ControlStore,
  payments: readonly Payment[],
  nowMs: number,
): Promise<EntriesOf> {
  // The payment first, then its refunds: later data may be newer than the revision, and then the next revision
  // repeats it. The other way round a refund could be missed.
  const ids = payments.map((payment) => payment.id)
  const refunds = await listRefunds(control.db, ids)
  const merges = await listMerges(control.db, ids)
  const reporting = await ratePayments(control, payments, nowMs)
  return (some) =>
    some.flatMap((payment) => {
      const own = paymentEntries(payment, refunds.get(payment.id) ?? [])
      const { currency = payment.currency, rate } = reporting.get(payment.id) ?? {}
      const gone = (merges.get(payment.id) ?? []).flatMap((merge) => entriesGone(payment, merge))
      return [...convertEntries(own, currency, rate), ...gone]
    })
}

/** Removals of a payment's engine rows after it was merged into this one. */
function entriesGone(
  payment: Payment,
  { oldId, entryIds, revision }: PaymentMerge,
): PaymentEntry[] {
  const [sample] = paymentEntries(payment, [])
  if (sample === undefined) return []
  return entryIds.map((entryId) => ({
    ...sample,
    paymentId: oldId,
    entryId,
    amountMinor: 0,
    // A removed payment has no visitor.
    visitorId: '',
    pathVisitorIds: [],
    removed: true,
    version: revision,
  }))
}

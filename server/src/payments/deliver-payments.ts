import { createHash } from 'node:crypto'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Payment } from '../store/control/payments/payment.ts'
import { listMerges, type PaymentMerge } from '../store/control/payments/payment-merges.ts'
import { confirmOutbox, listOutbox } from '../store/control/payments/payment-outbox.ts'
import { listRefunds } from '../store/control/payments/payment-parts.ts'
import type { Engine } from '../store/events/engine.ts'
import type { PaymentEntry } from '../store/events/payment-entry.ts'
import { paymentEntryLine } from '../store/events/payment-entry-line.ts'
import { paymentEntries } from './payment-entries.ts'
import { convertEntries } from './rates/convert.ts'
import { ratePayments } from './rates/rate-payments.ts'

const batchSize = 500

/**
 * Copies every payment that changed into the events engine. The outbox lets go of a payment only when
 * the engine confirmed its revision, so a crash repeats at most; the newest version of an entry wins,
 * so repeats, and several nodes doing this at once, change nothing.
 */
export async function deliverPayments(
  control: ControlStore,
  engine: Engine,
  nowMs: number,
): Promise<void> {
  for (;;) {
    // The payment first, then its refunds: what is read later may be newer than the revision says,
    // and then the next revision repeats it. The other way round a refund could be missed.
    const payments = await listOutbox(control.db, batchSize)
    if (payments.length === 0) return
    const ids = payments.map((payment) => payment.id)
    const refunds = await listRefunds(control.db, ids)
    const merges = await listMerges(control.db, ids)
    const reporting = await ratePayments(control, payments, nowMs)
    const lines = payments
      .flatMap((payment) => {
        const own = paymentEntries(payment, refunds.get(payment.id) ?? [])
        const { currency = payment.currency, rate } = reporting.get(payment.id) ?? {}
        return [
          ...convertEntries(own, currency, rate),
          ...(merges.get(payment.id) ?? []).flatMap((merge) => entriesGone(payment, merge)),
        ]
      })
      .map(paymentEntryLine)
      .join('')
    const deduplicationToken = `payments-${createHash('sha256').update(lines).digest('hex')}`
    await engine.insertLines('payment_entries', Buffer.from(lines), { deduplicationToken })
    await confirmOutbox(control.db, payments)
    if (payments.length < batchSize) return
  }
}

/** What the engine may have of a payment that turned out to be this one, taken back. */
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
    // Nobody stands in what is no more.
    visitorId: '',
    pathVisitorIds: [],
    removed: true,
    version: revision,
  }))
}

import { createHash } from 'node:crypto'
import type { ControlStore } from '../store/control/control-store.ts'
import { confirmOutbox, listOutbox } from '../store/control/payments/payment-outbox.ts'
import { listRefunds } from '../store/control/payments/payment-parts.ts'
import type { Engine } from '../store/events/engine.ts'
import { paymentEntryLine } from '../store/events/payment-entry-line.ts'
import { paymentEntries } from './payment-entries.ts'

const batchSize = 500

/**
 * Copies every payment that changed into the events engine. The outbox lets go of a payment only when
 * the engine confirmed its revision, so a crash repeats at most; the newest version of an entry wins,
 * so repeats, and several nodes doing this at once, change nothing.
 */
export async function deliverPayments(control: ControlStore, engine: Engine): Promise<void> {
  for (;;) {
    // The payment first, then its refunds: what is read later may be newer than the revision says,
    // and then the next revision repeats it. The other way round a refund could be missed.
    const payments = await listOutbox(control.db, batchSize)
    if (payments.length === 0) return
    const refunds = await listRefunds(
      control.db,
      payments.map((payment) => payment.id),
    )
    const lines = payments
      .flatMap((payment) => paymentEntries(payment, refunds.get(payment.id) ?? []))
      .map(paymentEntryLine)
      .join('')
    const deduplicationToken = `payments-${createHash('sha256').update(lines).digest('hex')}`
    await engine.insertLines('payment_entries', Buffer.from(lines), { deduplicationToken })
    await confirmOutbox(control.db, payments)
    if (payments.length < batchSize) return
  }
}

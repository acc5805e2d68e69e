import { AppError } from '../../errors.ts'
import { command } from '../../store/control/command.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { PaymentReport, ReportedRefund } from '../payment-report.ts'
import { findPayment } from '../rows/payment-rows.ts'
import type { Ledger } from './known-fact.ts'
import type { MoneyFact, RefundFact } from './money-fact.ts'
import { type Recording, recordAll, recordFacts, recordingOf } from './record-facts.ts'

/**
 * Stores the API's report of a payment in the ledger; it is on disk when this resolves. Reports with the same
 * provider and id are always one payment, however often and simultaneously they arrive: repeats fill empty fields,
 * leave the others as they are and record differences. Returns its id.
 */
export async function recordPayment(
  ledger: Ledger,
  siteId: string,
  report: PaymentReport,
  nowMs: number,
): Promise<string> {
  const facts = factsOf(report)
  const { source, refund, currency } = report
  // A full refund has no amount, so it fits any currency.
  if (refund === null || refund.kind === 'full') {
    const [paymentId = ''] = await recordFacts(ledger, siteId, facts, { source, nowMs })
    return paymentId
  }
  const recording = recordingOf(ledger, siteId, facts, { source, nowMs })
  return ledger.control.run(recordRefundedPayment, { recording, currency })
}

/** Records a payment and its refund, or neither. */
export const recordRefundedPayment = command(
  'record-refunded-payment',
  async (db, { recording, currency }: { recording: Recording; currency: string }) => {
    const [paymentId = ''] = await recordAll(db, recording)
    await requireCurrency(db, { siteId: recording.siteId, paymentId }, currency)
    return paymentId
  },
)

/** A refund in another currency than its payment's is a mistake that its sender can fix. */
async function requireCurrency(
  db: ControlStore['db'],
  { siteId, paymentId }: { siteId: string; paymentId: string },
  currency: string,
): Promise<void> {
  const payment = await findPayment(db, siteId, paymentId)
  if (payment === undefined || payment.currency === currency) return
  throw new AppError(
    'invalid',
    `refundedAmount must be in ${payment.currency}, the currency this payment was recorded in`,
  )
}

function factsOf(report: PaymentReport): MoneyFact[] {
  const { source: _source, providerPaymentId, refund, ...payment } = report
  const ids = [providerPaymentId]
  const paid: MoneyFact = { ...payment, kind: 'payment', ids, taxMinor: null, product: null }
  if (refund === null) return [paid]
  // The report's time is the refund's.
  return [{ ...paid, isPaidTimeRough: true }, refundFact(refund, { ids, report })]
}

function refundFact(
  refund: ReportedRefund,
  { ids, report }: { ids: string[]; report: PaymentReport },
): RefundFact {
  const { provider, currency } = report
  const about = { kind: 'refund', provider, ids, atMs: refund.atMs } as const
  if (refund.kind === 'full') return { ...about, how: 'full' }
  const { amountMinor } = refund
  return refund.kind === 'total'
    ? { ...about, how: 'total', amountMinor, currency }
    : { ...about, how: 'single', refundId: refund.id, amountMinor, currency }
}

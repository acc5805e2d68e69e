import { AppError } from '../../errors.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { PaymentReport, ReportedRefund } from '../payment-report.ts'
import { findPayment } from '../rows/payment-rows.ts'
import type { Ledger } from './known-fact.ts'
import type { MoneyFact, RefundFact } from './money-fact.ts'
import { recordFacts } from './record-facts.ts'

/**
 * Stores the API's report of a payment in the ledger; it is on disk when this resolves. The
 * same provider's payment is one payment for ever, however often and however simultaneously it is
 * reported: repeats fill what was empty, keep what was said first and note what differs. Answers its id.
 */
export async function recordPayment(
  ledger: Ledger,
  siteId: string,
  report: PaymentReport,
  nowMs: number,
): Promise<string> {
  const facts = factsOf(report)
  const { source, refund } = report
  if (refund === null) {
    const [paymentId = ''] = await recordFacts(ledger, siteId, facts, { source, nowMs })
    return paymentId
  }
  return ledger.control.transaction(async (db) => {
    const [paymentId = ''] = await recordFacts(ledger, siteId, facts, { source, nowMs, db })
    await requireCurrency(db, { siteId, paymentId }, report)
    return paymentId
  })
}

/** A refund in another currency than its payment's is a mistake that its sender can fix. */
async function requireCurrency(
  db: ControlStore['db'],
  { siteId, paymentId }: { siteId: string; paymentId: string },
  { refund, currency }: PaymentReport,
): Promise<void> {
  if (refund?.kind === 'full') return
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
  return refund === null ? [paid] : [paid, refundFact(refund, { ids, report })]
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

import type { RefundReport } from '../store/control/payments/payment.ts'
import type { ReportedRefund } from './payment-report.ts'

/**
 * A reported refund as the ledger keeps it, under an id that makes the same report the same row. A
 * total that is all that was paid is a full refund, whichever way it was said.
 */
export function reportedRefund(
  refund: ReportedRefund,
  payment: { amountMinor: number; paidAtMs: number },
  nowMs: number,
): RefundReport {
  // Money cannot go back before it came.
  const atMs = Math.max(refund.atMs ?? nowMs, payment.paidAtMs)
  if (refund.kind === 'single') {
    return { id: refund.id, kind: 'single', amountMinor: refund.amountMinor, atMs }
  }
  if (refund.kind === 'full' || refund.amountMinor >= payment.amountMinor) {
    return { id: 'full', kind: 'full', amountMinor: 0, atMs }
  }
  return { id: `total:${refund.amountMinor}`, kind: 'total', amountMinor: refund.amountMinor, atMs }
}
